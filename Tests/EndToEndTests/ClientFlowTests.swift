import ContractTestSupport
import ContractTesting
import Testing

private struct Note: Codable, Sendable, Equatable {
  var id: Int
  var text: String
}

@APIError
private enum NoteError {
  @Status(404) case notFound
}

@API
private protocol Notes: Sendable {
  @GET("/notes/:id") @Throws(NoteError.self) func note(id: Int) async throws -> Note
  @POST("/notes") @Idempotent(key: "Idempotency-Key") func create(text: String) async throws -> Note
  @GET("/mine") @Security(.bearer) func mine() async throws -> String
  @GET("/slow") func slow() async throws -> String
}

/// Stores notes, and responds to every other request with a transient failure.
private final class NoteStore: Notes {
  private struct State {
    var notes: [Note] = []
  }
  private let state = Lock(State())
  let calls = Lock(0)
  /// Opened by the test.
  let slowMayEnd = Gate()

  var count: Int { state.withLock { $0.notes.count } }

  func note(id: Int) async throws -> Note {
    guard let note = state.withLock({ state in state.notes.first { $0.id == id } }) else { throw NoteError.notFound }
    return note
  }

  func create(text: String) async throws -> Note {
    state.withLock { state in
      let note = Note(id: state.notes.count + 1, text: text)
      state.notes.append(note)
      return note
    }
  }

  func mine() async throws -> String { ServerRequest.current?.principal(String.self) ?? "nobody" }

  func slow() async throws -> String {
    calls.withLock { $0 += 1 }
    try await slowMayEnd.waitUnlessCancelled()
    return "done"
  }
}

/// Loses every first response: the request is executed and the client receives a 503.
private final class Forgetful: Middleware {
  private let isFirst = Lock(true)

  func handle(
    _ request: HTTPRequest, for operation: APIOperation?, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    let response = try await next(request)
    let loses = isFirst.withLock { first in
      defer { first.toggle() }
      return first
    }
    return loses ? HTTPResponse(.serviceUnavailable, fields: ["Retry-After": "0"]) : response
  }
}

/// Calls back when so many calls have begun.
private struct Begun: Middleware {
  let left: Lock<Int>
  let body: @Sendable () -> Void

  func handle(
    _ request: HTTPRequest, for operation: APIOperation?, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    let isLast = left.withLock { left in
      left -= 1
      return left == 0
    }
    if isLast { body() }
    return try await next(request)
  }
}

/// The parts of a client against the parts of a server.
@Suite("Client modifiers against a server", .timeLimit(.minutes(2)))
struct ClientFlowTests {
  private static func server(_ store: NoteStore, _ middleware: any Middleware...) -> Server {
    Server(port: 0, threads: 1, middleware: middleware) { NotesRoutes(store) }
      .authenticating(.bearer, as: String.self) { credentials in
        guard case .bearer(let token) = credentials, token.hasPrefix("good") else { return nil }
        return Authenticated(token)
      }
  }

  private static func client(_ client: APIClient) -> APIClient {
    client.timeout(.seconds(600)).retry(backoff: .constant(.milliseconds(1)))
  }

  @Test("A retried POST with an idempotency key is executed once")
  func idempotency() async throws {
    let store = NoteStore()
    try await withServer(Self.server(store, Forgetful(), IdempotencyKeys())) { client in
      let notes = NotesAPI(Self.client(client))
      #expect(try await notes.create(text: "a") == Note(id: 1, text: "a"))
      #expect(try await notes.create(text: "b") == Note(id: 2, text: "b"))
      #expect(store.count == 2)
      await #expect(throws: NoteError.self) { try await notes.note(id: 9) }
      let fluent: Note = try await Self.client(client)("notes")(2).get()
      #expect(fluent == Note(id: 2, text: "b"))
    }
  }

  @Test("Contract calls and fluent calls share tokens, which are renewed once")
  func tokens() async throws {
    let store = NoteStore()
    try await withServer(Self.server(store)) { client in
      let count = Lock(0)
      let authorized = client.timeout(.seconds(600)).tokenRefresher(
        store: MemoryTokenStore(AuthTokens(accessToken: "bad"))
      ) { _, _ in
        let number = count.withLock { count in
          count += 1
          return count
        }
        return AuthTokens(accessToken: "good\(number)")
      }
      try await withThrowingTaskGroup(of: String.self) { group in
        for _ in 0..<10 {
          group.addTask { try await NotesAPI(authorized).mine() }
          group.addTask { try await authorized("mine").call(.http, as: .string) }
        }
        for try await name in group { #expect(name == "good1") }
      }
      #expect(count.withLock { $0 } == 1)
    }
  }

  @Test("Coalesced concurrent calls do not all reach the server")
  func coalescing() async throws {
    let store = NoteStore()
    try await withServer(Self.server(store)) { client in
      // Middleware runs once for each call, before calls share a request.
      let begun = Begun(left: Lock(50)) { store.slowMayEnd.open() }
      let notes = NotesAPI(client.timeout(.seconds(600)).coalescing().middleware(begun))
      try await withThrowingTaskGroup(of: String.self) { group in
        for _ in 0..<50 { group.addTask { try await notes.slow() } }
        for try await text in group { #expect(text == "done") }
      }
      #expect(store.calls.withLock { $0 } < 50)
    }
  }

  @Test("A client waits for a server that starts late, and its circuit breaker blocks calls to a stopped server")
  func connections() async throws {
    let store = NoteStore()
    let first = Self.server(store)
    let address = try await first.start()
    await first.stop(drain: .zero)
    let gone = APIClient(baseURL: address.url, transport: CurlTransport())
    let breaker = CircuitBreaker(failures: 2, cooldown: .seconds(60))
    for code in [ClientError.Code.noConnection, .noConnection, .circuitOpen] {
      let error = await #expect(throws: ClientError.self) { try await gone.circuitBreaker(breaker).get() }
      #expect(error?.code == code)
    }
    let waiting = Task {
      try await NotesAPI(gone.timeout(.seconds(600)).waitForConnection(backoff: .constant(.milliseconds(5)))).create(
        text: "late")
    }
    let second = Server(port: address.port, threads: 1) { NotesRoutes(store) }
      .authenticating(.bearer, as: String.self) { _ in nil }
    _ = try await second.start()
    #expect(try await waiting.value.text == "late")
    await second.stop(drain: .zero)
  }

  @Test("Calls cancelled at any time finish, and the client stays usable")
  func cancellation() async throws {
    let store = NoteStore()
    try await withServer(Self.server(store)) { client in
      let flow = Self.client(client).coalescing().circuitBreaker().hostBackoff().tokenRefresher { _, _ in
        AuthTokens(accessToken: "good")
      }
      _ = try await NotesAPI(flow).create(text: "a")
      await withTaskGroup(of: Void.self) { group in
        for index in 0..<300 {
          group.addTask {
            let call = Task {
              if index % 3 == 0 { return try await NotesAPI(flow).note(id: 1).text }
              return try await flow("notes")(1).query("n", index % 7).call(.http, as: .string)
            }
            for _ in 0..<(index % 10) { await Task.yield() }
            if index % 2 == 0 { call.cancel() }
            do {
              _ = try await call.value
            } catch let error as ClientError {
              #expect(error.code == .cancelled)
            } catch {
              Issue.record(error)
            }
          }
        }
      }
      #expect(try await NotesAPI(flow).note(id: 1).text == "a")
    }
  }
}
