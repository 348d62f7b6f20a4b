import Contract
import ContractHTTP
import ContractLoop
import Testing

@testable import ContractServer

@Suite("Deadlines behind asynchronous authenticators")
struct WaitingDeadlineTests {
  @Test(
    "The time of a client's deadline is counted from the head, not from the end of the check", arguments: [false, true])
  func counted(hasMiddleware: Bool) async throws {
    let checked = Lock<Int64>(0)
    let deadline = Lock<Int64>(0)
    let endpoint = Endpoint<Empty, String>(.get, "/", .security(.bearer))
    let route = Route(endpoint) { (request: ServerRequest, _: Empty) in
      deadline.withLock { $0 = request.deadlineNanoseconds }
      return "done"
    }
    var timeouts = ServerTimeouts()
    timeouts.deadlineField = "Request-Timeout-Ms"
    let middleware: [any Middleware] = hasMiddleware ? [RequestID()] : []
    let server = Server(port: 0, timeouts: timeouts, middleware: middleware) { route }
      .authenticating(.bearer, as: String.self) { _ in
        await Task.yield()
        checked.withLock { $0 = LoopInstant.read().nanoseconds }
        return Authenticated("Ann")
      }
    let fields: HTTPFields = [.authorization: "Bearer ann", "Request-Timeout-Ms": "60000"]
    let response = try await server.pipeline().respond(
      to: HTTPRequest(.get, "/", authority: "example.org", fields: fields))
    #expect(try await response.text == "done")
    // The head arrived before the check ended.
    #expect(deadline.withLock { $0 } < checked.withLock { $0 } + 60_000_000_000)
  }
}
