import Contract
import Foundation

/// A contract with every part of a document.
@API(prefix: "/v1") @Security(.bearer, scopes: "notes:read")
protocol Notes: Sendable {
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

  @GET("/notes/:id/text") @Security(.none)
  func text(id: UUID) async throws -> String

  @GET("/notes/:id/photo")
  func photo(id: UUID) async throws -> [UInt8]

  @GET("/tree")
  func tree(session: Cookie<String?>) async throws -> Tree?
}

/// A note.
@Schema
struct Note: Equatable, Sendable {
  var id: UUID
  /// The words.
  @Validate(.length(1...80)) @Example("Buy milk") var title: String
  var due: Date?
  var state: Open<State>
  var owner: Owner?
  var serial: UInt64
}

/// Only Codable, so its schema is found by decoding it.
struct Owner: Codable, Equatable, Sendable {
  var name: String
  var home: URL?
  var level: Level
}

enum Level: Int, Codable, Sendable { case low = 1, high = 5 }

enum State: String, Codable, Sendable { case open, done }

struct Filter: Codable, Sendable {
  var state: State?
  var limit: Int?
}

struct Page<Item: Codable & Sendable>: Codable, Sendable {
  var items: [Item]
  var next: String?
}

struct Tree: Codable, Sendable {
  var name: String
  var children: [Tree]
}

@Schema @Tagged("type")
enum Shape: Equatable, Sendable {
  case circle(radius: Double)
  case line(from: Int, to: Int)
  case empty
}

@APIResult
enum Drawn: Equatable, Sendable {
  @Status(200) case replaced(Shape)
  @Status(201) case created(Shape, location: Header<String>)
  @Status(202) case queued
}

@APIError
enum NoteError: Equatable {
  @Status(404) case notFound
  @Status(409) case taken(name: String, by: Int?)
  @Status(400) case tooMany(limit: Int)
}
