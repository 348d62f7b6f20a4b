import ContractHTTP
import Testing

@testable import ContractClient

@Suite("Cookies of WebSocket handshakes")
struct CookieSelectionTests {
  /// The domain and path of a cookie, where a request goes, and whether it gets the cookie.
  static let rows: [(cookie: StoredCookie, host: String, path: String, isSecure: Bool, isSent: Bool)] = [
    (StoredCookie("a", "1", domain: "example.com"), "example.com", "/", false, true),
    (StoredCookie("a", "1", domain: "example.com"), "sub.example.com", "/", false, false),
    (StoredCookie("a", "1", domain: "example.com", includesSubdomains: true), "sub.example.com", "/", false, true),
    (StoredCookie("a", "1", domain: "example.com", includesSubdomains: true), "badexample.com", "/", false, false),
    (StoredCookie("a", "1", domain: "0.0.1", includesSubdomains: true), "127.0.0.1", "/", false, false),
    (StoredCookie("a", "1", domain: "127.0.0.1", includesSubdomains: true), "127.0.0.1", "/", false, true),
    (StoredCookie("a", "1", domain: "x", path: "/chat"), "x", "/chat", false, true),
    (StoredCookie("a", "1", domain: "x", path: "/chat"), "x", "/chat/room", false, true),
    (StoredCookie("a", "1", domain: "x", path: "/chat"), "x", "/chatter", false, false),
    (StoredCookie("a", "1", domain: "x", path: "/chat/"), "x", "/chat", false, false),
    (StoredCookie("a", "1", domain: "x", isSecure: true), "x", "/", false, false),
    (StoredCookie("a", "1", domain: "x", isSecure: true), "x", "/", true, true),
    (StoredCookie("a", "1", domain: "x", expiry: 1000), "x", "/", false, false),
    (StoredCookie("a", "1", domain: "x", expiry: 1001), "x", "/", false, true),
  ]

  @Test("Cookies are selected by RFC 6265 §5.4", arguments: rows)
  func row(cookie: StoredCookie, host: String, path: String, isSecure: Bool, isSent: Bool) {
    let selection = CookieSelection(host: host, path: path, isSecure: isSecure, now: 1000)
    #expect(selection.text(of: [cookie]) == (isSent ? "a=1" : nil), "\(cookie) at \(host)\(path)")
  }

  @Test("Cookies for longer paths come first")
  func order() {
    let cookies = [
      StoredCookie("a", "1", domain: "x"), StoredCookie("b", "2", domain: "x", path: "/chat"),
      StoredCookie("c", "3", domain: "x"), StoredCookie("d", "4", domain: "x", path: "/chat"),
    ]
    let selection = CookieSelection(host: "x", path: "/chat", isSecure: false, now: 0)
    #expect(selection.text(of: cookies) == "b=2; d=4; a=1; c=3")
  }

  @Test(
    "A secure cookie is sent without TLS only to the local machine",
    arguments: [
      ("localhost", true), ("localhost:80", true), ("127.0.0.1", true), ("127.1.2.3:8080", true), ("[::1]:80", true),
      ("127.example.com", false), ("127.0.0.1.example.com:80", false), ("localhost.example.com", false),
      ("10.0.0.1", false),
    ])
  func thisMachine(authority: String, isLoopback: Bool) {
    #expect(TransferRequest.isLoopback(authority) == isLoopback)
  }
}
