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

  @Test("Different schemes whose names differ only in replaced characters are a problem")
  func equalNames() {
    let operations = ([("a key", "/a"), ("a/key", "/b")] as [(String, PathTemplate)]).map { name, path in
      let scheme = SecurityScheme.apiKey(query: name, name: name)
      return Endpoint<Empty, String>(.get, path, .security(scheme)).operation
    }
    let error = #expect(throws: OpenAPIError.self) {
      try OpenAPI(title: "Keys", version: "1", operations).export()
    }
    #expect(error?.problems == ["two security schemes are called `a-key`; give one of them another name"])
  }
}
