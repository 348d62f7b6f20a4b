import Contract
import ContractOpenAPI
import Testing

@Suite("Paths in OpenAPI documents")
struct PathExportTests {
  @Test(
    "The literals of a path are written as they are sent",
    arguments: ["/a%2Fb", "/50%25/c", "/%7Bid%7D", "/who%3F"] as [PathTemplate])
  func literals(_ path: PathTemplate) throws {
    let operation = Endpoint<Empty, String>(.get, path).operation
    let document = try OpenAPIDocument(OpenAPI(title: "Paths", version: "1", [operation]).export().document)
    #expect(document.operations.map(\.path) == [path.description])
    let url = try #require(ServerURL("http://localhost"))
    let request = try OperationRequest(document.operations[0], in: document).httpRequest(to: url)
    #expect(request.target == path.description)
  }
}
