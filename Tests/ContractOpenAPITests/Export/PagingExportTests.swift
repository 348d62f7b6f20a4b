import Contract
import ContractOpenAPI
import Testing

@API @KeyMapping(.snakeCase) protocol Ledger: Sendable {
  @GET("/entries") @Paged(items: \.entries, next: \.page.nextCursor, cursor: "afterEntry")
  func entries(afterEntry: String?) async throws -> LedgerPage
  @GET("/links") @Paged(.link, cursor: "page") @Default("page", 1)
  func links(page: Int) async throws -> ([Int], HTTPResponse)
  @GET("/total") func total() async throws -> Int
}

@Schema struct LedgerPage: Sendable {
  var entries: [Int]
  var page: LedgerCursor
}

@Schema struct LedgerCursor: Sendable { var nextCursor: String? }

@Suite("Paging in documents")
struct PagingExportTests {
  @Test(
    "A document names the cursor, the next cursor and the elements of pages as they are on the wire",
    arguments: [
      ("/entries", #"{"cursor":"after_entry","next":"page.next_cursor","items":"entries"}"#),
      ("/links", #"{"cursor":"page","link":"next"}"#),
      ("/total", nil),
    ] as [(String, String?)])
  func extensions(_ path: String, _ text: String?) throws {
    let document = try OpenAPI(title: "Ledger", version: "1", LedgerEndpoints.all).export().document
    #expect(document["paths"]?[path]?["get"]?["x-paging"]?.description == text)
  }

  @Test("The parameter and members that a document names for paging are described")
  func described() throws {
    let document = try OpenAPI(title: "Ledger", version: "1", LedgerEndpoints.all).export().document
    let operation = try #require(document["paths"]?["/entries"]?["get"])
    #expect(operation["parameters"]?.description.contains(#""name":"after_entry""#) == true)
    let schemas = try #require(document["components"]?["schemas"])
    #expect(schemas["LedgerPage"]?["properties"]?["page"] != nil)
    #expect(schemas["LedgerCursor"]?["properties"]?["next_cursor"] != nil)
  }
}
