import ContractHTTP
import Testing

@testable import ContractClient

@Suite("Cookies of WebSocket handshakes")
struct CookieSelectionTests {
  /// Cookies, and the host and path of a request that gets them.
  static let sent: [(StoredCookie, String, String, isSecure: Bool)] = [
    (StoredCookie("a", "1", domain: "example.com"), "example.com", "/", isSecure: false),
    (StoredCookie("a", "1", domain: "example.com", includesSubdomains: true), "sub.example.com", "/", isSecure: false),
    (StoredCookie("a", "1", domain: "127.0.0.1", includesSubdomains: true), "127.0.0.1", "/", isSecure: false),
    (StoredCookie("a", "1", domain: "::1"), "[::1]", "/", isSecure: false),
    (StoredCookie("a", "1", domain: "2001:db8::A"), "[2001:db8::a]", "/", isSecure: false),
    (StoredCookie("a", "1", domain: "x", path: "/chat"), "x", "/chat", isSecure: false),
    (StoredCookie("a", "1", domain: "x", path: "/chat"), "x", "/chat/room", isSecure: false),
    (StoredCookie("a", "1", domain: "x", isSecure: true), "x", "/", isSecure: true),
    (StoredCookie("a", "1", domain: "x", expiry: 1001), "x", "/", isSecure: false),
  ]

  /// Cookies, and the host and path of a request that does not get them.
  static let withheld: [(StoredCookie, String, String, isSecure: Bool)] = [
    (StoredCookie("a", "1", domain: "example.com"), "sub.example.com", "/", isSecure: false),
    (StoredCookie("a", "1", domain: "example.com", includesSubdomains: true), "badexample.com", "/", isSecure: false),
    (StoredCookie("a", "1", domain: "0.0.1", includesSubdomains: true), "127.0.0.1", "/", isSecure: false),
    (StoredCookie("a", "1", domain: "::1"), "[::2]", "/", isSecure: false),
    (StoredCookie("a", "1", domain: "0.0.1", includesSubdomains: true), "[::ffff:127.0.0.1]", "/", isSecure: false),
    (StoredCookie("a", "1", domain: "x", path: "/chat"), "x", "/chatter", isSecure: false),
    (StoredCookie("a", "1", domain: "x", path: "/chat/"), "x", "/chat", isSecure: false),
    (StoredCookie("a", "1", domain: "x", isSecure: true), "x", "/", isSecure: false),
    (StoredCookie("a", "1", domain: "x", expiry: 1000), "x", "/", isSecure: false),
  ]

  private func selected(_ cookie: StoredCookie, for host: String, _ path: String, isSecure: Bool) -> String? {
    CookieSelection(host: host, path: path, isSecure: isSecure, now: 1000).text(of: [cookie])
  }

  @Test("Cookies are selected by RFC 6265 §5.4", arguments: sent)
  func selection(cookie: StoredCookie, host: String, path: String, isSecure: Bool) {
    #expect(selected(cookie, for: host, path, isSecure: isSecure) == "a=1", "\(cookie) at \(host)\(path)")
  }

  @Test("Cookies of other domains, paths and schemes and expired cookies are not selected", arguments: withheld)
  func withholding(cookie: StoredCookie, host: String, path: String, isSecure: Bool) {
    #expect(selected(cookie, for: host, path, isSecure: isSecure) == nil, "\(cookie) at \(host)\(path)")
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
    "`isLoopback` is true for localhost and loopback addresses, with or without a port",
    arguments: [
      "localhost", "localhost:80", "127.0.0.1", "127.1.2.3:8080", "[::1]:80",
    ])
  func thisMachine(authority: String) {
    #expect(TransferRequest.isLoopback(authority))
  }

  @Test(
    "`isLoopback` is false for other addresses and for names that resemble loopback",
    arguments: [
      "127.example.com", "127.0.0.1.example.com:80", "localhost.example.com", "10.0.0.1",
    ])
  func otherMachine(authority: String) {
    #expect(!TransferRequest.isLoopback(authority))
  }
}
