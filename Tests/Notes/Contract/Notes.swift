// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Contract
public import FoundationEssentials

/// A contract with every part of a document.
@API(prefix: "/v1") @Security(.bearer, scopes: "notes:read")
public protocol Notes: Sendable {
  /// Lists notes.
  ///
  /// The newest come first.
  ///
  /// - Parameters:
  ///   - limit: the maximum number.
  ///   - state: only notes in this state.
  /// - Returns: the notes.
  @GET("/notes") @Default("limit", 20) @Validate("limit", .range(1...100))
  func list(
    limit: Int, state: State?, tags: [String], since: Date?, filter: Query<Filter?>, requestSource: Header<String?>
  ) async throws -> (notes: Page<Note>, totalCount: Header<Int>)

  /// Returns a note.
  @GET("/notes/:id") @Throws(NoteError.self) @ETag
  func note(id: UUID) async throws -> Note

  /// Creates a note.
  ///
  /// - Parameter title: the words.
  @POST("/notes") @Status(201) @Throws(NoteError.self) @Security(.bearer, scopes: "notes:write")
  @Default("priority", 3) @Validate("title", .length(1...80))
  func create(title: String, text: String?, priority: Int, tags: [String], due: Date?) async throws -> Note

  @PUT("/notes/:id")
  func replace(id: UUID, note: Body<Note>, version: IfMatch) async throws

  @POST("/notes/:id/shape")
  func draw(id: UUID, shape: Body<Shape>) async throws -> Drawn

  /// Attaches files.
  @POST("/notes/:id/files") @Multipart
  func attach(id: UUID, file: Part, others: [Part], label: String?) async throws

  @DELETE("/notes/:id") @Deprecated("archive notes instead", since: "2026-01-31", sunset: "2027-01-31")
  func delete(id: UUID) async throws

  @GET("/notes/:id/text") @Security(.none) @Throws(NoteError.self)
  func text(id: UUID) async throws -> String

  @GET("/notes/:id/photo") @Throws(NoteError.self)
  func photo(id: UUID) async throws -> [UInt8]

  @GET("/tree")
  func tree(session: Cookie<String?>) async throws -> Tree?
}

/// A note.
@Schema
public struct Note: Equatable, Sendable {
  public var id: UUID
  /// The words.
  @Validate(.length(1...80)) @Example("Buy milk") public var title: String
  public var due: Date?
  public var state: Open<State>
  public var owner: Owner?
  public var serial: UInt64

  public init(id: UUID, title: String, due: Date?, state: Open<State>, owner: Owner?, serial: UInt64) {
    self.id = id
    self.title = title
    self.due = due
    self.state = state
    self.owner = owner
    self.serial = serial
  }
}

/// Only Codable, so its schema is found by decoding it.
public struct Owner: Codable, Equatable, Sendable {
  public var name: String
  public var home: URL?
  public var level: Level
}

public enum Level: Int, Codable, Sendable { case low = 1, high = 5 }

public enum State: String, Codable, Sendable { case open, done }

public struct Filter: Codable, Sendable {
  public var state: State?
  public var limit: Int?
}

public struct Page<Item: Codable & Sendable>: Codable, Sendable {
  public var items: [Item]
  public var next: String?

  public init(items: [Item], next: String?) {
    self.items = items
    self.next = next
  }
}

public struct Tree: Codable, Sendable {
  public var name: String
  public var children: [Tree]

  public init(name: String, children: [Tree]) {
    self.name = name
    self.children = children
  }
}

@Schema @Tagged("type")
public enum Shape: Equatable, Sendable {
  case circle(radius: Double)
  case line(from: Int, to: Int)
  case empty
}

@APIResult
public enum Drawn: Equatable, Sendable {
  @Status(200) case replaced(Shape)
  @Status(201) case created(Shape, location: Header<String>)
  @Status(202) case queued
}

@APIError
public enum NoteError: Equatable {
  @Status(404) case notFound
  @Status(409) case taken(name: String, by: Int?)
  @Status(400) case tooMany(limit: Int)
}
