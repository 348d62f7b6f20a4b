// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Contract
public import FoundationEssentials

nonisolated public enum Color: String, Codable, CaseIterable, Sendable {
  case red, green
}

/// A type that is sent as its description.
nonisolated public struct Version: LosslessStringConvertible, Codable, Equatable, Sendable {
  public var major: Int
  public var description: String { "v\(major)" }
  public init(major: Int) { self.major = major }
  public init?(_ description: String) {
    guard description.hasPrefix("v"), let major = Int(description.dropFirst()) else { return nil }
    self.major = major
  }
}

nonisolated public struct Page: Codable, Equatable, Sendable {
  public var number: Int
  public var words: [String]
  public init(number: Int, words: [String]) {
    self.number = number
    self.words = words
  }
}

@APIError
nonisolated public enum PageError: Equatable {
  @Status(404) case missing
  @Status(409) case taken(by: String, until: Date?)
  @Status(410) case burned(Int, String)
}

@APIError
public enum AccessError: Error, Equatable {
  @Status(403) case forbidden
}

/// Every kind of function that a contract can have.
@API @Mock @Throws(AccessError.self)
public protocol Catalogue: Sendable {
  /// Finds pages.
  ///
  /// All of them.
  @GET("/pages?kind=page") @Default("limit", 20) @Default("color", Color.red) @Default("tags", [])
  func find(limit: Int, color: Color, tags: [String], text: String?, ids: [Int]?) async throws -> [Page]

  @GET("/pages/{number}") @Throws(PageError.self)
  func page(number: Int, version: Header<Version?>, xAPIKey: Header<String?>) async throws -> Page

  @POST("/pages") @Status(201)
  func create(number: Int, words: [String], note: String?, color: Color, at: Date) async throws -> Page

  @PUT("/pages/:number")
  func replace(_ number: Int, with page: Body<Page>, notify: Contract::Query<Bool>) async throws

  @PATCH("/pages/:number") @Default("words", ["a"])
  func change(number: Int, words: [String], scale: Double?) async throws -> Page?

  @DELETE("/pages/:id")
  func remove(id: UUID) async throws

  @HEAD("/pages/:number")
  func check(number: Int) async throws

  @POST("/text")
  func echo(text: Body<String>) async throws -> String

  @POST("/bytes")
  func bytes(_ bytes: Body<[UInt8]>) async throws -> [UInt8]

  @POST("/data")
  func data(data: Body<Data>) async throws -> Data

  @POST("/optional")
  func optional(page: Body<Page?>) async throws -> Page?

  @GET("/search")
  func search(page: Field<Page>, flags: Contract::Query<[Bool]>) async throws -> Int

  @OPTIONS("/pages")
  func options(origin: Header<String>) async throws -> Contract::Empty

  @HTTP("/pages", method: "PURGE")
  func purge() async throws
}
