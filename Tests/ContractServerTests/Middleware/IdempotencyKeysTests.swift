import Contract
import ContractHTTP
import Testing

@testable import ContractServer

@Suite("Idempotency keys")
struct IdempotencyKeysTests {
  /// `POST /orders` returns the number of its calls; `POST /failing` fails the first time.
  static func server(_ keys: IdempotencyKeys = IdempotencyKeys()) throws -> MiddlewareFixture {
    let orders = Lock(0)
    let failures = Lock(0)
    @Sendable func next(_ counter: Lock<Int>) -> Int {
      counter.withLock { count in
        count += 1
        return count
      }
    }
    var router = Router()
    router.on(.post, "/orders") { _ in
      HTTPResponse(.created, fields: [.location: "/orders/1"], body: .bytes(Array("order \(next(orders))".utf8)))
    }
    router.on(.put, "/orders") { _ in .text("order \(next(orders))") }
    router.on(.post, "/failing") { _ in next(failures) == 1 ? HTTPResponse(.badGateway) : .text("done") }
    return try MiddlewareFixture([keys], router.routes)
  }

  static func post(
    _ server: MiddlewareFixture, _ key: HTTPFieldValue, _ body: String = "a", _ fields: HTTPFields = [:]
  ) async throws -> HTTPResponse {
    var fields = fields
    fields["Idempotency-Key"] = key
    return try await server.send(.post, "/orders", fields, body: body)
  }

  @Test("A repeated request gets the stored response without running the handler")
  func replays() async throws {
    let server = try Self.server()
    let first = try await Self.post(server, "\"k-1\"")
    let second = try await Self.post(server, "k-1")
    #expect(try await first.text == "order 1" && first.field("Idempotency-Replayed") == nil)
    #expect(second.status == 201 && second.field(.location) == "/orders/1")
    #expect(try await second.text == "order 1" && second.field("Idempotency-Replayed") == "true")
    #expect(try await Self.post(server, "k-2").text == "order 2")
  }

  @Test("A different request with the same idempotency key is refused with 422")
  func mismatch() async throws {
    let server = try Self.server()
    _ = try await Self.post(server, "k")
    #expect(try await Self.post(server, "k", "b").status == 422)
    #expect(try await server.send(.post, "/failing", ["Idempotency-Key": "k"], body: "a").status == 422)
    #expect(try await Self.post(server, "k").field("Idempotency-Replayed") == "true")
  }

  @Test("The keys of different clients are separate")
  func clients() async throws {
    let server = try Self.server()
    #expect(try await Self.post(server, "k", "a", [.authorization: "Bearer one"]).text == "order 1")
    #expect(try await Self.post(server, "k", "a", [.authorization: "Bearer two"]).text == "order 2")
    #expect(try await Self.post(server, "k", "a", [.authorization: "Bearer one"]).text == "order 1")
    #expect(try await Self.post(server, "k", "a", ["X-JWT": "one"]).text == "order 3")
    #expect(try await Self.post(server, "k", "a", ["X-Credentials": "one"]).text == "order 4")
    #expect(try await Self.post(server, "k", "a", ["X-JWT": "one"]).text == "order 3")
  }

  @Test(
    "Attempts with different signatures get one stored response", arguments: ["webhook-signature", "X-Signature-256"])
  func signatures(name: HTTPFieldName) async throws {
    let server = try Self.server()
    #expect(try await Self.post(server, "k", "a", [name: "v1,one"]).text == "order 1")
    #expect(try await Self.post(server, "k", "a", [name: "v1,two"]).text == "order 1")
  }

  @Test("The keys of different client certificates are separate")
  func certificates() async throws {
    let calls = Lock(0)
    let keys = IdempotencyKeys()
    func order(_ fingerprint: String?) async throws -> String {
      let request = HTTPRequest(.post, "/orders", authority: "a", fields: ["Idempotency-Key": "k"])
      let certificate = fingerprint.map { ClientCertificate(subject: "CN=a", fingerprint: $0) }
      let exchange = Exchange(head: RequestHead(request), operation: nil, clientCertificate: certificate)
      let answer = try await keys.handle(request, in: exchange) { _ in
        calls.withLock { calls in
          calls += 1
          return .text("order \(calls)")
        }
      }
      return try await answer.text
    }
    #expect(try await order("one") == "order 1")
    #expect(try await order("two") == "order 2")
    #expect(try await order(nil) == "order 3")
    #expect(try await order("one") == "order 1")
  }

  /// Headers that look like credentials, for an operation with a token and for one without.
  static let noise: [HTTPFieldName] = ["X-Junk-Key", "X-CSRF-Token", .cookie, "X-API-Key"]

