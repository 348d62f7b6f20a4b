import Contract
import ContractHTTP
import Testing

@testable import ContractServer

@Suite("Idempotency keys of requests whose credentials are checked by inner middleware or handlers")
struct SignedIdempotencyTests {
  /// A handler that refuses requests without `X-Pass`.
  static func server(refusing status: HTTPStatus) throws -> MiddlewareFixture {
    var router = Router()
    router.on(.post, "/orders") { request in
      request.head.text(of: "X-Pass") == nil ? HTTPResponse(status) : .text("done")
    }
    return try MiddlewareFixture([IdempotencyKeys()], router.routes)
  }

  @Test("A refusal that depends on credentials is not stored", arguments: [401, 403, 407] as [HTTPStatus])
  func refusals(status: HTTPStatus) async throws {
    let server = try Self.server(refusing: status)
    #expect(try await server.send(.post, "/orders", ["Idempotency-Key": "k"]).status == status)
    #expect(try await server.send(.post, "/orders", ["Idempotency-Key": "k", "X-Pass": "1"]).text == "done")
  }

  /// The routes of webhooks with the middleware of `lists`, the innermost list first.
  static func hooks(
    _ lists: [[any Middleware]], method: HTTPMethod = .post, behind outer: [any Middleware] = []
  ) -> Server {
    let endpoint = Endpoint<Empty, String>(method, "/hooks", id: "Hooks.deliver")
    var routes = [Route(endpoint) { (_: ServerRequest, _: Empty) in "accepted" }]
    for list in lists { routes = routes.flatMap { $0.middleware(list) } }
    return Server(port: 0, middleware: outer) { routes }
  }

  @Test("A server does not start if stored responses would bypass the check of signatures")
  func order() throws {
    let check = WebhookVerification(try .hmacSHA256(Secret("secret"), header: "X-Signature"))
    let keys = IdempotencyKeys()
    let wrong = [
      Self.hooks([[check]], behind: [keys]), Self.hooks([[keys, check]]), Self.hooks([[check], [keys]]),
      Self.hooks([], behind: [keys, check]), Self.hooks([[check]], method: .patch, behind: [keys]),
    ]
    for server in wrong {
      let error = try #require(throws: RouteConflict.self) { try server.pipeline() }
      #expect(error.description.contains("(Hooks.deliver) has the middleware IdempotencyKeys outside WebhookVer"))
    }
    let right = [
      Self.hooks([[check, keys]]), Self.hooks([[keys], [check]]), Self.hooks([], behind: [check, keys]),
      Self.hooks([[keys]]), Self.hooks([[check]]), Self.hooks([[check]], method: .get, behind: [keys]),
    ]
    for server in right { #expect(throws: Never.self) { try server.pipeline() } }
  }
}
