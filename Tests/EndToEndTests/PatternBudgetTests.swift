import ContractTesting
import Testing

@Schema struct PatternItem: Equatable, Sendable {
  @Validate(.pattern("(a{0,100}){0,90}")) var text: String
}

/// A type without a compiled reader, which contains one with rules.
struct PatternWrap: Codable, Equatable, Sendable { var item: PatternItem }

@Schema struct PatternRow: Equatable, Sendable { var w: PatternWrap }

@API private protocol PatternItems: Sendable {
  @POST("/json") func json(items: Body<[PatternItem]>) async throws -> Int
  @POST("/plain") func plain(rows: Body<[PatternRow]>) async throws -> Int
  @POST("/form") @URLForm func form(items: [PatternItem]) async throws -> Int
  @POST("/lists") @Validate("texts", .each(.pattern("(a{0,100}){0,90}"))) func list(texts: [String]) async throws -> Int
}

private struct PatternItemService: PatternItems {
  func json(items: [PatternItem]) async throws -> Int { items.count }
  func plain(rows: [PatternRow]) async throws -> Int { rows.count }
  func form(items: [PatternItem]) async throws -> Int { items.count }
  func list(texts: [String]) async throws -> Int { texts.count }
}

@Suite("Pattern budgets of requests")
struct PatternBudgetTests {
  /// A valid string of which one match takes more than half of the steps.
  private static let costly = String(repeating: "a", count: 200)

  @Test("The strings of a list in a body share the steps of a pattern", arguments: ["json", "plain", "form", "lists"])
  func shared(path: String) async throws {
    let client = PatternItemsRoutes(PatternItemService()).inProcess
    #expect(try await client.call(path, [Self.costly, "a"]).status == .ok)
    let refused = try await client.call(path, [Self.costly, "a", Self.costly, Self.costly])
    #expect(refused.status == .badRequest)
    let text = String(decoding: try await refused.body.collect(upTo: 1 << 16), as: UTF8.self)
    let pointers = text.split(separator: "\"pointer\":\"").dropFirst().map { $0.prefix { $0 != "\"" } }
    switch path {
    case "json": #expect(pointers == ["/2/text", "/3/text"])
    case "plain": #expect(pointers == ["/2/w/item/text", "/3/w/item/text"])
    case "form": #expect(pointers == ["/items/2/text", "/items/3/text"])
    default: #expect(pointers == ["/texts/2", "/texts/3"])
    }
  }
}

extension APIClient {
  /// Sends the texts in the format of the path.
  fileprivate func call(_ path: String, _ texts: [String]) async throws -> HTTPResponse {
    let request = self(path).post
    switch path {
    case "json":
      let items = texts.map { #"{"text":"\#($0)"}"# }.joined(separator: ",")
      return try await request.body(text: "[\(items)]", type: .json).response()
    case "plain":
      let items = texts.map { #"{"w":{"item":{"text":"\#($0)"}}}"# }.joined(separator: ",")
      return try await request.body(text: "[\(items)]", type: .json).response()
    case "form":
      let items = texts.enumerated().map { "items[\($0)][text]=\($1)" }.joined(separator: "&")
      return try await request.body(text: items, type: .urlForm).response()
    default:
      let items = texts.map { "\"\($0)\"" }.joined(separator: ",")
      return try await request.body(text: "{\"texts\":[\(items)]}", type: .json).response()
    }
  }
}