  @Test("A key belongs to the credentials that the operation requires", arguments: noise)
  func oneClient(field: HTTPFieldName) async throws {
    let endpoint = Endpoint<Empty, String>(
      .post, "/orders",
      .security(
        anyOf: SecurityRequirement(.bearer), SecurityRequirement(.apiKey(header: "X-API-Key"))),
      .idempotent(key: "X-Order-Key"), id: "orders")
    var router = Router()
    router.add(Self.counting(endpoint))
    router.authenticating(.bearer) { _ in Authenticated("somebody") }
    router.authenticating(.apiKey(header: "X-API-Key")) { _ in Authenticated("somebody") }
    let server = Server(port: 0, middleware: [IdempotencyKeys()], router: router)
    let pipeline = try server.pipeline()
    for number in 1...3 {
      let fields: HTTPFields = [
        .authorization: "Bearer one", "X-Order-Key": "k", field: HTTPFieldValue(unchecked: "noise=\(number)"),
      ]
      let answer = try await pipeline.respond(to: HTTPRequest(.post, "/orders", authority: "a", fields: fields))
      #expect(try await answer.text == "order 1")
    }
  }

  @Test("A custom key header is not part of the client's identity")
  func ownField() async throws {
    let store = MemoryIdempotencyStore(maxKeys: 10, clientShare: 0.3)
    let endpoint = Endpoint<Empty, String>(.post, "/orders", .idempotent(key: "X-Order-Key"), id: "orders")
    let server = try MiddlewareFixture([IdempotencyKeys(store: store)], [Route(endpoint) { _ in "order" }])
    for number in 1...9 {
      let fields: HTTPFields = ["X-Order-Key": HTTPFieldValue(unchecked: "k\(number)")]
      #expect(try await server.send(.post, "/orders", fields).status == 200)
    }
    #expect(store.keyCount == 3, "all keys belong to one client, whose share is three of ten")
  }

  /// A remote store, whose calls are cancelled with their tasks, and which may be unreachable.
  final class RemoteStore: IdempotencyStore {
    struct Unreachable: Error {}
    let finished = Lock<[StoredResponse?]>([])
    let isReachable: Bool

    init(isReachable: Bool = true) { self.isReachable = isReachable }

    func claim(_ key: String, fingerprint: String) -> IdempotencyClaim { .first }

    func finish(_ key: String, _ answer: StoredResponse?) async throws {
      try Task.checkCancellation()
      guard isReachable else { throw Unreachable() }
      finished.withLock { $0.append(answer) }
    }
  }

  @Test("A key is finished although its client disconnects", arguments: [true, false])
  func cancelled(isAnswered: Bool) async throws {
    struct Unlucky: Error {}
    let store = RemoteStore()
    let request = HTTPRequest(.post, "/orders", authority: "a", fields: ["Idempotency-Key": "k"])
    let carryingOut = Task {
      try await IdempotencyKeys(store: store).handle(request, in: Exchange(head: nil, operation: nil)) { _ in
        withUnsafeCurrentTask { $0?.cancel() }
        if isAnswered { return .text("done") }
        throw Unlucky()
      }
    }
    switch await carryingOut.result {
    case .success(let answer): #expect(try await answer.text == "done" && isAnswered)
    case .failure(let error): #expect(error is Unlucky && !isAnswered)
    }
    #expect(store.finished.withLock { $0.map { $0?.content } } == [isAnswered ? Array("done".utf8) : nil])
  }

  @Test("A failing store does not change the response or error", arguments: [true, false])
  func unreachable(isAnswered: Bool) async throws {
    struct Unlucky: Error {}
    let request = HTTPRequest(.post, "/orders", authority: "a", fields: ["Idempotency-Key": "k"])
    let keys = IdempotencyKeys(store: RemoteStore(isReachable: false))
    do {
      let answer = try await keys.handle(request, in: Exchange(head: nil, operation: nil)) { _ in
        if isAnswered { return .text("done") }
        throw Unlucky()
      }
      #expect(try await answer.text == "done" && isAnswered)
    } catch {
      #expect(error is Unlucky && !isAnswered)
    }
  }

  /// Returns a route that responds with the number of its calls.
  static func counting(_ endpoint: Endpoint<Empty, String>) -> Route {
    let calls = Lock(0)
    return Route(endpoint) { _ in
      calls.withLock { calls in
        calls += 1
        return "order \(calls)"
      }
    }
  }

  static let schemes: [SecurityScheme] = [
    .bearer, .basic, .apiKey(header: "X-Tenant"), .apiKey(header: "X-API-Key"), .apiKey(query: "key"),
    .apiKey(cookie: "session"),
  ]

  @Test("The keys of clients are separate wherever the credentials are sent", arguments: schemes)
  func places(scheme: SecurityScheme) async throws {
    let endpoint = Endpoint<Empty, String>(.post, "/orders", .security(scheme), id: "orders")
    var router = Router()
    router.add(Self.counting(endpoint))
    router.authenticating(scheme) { _ in Authenticated("somebody") }
    let server = Server(port: 0, middleware: [IdempotencyKeys()], router: router)
    let pipeline = try server.pipeline()
    func order(_ name: String) async throws -> String {
      var target = "/orders"
      var fields: HTTPFields = ["Idempotency-Key": "k"]
      switch scheme.kind {
      case .bearer: fields[.authorization] = HTTPFieldValue("Bearer \(name)")
      case .basic: fields[.authorization] = HTTPFieldValue("Basic \(name == "one" ? "YTpi" : "YTpj")")
      case .headerKey(let field): fields[field] = HTTPFieldValue(name)
      case .queryKey(let key): target += "?a=1&\(key)=\(name)"
      case .cookieKey(let key): fields[.cookie] = HTTPFieldValue("\(key)=\(name)")
      }
      return try await pipeline.respond(to: HTTPRequest(.post, target, authority: "a", fields: fields)).text
    }
    #expect(try await order("one") == "order 1")
    #expect(try await order("two") == "order 2")
    #expect(try await order("one") == "order 1")
  }

