import ContractOpenAPI
import ContractTesting
import Testing

@API(prefix: "/v1") @Security(.bearer) @Deprecated("use NotesV2", since: "2026-09-01", sunset: "2027-01-31")
protocol NotesV1: Sendable {
  @GET("/notes") func titles() async throws -> [String]
  @GET("/notes/:id") func note(id: Int) async throws -> String
}

@API(prefix: "/v2") protocol NotesV2: Sendable {
  @GET("/notes") func notes() async throws -> [Int]
  @GET("/notes/:id") func note(id: Int) async throws -> String
}

/// One service of both versions.
private struct NotesOfBoth: NotesV1, NotesV2 {
  func titles() async throws -> [String] { ["a"] }
  func notes() async throws -> [Int] { [1] }
  func note(id: Int) async throws -> String { "note \(id)" }
}

@Suite("Versions side by side")
struct VersionsSideBySideTests {
  private static func server() -> Server {
    Server(port: 0, threads: 1) {
      NotesV1Routes(NotesOfBoth())
      NotesV2Routes(NotesOfBoth())
    }.authenticating(.bearer, as: String.self) { credentials in
      if case .bearer(let token) = credentials { Authenticated(token) } else { nil }
    }
  }

  @Test("One service serves two versions that share one function and differ in others")
  func calls() async throws {
    try await withServer(Self.server()) { (client) async throws in
      let client = client.auth(.bearer("t"))
      let titles: [String] = try await client("v1/notes").get()
      #expect(titles == ["a"])
      #expect(try await NotesV2API(client).notes() == [1])
      let note = try await client("v1/notes/1").call(.http, as: .string)
      #expect(note == "note 1")
      #expect(try await NotesV2API(client).note(id: 2) == "note 2")
    }
  }

  @Test(
    "Responses of a deprecated version have Deprecation and Sunset headers, and responses of the other version do not",
    arguments: [
      ("v1/notes", 200, "@1788220800", "Sun, 31 Jan 2027 00:00:00 GMT"),
      ("v1/notes/1", 200, "@1788220800", "Sun, 31 Jan 2027 00:00:00 GMT"),
      ("v1/notes/x", 400, "@1788220800", "Sun, 31 Jan 2027 00:00:00 GMT"),
      ("v2/notes", 200, nil, nil),
    ] as [(RequestPath, Int, String?, String?)])
  func headers(_ path: RequestPath, _ status: Int, _ deprecation: String?, _ sunset: String?) async throws {
    try await withServer(Self.server()) { (client) async throws in
      let response = try await client(path).auth(.bearer("t")).response()
      #expect(response.status.code == status)
      #expect(response.fields["Deprecation"]?.rawValue == deprecation)
      #expect(response.fields["Sunset"]?.rawValue == sunset)
    }
  }

  @Test("One document describes both versions, and marks the deprecated one")
  func document() throws {
    let document = try OpenAPI(title: "Notes", version: "2", NotesV1Endpoints.all + NotesV2Endpoints.all).export()
      .document
    #expect(document["paths"]?["/v1/notes"]?["get"]?["deprecated"]?.bool == true)
    #expect(document["paths"]?["/v2/notes"]?["get"]?["deprecated"] == nil)
  }
}
