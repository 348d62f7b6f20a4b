import Contract
import ContractClient
import ContractHTTP
import Testing

/// A token that a closure or an object of a client captures. Its deinitializer ends the stream of its continuation.
private final class Token: Sendable {
  private let continuation: AsyncStream<Never>.Continuation

  init(_ continuation: AsyncStream<Never>.Continuation) {
    self.continuation = continuation
  }

  deinit { continuation.finish() }
}

private struct Listener: ClientListener {
  let token: Token
}

private struct Sink: ClientLogSink {
  let token: Token

  func takes(_ level: ClientLogLevel) -> Bool { true }
  func log(_ record: ClientLogRecord) {}
}

/// A client and a part of it that captures a token.
private struct Keeper: CustomTestStringConvertible {
  let testDescription: String
  let add: @Sendable (APIClient, Token) -> APIClient

  init(_ name: String, _ add: @escaping @Sendable (APIClient, Token) -> APIClient) {
    testDescription = name
    self.add = add
  }

  static let all: [Keeper] = [
    Keeper("redirect rule") { client, token in
      client.redirects(
        .deciding(max: 5, RedirectRule { redirect in withExtendedLifetime(token) { redirect.next } }))
    },
    Keeper("middleware") { client, token in
      client.middleware { request, next in
        defer { withExtendedLifetime(token) {} }
        return try await next(request)
      }
    },
    Keeper("middleware of attempts") { client, token in
      client.attemptMiddleware { request, next in
        defer { withExtendedLifetime(token) {} }
        return try await next(request)
      }
    },
    Keeper("modifyRequest closure") { client, token in client.modifyRequest { _, _ in withExtendedLifetime(token) {} }
    },
    Keeper("authentication") { client, token in client.auth(.custom { _ in withExtendedLifetime(token) {} }) },
    Keeper("listener") { client, token in client.listener(Listener(token: token)) },
    Keeper("log sink") { client, token in client.logging(to: Sink(token: token)) },
    Keeper("progress") { client, token in
      client.transport { $0.progress.append(ProgressHandler { _ in withExtendedLifetime(token) {} }) }
    },
  ]
}

@Suite("Release of unused clients", .timeLimit(.minutes(1)))
struct ReleasedClientTests {
  /// Redirects /from to /to, and responds to /broken with an invalid length.
  private static func start() -> ScriptedServer {
    ScriptedServer(answering: { request in
      switch request.line {
      case "GET /from HTTP/1.1": "HTTP/1.1 302 Found\r\nLocation: /to\r\nContent-Length: 0\r\n\r\n"
      case "GET /broken HTTP/1.1": "HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n"
      default: ok("done")
      }
    })
  }

  @Test("The closures and objects of a client are released after its last call", arguments: Keeper.all)
  fileprivate func released(_ keeper: Keeper) async throws {
    let server = Self.start()
    defer { server.stop() }
    let (ended, continuation) = AsyncStream.makeStream(of: Never.self)
    do {
      let client = keeper.add(APIClient(baseURL: server.baseURL).retry(limit: 1), Token(continuation))
      let text = try await client("from").call(.http, as: .string)
      #expect(text == "done")
      let streamed = try await client("to").stream()
      #expect(streamed.status == .ok)
      await #expect(throws: ClientError.self) { try await client("broken").call(.http, as: .string) }
      let cancelled = Task { try await client("to").call(.http, as: .string) }
      cancelled.cancel()
      _ = await cancelled.result
    }
    for await _ in ended {}
  }
}
