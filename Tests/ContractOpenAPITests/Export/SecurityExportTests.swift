import Contract
import ContractOpenAPI
import Testing

@Suite("Security schemes in OpenAPI documents")
struct SecurityExportTests {
  @Test(
    "The name of a security scheme has only characters that OpenAPI allows",
    arguments: [
      (.apiKey(query: "access[token]"), "query-access-token-"), (.bearer(name: "Staff é"), "Staff--"),
      (.apiKey(header: "X-Key"), "header-x-key"), (.basic(name: "ops_v1.2"), "ops_v1.2"),
    ] as [(SecurityScheme, String)])
  func names(_ scheme: SecurityScheme, _ name: String) throws {
    let operation = Endpoint<Empty, String>(.get, "/a", .security(scheme)).operation
    let document = try OpenAPI(title: "Keys", version: "1", [operation]).export().document
    #expect(document["components"]?["securitySchemes"]?.object?.names == [name])
    #expect(document["paths"]?["/a"]?["get"]?["security"]?[0]?.object?.names == [name])
  }

  static let equal: [(first: SecurityScheme, second: SecurityScheme, problem: String)] = [
    (
      .apiKey(query: "a", name: "a key"), .apiKey(query: "b", name: "a/key"),
      "the security schemes `a key` and `a/key` are both called `a-key` in documents; give one of them another name"
    ),
    // Readers of the document could not distinguish the two.
    (
      .bearer(name: "a key"), .bearer(name: "a/key"),
      "the security schemes `a key` and `a/key` are both called `a-key` in documents; give one of them another name"
    ),
    (
      .apiKey(query: "a", name: "key"), .apiKey(query: "b", name: "key"),
      "two security schemes are called `key`; give one of them another name"
    ),
  ]

  @Test("Different schemes with equal names in the document are a problem", arguments: equal)
  func equalNames(_ first: SecurityScheme, _ second: SecurityScheme, _ problem: String) {
    let operations = ([(first, "/a"), (second, "/b")] as [(SecurityScheme, PathTemplate)]).map { scheme, path in
      Endpoint<Empty, String>(.get, path, .security(scheme)).operation
    }
    let error = #expect(throws: OpenAPIError.self) {
      try OpenAPI(title: "Keys", version: "1", operations).export()
    }
    #expect(error?.problems == [problem])
  }
}