  @Test("A read of the current state before a write is not stored under the idempotency key")
  func questions() async throws {
    let text = Lock("first")
    let endpoint = Endpoint<Empty, String>(.put, "/text", .idempotent(key: "X-Key"), id: "write")
    let write = Route(endpoint) { _ in
      text.withLock { $0 += "!" }
      return "written"
    }
    var router = Router()
    router.on(.get, "/text") { _ in .text(text.withLock { $0 }) }
    for middleware: [any Middleware] in [
      [ConditionalRequests(), IdempotencyKeys()], [IdempotencyKeys(), ConditionalRequests()],
    ] {
      text.withLock { $0 = "first" }
      let server = try MiddlewareFixture(middleware, [write] + router.routes)
      let tag = try #require(try await server.send(.get, "/text").fields["ETag"])
      let answer = try await server.send(.put, "/text", ["X-Key": "k", "If-Match": tag])
      #expect(answer.status == 200 && answer.field("Idempotency-Replayed") == nil)
      #expect(text.withLock { $0 } == "first!")
    }
  }

  @Test("A repeated request gets 409 while the first is being handled")
  func inFlight() async throws {
    let started = Event()
    let finish = Event()
    var router = Router()
    router.on(.post, "/slow") { _ in
      started.set()
      await finish.wait()
      return .text("done")
    }
    let server = try MiddlewareFixture([IdempotencyKeys()], router.routes)
    let fields: HTTPFields = ["Idempotency-Key": "k"]
    async let first = server.send(.post, "/slow", fields)
    await started.wait()
    let second = try await server.send(.post, "/slow", fields)
    #expect(second.status == 409 && second.field("Retry-After") == "1")
    finish.set()
    #expect(try await first.text == "done")
    #expect(try await server.send(.post, "/slow", fields).text == "done")
  }

  @Test("A key is released after a server error")
  func failures() async throws {
    let server = try Self.server()
    let fields: HTTPFields = ["Idempotency-Key": "k"]
    #expect(try await server.send(.post, "/failing", fields).status == 502)
    #expect(try await server.send(.post, "/failing", fields).text == "done")
    #expect(try await server.send(.post, "/failing", fields).field("Idempotency-Replayed") == "true")
  }

  static let keys: [(String, String?)] = [
    ("\"a b\"", "a b"), ("a", "a"), ("\"a\\\"b\\\\\"", "a\"b\\"), ("", nil), ("\"\"", nil), ("\"a", nil),
    ("\"a\"b\"", nil),
    ("a b", nil), ("a, b", nil), ("a;x=1", nil), ("\"a\\n\"", nil), ("\"é\"", nil), ("\"", nil), ("\"\\\"", nil),
    (String(repeating: "x", count: 255), String(repeating: "x", count: 255)), (String(repeating: "x", count: 256), nil),
  ]

  @Test("A key is a structured string or a bare value", arguments: keys)
  func parsing(text: String, key: String?) {
    #expect(IdempotencyKeys.key(text) == key)
  }

  @Test("A key may be required, but never for idempotent methods")
  func required() async throws {
    let server = try Self.server(IdempotencyKeys(isRequired: true))
    #expect(try await server.send(.post, "/orders").status == 400)
    #expect(try await server.send(.post, "/orders", ["Idempotency-Key": "a b"]).status == 400)
    let twice = HTTPFields([HTTPField("Idempotency-Key", "a"), HTTPField("Idempotency-Key", "a")])
    #expect(try await server.send(.post, "/orders", twice).status == 400)
    #expect(try await server.send(.put, "/orders", ["Idempotency-Key": "a"]).text == "order 1")
    #expect(try await server.send(.put, "/orders", ["Idempotency-Key": "a"]).text == "order 2")
    #expect(try await server.send(.post, "/nowhere").status == 404)
  }

  @Test("A key is read from the header that its operation names")
  func named() async throws {
    let calls = Lock(0)
    let endpoint = Endpoint<Empty, String>(.put, "/named", .idempotent(key: "X-Key"), id: "named")
    let route = Route(endpoint) { _ in
      calls.withLock { calls in
        calls += 1
        return "call \(calls)"
      }
    }
    let server = try MiddlewareFixture([IdempotencyKeys()], [route])
    #expect(try await server.send(.put, "/named", ["X-Key": "a"]).text == "call 1")
    #expect(try await server.send(.put, "/named", ["X-Key": "a"]).text == "call 1")
    #expect(try await server.send(.put, "/named", ["Idempotency-Key": "a"]).text == "call 2")
  }
}
