// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Contract

// Rules, credentials and typed throws in a target that isolates to the main actor by default.

@API @Mock @Security(.bearer, scopes: "notes:read")
public protocol Notes: Sendable {
  @GET("/notes/:id") @Validate("id", .range(1...), .custom("must be odd") { $0 % 2 == 1 })
  func note(id: UInt16) async throws(CallFailure<TodoError>) -> String
  @POST("/notes") @Security(.bearer, scopes: "notes:read", "notes:write") @Security(.apiKey(header: "X-Key"))
  @Validate(
    "texts", .count(...3), .each(.length(1...), .custom("must be trimmed") { (text: String) in text.last != " " }))
  func add(texts: [String]?, `default`: Bool) async throws(CallFailure<TodoError>)
  @GET("/notes") @Security(.none) @Validate("self", .pattern("[a-z]*"))
  func list(self: String) async throws -> [String]
}

@Request
public struct FindNotes {
  @Query @Validate(.range(1...100)) public var limit: Int = 20
  @Query @Validate(.length(...10)) public var text: String?
}

public enum Wrapper<Value: Sendable> {
  @Request
  public struct Inner {
    @Query @Validate(.range(0.5...)) public var factor: Double
  }
}
