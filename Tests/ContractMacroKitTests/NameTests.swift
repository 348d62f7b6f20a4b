import Testing

@testable import ContractMacroKit

@Suite("Header names")
struct HeaderNameTests {
  @Test(
    "A header name is the parameter name capitalized and hyphenated",
    arguments: [
      ("customHeader", "Custom-Header"), ("xAPIKey", "X-Api-Key"), ("etag", "Etag"), ("contentMD5", "Content-Md5"),
      ("x_request_id", "X-Request-Id"), ("xB3TraceID", "X-B3-Trace-Id"), ("URL", "Url"), ("a1B", "A1-B"), ("_x", "X"),
    ])
  func capitalKebab(_ name: String, _ expected: String) {
    #expect(HeaderName.capitalKebab(name) == expected)
  }
}

@Suite("Identifiers")
struct IdentifierTests {
  @Test(
    "An identifier is quoted where Swift would read a keyword",
    arguments: [
      ("limit", "limit", "limit", "__limit"), ("in", "`in`", "in", "__in"), ("self", "`self`", "self", "__self"),
      ("let", "`let`", "let", "__let"), ("inout", "`inout`", "`inout`", "__inout"),
      ("Type", "`Type`", "Type", "__Type"),
      ("raw name", "`raw name`", "`raw name`", "`__raw name`"), ("größe", "größe", "größe", "__größe"),
    ])
  func quotes(_ name: String, _ source: String, _ label: String, _ local: String) {
    let identifier = Identifier(name)
    #expect(identifier.source == source)
    #expect(identifier.label == label)
    #expect(identifier.local == local)
  }
}
