import Contract
import Testing

@testable import ContractClient

@Suite("Base URLs")
struct BaseURLTests {
  @Test(
    "A base URL and a target are joined with exactly one slash",
    arguments: [
      ("http://h", "/baz", "http://h/baz"), ("http://h/", "/baz", "http://h/baz"), ("http://h", "baz", "http://h/baz"),
      ("http://h/", "baz", "http://h/baz"), ("http://h/foo", "/baz", "http://h/foo/baz"),
      ("http://h/foo/", "/baz", "http://h/foo/baz"), ("http://h/foo", "baz", "http://h/foo/baz"),
      ("http://h/foo//", "baz", "http://h/foo/baz"), ("http://h/a/b", "/c?d=e", "http://h/a/b/c?d=e"),
      ("http://h", "", "http://h/"), ("http://h/foo/", "", "http://h/foo"), ("http://h/foo", "/", "http://h/foo/"),
      ("http://h", "?a=b", "http://h/?a=b"), ("http://h/foo/", "?a=b", "http://h/foo?a=b"),
      ("http://h/a%2Fb", "/c", "http://h/a%2Fb/c"), ("http://h/a/../b", "/./c", "http://h/a/../b/./c"),
      ("HTTPS://H:8443", "/x", "https://h:8443/x"), ("http://[::1]:8080/", "/x", "http://[::1]:8080/x"),
      ("http://127.0.0.1:1", "/x", "http://127.0.0.1:1/x"),
    ])
  func joins(text: String, target: String, joined: String) throws {
    let base = try BaseURL(text)
    #expect("\(base.scheme)://\(base.authority)\(base.target(for: target))" == joined)
  }

  @Test(
    "A base URL is refused unless it is an absolute http or https URL without user information, query and fragment",
    arguments: [
      "", "h", "h:8080", "localhost:8080", "/path", "//h/path", "ftp://h", "file:///etc", "http:", "http://",
      "http:///x",
      "http:/h", "http://h?x=1", "http://h/?", "http://h#f", "http://h/#", "http://user@h", "http://user:secret@h",
      "http://h:0x50", "http://h:99999", "http://h h/", "http://h\r\nX: 1/", "http://h\u{E4}", "http://[::1",
      "http://h\\x", "http://a%7Cb/", "http://a%C3%A4/",
    ])
  func refuses(text: String) {
    do throws(ClientError) {
      _ = try BaseURL(text)
      Issue.record("expected `\(text)` to be refused")
    } catch {
      #expect(error.code == .invalidBaseURL)
      #expect(!"\(error)".contains("secret"))
    }
  }
}
