// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Contract

/// A failure inside a type whose members it uses.
public enum Shop {
  nonisolated public struct Item: Codable, Equatable, Sendable {
    public var id: Int
    public init(id: Int) { self.id = id }
  }
  public typealias Note = String?

  @APIError
  public enum Failure: Equatable {
    @Status(409) case taken(Item, note: Note)
    @Status(410) case gone(Item?)
  }
}

@API @Throws(Shop.Failure.self)
public protocol Shopping: Sendable {
  @GET("/buy/:id")
  func buy(id: Int, note: String?) async throws -> String
}
