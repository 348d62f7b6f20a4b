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

/// Pagings of which some names are not on the wire.
@API protocol RenamedLedger: Sendable {
  @GET("/renamed") @Paged(items: \.entries, next: \.page.cursor, cursor: "after")
  func renamed(after: String?) async throws -> RenamedPage
  @GET("/last") @Paged(items: \.entries, next: \.entries.last, cursor: "after")
  func last(after: Int?) async throws -> LedgerPage
  @GET("/header") @Paged(items: \.entries, next: \.next, cursor: "after")
  func header(after: String?) async throws -> (entries: [Int], next: Header<String?>)
}

@Schema struct RenamedPage: Sendable {
  var entries: [Int]
  var page: Renamed

  @Schema struct Renamed: Sendable {
    var cursor: String?
    enum CodingKeys: String, CodingKey { case cursor = "next_cursor" }
  }
}

@Request struct ListEntries {
  @Query("continuation-token") var token: String?
}

@API final class LedgerGroup: EndpointGroup {
  @GET("/grouped") @Paged(items: \.entries, next: \.page.nextCursor, cursor: "token")
  var list: (ListEntries) async throws -> LedgerPage
}

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

  @Test("A document omits paging names that are not on the wire, and lists them as omissions")
  func unknownNames() throws {
    let operations = RenamedLedgerEndpoints.all + [LedgerGroup.Endpoints.list.operation]
    let export = try OpenAPI(title: "Ledger", version: "1", operations).export()
    let paths = try #require(export.document["paths"]?.object)
    #expect(
      paths.map { "\($0.name) \($0.value["get"]?["x-paging"]?.description ?? "")" } == [
        #"/renamed {"cursor":"after","items":"entries"}"#, #"/last {"cursor":"after","items":"entries"}"#,
        #"/header {"cursor":"after"}"#, #"/grouped {"next":"page.nextCursor","items":"entries"}"#,
      ])
    #expect(
      export.omissions == [
        "`page.cursor` in the paging of RenamedLedger.renamed is not a name on the wire; `x-paging` has no `next`.",
        "`entries.last` in the paging of RenamedLedger.last is not a name on the wire; `x-paging` has no `next`.",
        "`next` in the paging of RenamedLedger.header is not a name on the wire; `x-paging` has no `next`.",
        "`entries` in the paging of RenamedLedger.header is not a name on the wire; `x-paging` has no `items`.",
        "`token` in the paging of LedgerGroup.list is not a name on the wire; `x-paging` has no `cursor`.",
      ])
  }

  @Test("The parameter and members that a document names for paging exist in the document")
  func described() throws {
    let document = try OpenAPI(title: "Ledger", version: "1", LedgerEndpoints.all).export().document
    let operation = try #require(document["paths"]?["/entries"]?["get"])
    #expect(operation["parameters"]?.description.contains(#""name":"after_entry""#) == true)
    let schemas = try #require(document["components"]?["schemas"])
    #expect(schemas["LedgerPage"]?["properties"]?["page"] != nil)
    #expect(schemas["LedgerCursor"]?["properties"]?["next_cursor"] != nil)
  }
}
