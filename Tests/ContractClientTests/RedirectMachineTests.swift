import Contract
import ContractHTTP
import Testing

@testable import ContractClient

@Suite("Redirect machine")
struct RedirectMachineTests {
  private func next(_ url: (String, String, String), _ location: String) throws -> String {
    var machine = RedirectMachine(.follow(max: 1))
    let request = HTTPRequest(.get, url.2, scheme: url.0, authority: url.1)
    let step = try machine.responseReceived(.found, ["Location": HTTPFieldValue(location)!], to: request)
    guard case .follow(let next) = step else { return "delivered" }
    return next.url
  }

  @Test(
    "A Location reference is resolved as in RFC 3986 §5.4",
    arguments: [
      ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"),
      ("//g", "http://g/"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"), ("../g", "http://a/b/g"),
      ("../../g", "http://a/g"), ("/./g", "http://a/g"), ("g#s", "http://a/b/c/g"), ("", "http://a/b/c/d;p?q"),
      ("#s", "http://a/b/c/d;p?q"), ("#", "http://a/b/c/d;p?q"),
      ("HTTP://B:81/x", "http://b:81/x"),
      ("/a b", "http://a/a%20b"), ("/\u{E4}", "http://a/%c3%a4"), ("https://b/", "https://b/"),
      ("http://[::1]:8080/x", "http://[::1]:8080/x"),
    ])
  func references(location: String, resolved: String) throws {
    let next = try next(("http", "a", "/b/c/d;p?q"), location)
    #expect(next == resolved)
  }

  @Test("A redirect from https to http is refused")
  func downgrade() {
    #expect(throws: TransferFailure.self) { try next(("https", "a", "/"), "http://a/") }
    #expect(throws: Never.self) { try next(("https", "a", "/"), "https://b/") }
  }

  @Test(
    "A Location with an invalid host is refused",
    arguments: ["http://m\u{FC}nchen.example/", "http://a|b/", "http://a%C3%A4/", "//m\u{FC}nchen.example/"])
  func hosts(location: String) {
    let error = #expect(throws: TransferFailure.self) { try next(("http", "a", "/"), location) }
    #expect(error?.code == .redirectRefused)
  }

  @Test(
    "A redirect keeps secret headers only within the origin, where the default port equals no port",
    arguments: [
      (location: "http://a:80/", keepsSecret: true), (location: "http://A/", keepsSecret: true),
      (location: "http://a:81/", keepsSecret: false), (location: "http://b/", keepsSecret: false),
      (location: "https://a/", keepsSecret: false),
    ] as [(location: String, keepsSecret: Bool)])
  func origins(location: String, keepsSecret: Bool) throws {
    var machine = RedirectMachine(.follow(max: 1))
    let request = HTTPRequest(.get, "/", scheme: "http", authority: "a", fields: ["X-Secret": "s"])
    let step = try machine.responseReceived(.found, ["Location": HTTPFieldValue(location)!], to: request)
    guard case .follow(let next) = step else {
      Issue.record("expected .follow")
      return
    }
    #expect(next.fields.contains("X-Secret") == keepsSecret)
  }

  @Test("A redirect to another origin drops every form of credentials")
  func credentials() throws {
    var request = HTTPRequest(.get, "/", scheme: "http", authority: "a", fields: [.accept: "text/plain"])
    try request.add(.bearer("s3cret"), as: .bearer)
    try request.add(.apiKey("s3cret"), as: .headerKey("X-Team"))
    try request.add(.apiKey("s3cret"), as: .cookieKey("session"))
    try request.add(.apiKey("s3cret"), as: .queryKey("key"))
    var machine = RedirectMachine(.follow(max: 1))
    let step = try machine.responseReceived(.found, ["Location": "http://b/x"], to: request)
    guard case .follow(let next) = step else {
      Issue.record("expected .follow")
      return
    }
    #expect(next.url == "http://b/x")
    #expect(next.fields.map(\.name) == [.accept])
  }

  @Test("A response that is not a redirect is delivered", arguments: [200, 300, 304, 305, 306, 399, 404])
  func delivers(code: Int) throws {
    var machine = RedirectMachine(.follow(max: 1))
    let request = HTTPRequest(.get, "/", scheme: "http", authority: "a")
    let step = try machine.responseReceived(HTTPStatus(code)!, ["Location": "/x"], to: request)
    guard case .deliver = step else {
      Issue.record("expected .deliver for \(code)")
      return
    }
  }
}
