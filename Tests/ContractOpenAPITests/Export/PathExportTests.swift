import Contract
import ContractOpenAPI
import Testing

/// Operations that name the placeholders of one path differently.
@API protocol Shelves: Sendable {
  @GET("/shelves/{id}/books/{book}") func find(id: Int, book: String) async throws -> String
  @DELETE("/shelves/{shelf}/books/{id}") func remove(shelf: Int, id: String) async throws
}

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

  @Test("Operations whose paths differ only in the names of placeholders share a path with the names of the first")
  func sharedPaths() throws {
    let document = try OpenAPI(title: "Paths", version: "1", ShelvesEndpoints.all).export().document
    #expect(document["paths"]?.object?.names == ["/shelves/{id}/books/{book}"])
    let parameters = document["paths"]?["/shelves/{id}/books/{book}"]?["delete"]?["parameters"]?.array
    #expect(parameters?.map { $0["name"] } == ["id", "book"])
    #expect(parameters?.map { $0["schema"]?["type"] } == ["integer", "string"])
  }

  @Test("A second operation with the method and shape of a path is listed as an omission")
  func repeatedShape() throws {
    let operations = [
      Endpoint<Empty, String>(.get, "/a/{x}", id: "first").operation,
      Endpoint<Empty, String>(.get, "/a/{y}", id: "second").operation,
    ]
    let export = try OpenAPI(title: "Paths", version: "1", operations).export()
    #expect(export.document["paths"]?.object?.names == ["/a/{x}"])
    #expect(
      export.omissions == ["second has the method and path of another operation (GET /a/{x}), and is not described."])
  }

  @Test("OpenAPI 3.2 describes all methods, and earlier versions list unknown methods as omissions")
  func methods() throws {
    let operations = try ["GET", "QUERY", "LINK", "CONNECT"].map { name in
      let method = try #require(HTTPMethod(name))
      return Endpoint<Empty, String>(method, "/a", id: name).operation
    }
    let api = OpenAPI(title: "Methods", version: "1", operations + operations.suffix(1))
    let export = try api.export(.v32)
    #expect(export.document["paths"]?["/a"]?.object?.names == ["get", "query", "additionalOperations"])
    let document = try OpenAPIDocument(export.document)
    #expect(document.operations.map(\.method.rawValue) == ["GET", "QUERY", "LINK", "CONNECT"])
    #expect(document.operations.map(\.id) == ["GET", "QUERY", "LINK", "CONNECT"])
    #expect(
      export.omissions == ["CONNECT has the method and path of another operation (CONNECT /a), and is not described."])
    for version in [OpenAPIVersion.v30, .v31] {
      let export = try api.export(version)
      #expect(export.document["paths"]?["/a"]?.object?.names == ["get"])
      #expect(
        export.omissions
          == ["QUERY", "LINK", "CONNECT"].map { "OpenAPI before 3.2 has no method \($0), so \($0) is not described." })
    }
  }

  @Test("Tags and omissions are listed once each, in the order of the operations")
  func order() throws {
    let paths: [(String, PathTemplate)] = [("B.a", "/1"), ("A.a", "/2"), ("B.b", "/3"), ("A.b", "/4")]
    let operations = paths.map { id, path in
      Endpoint<Empty, String>(.get, path, .security(.bearer, scopes: "read"), id: id).operation
    }
    let export = try OpenAPI(title: "Tags", version: "1", operations).export(.v30)
    #expect(export.document["tags"] == [["name": "B"], ["name": "A"]])
    #expect(
      export.omissions
        == ["B.a", "A.a", "B.b", "A.b"].map {
          "OpenAPI 3.0 cannot express the scopes of `bearer` that \($0) requires."
        })
  }
}
