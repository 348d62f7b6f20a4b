import Contract
import ContractHTTP
import ContractLoop
import ContractTestSupport
import Testing

@testable import ContractServer

/// The server reuses the memory of heads; a retained request does not change.
@Suite("Requests kept by handlers", .ownThreads)
struct KeptRequestTests {
  /// The facts about a request, as text.
  private static func facts(_ request: ServerRequest) -> String {
    let body = String(decoding: request.body, as: UTF8.self)
    return """
      \(request.head.method) \(request.head.path)?\(request.head.query ?? "-") \(request.operation.id) \
      \(request.head.text(of: "X-Name") ?? "-") \(body) \(request.principal(String.self) ?? "-")
      """
  }

  private static let router: Router = {
    var router = Router()
    router.on(.get, "/{name}", id: "get") { .text(facts($0)) }
    router.on(.post, "/{name}", id: "post") { .text(facts($0)) }
    return router
  }()

  private static let long = String(repeating: "c", count: 5000)

  /// One request after another, each with other facts than the one before.
  private static func requests(_ count: Int) -> [(bytes: String, facts: String)] {
    (0..<count).map { index in
      switch index % 4 {
      case 0:
        (
          "GET /a\(index)?x=\(index) HTTP/1.1\r\nHost: a\r\nX-Name: n\(index)\r\n\r\n",
          "GET /a\(index)?x=\(index) get n\(index)  -"
        )
      case 1:
        (
          "POST /b\(index) HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc",
          "POST /b\(index)?- post - abc -"
        )
      case 2: ("GET /\(long) HTTP/1.1\r\nHost: a\r\n\r\n", "GET /\(long)?- get -  -")
      default: ("GET /d HTTP/1.1\r\nHost: a\r\n\r\n", "GET /d?- get -  -")
      }
    }
  }

  @Test("A request contains nothing of earlier requests on any connection")
  func nothingOfTheOneBefore() async throws {
    try await Self.serve(Self.router) { connect in
      let clients = try (0..<3).map { _ in try connect() }
      for (index, request) in Self.requests(60).enumerated() {
        let client = clients[index / 5 % clients.count]
        try client.send(request.bytes)
        #expect(try client.response().body == request.facts)
      }
    }
  }

  @Test(
    "A kept request does not change while others follow",
    arguments: ["the request", "its head", "a task of the handler"])
  func stay(_ kept: String) async throws {
    let requests = Lock<[ServerRequest]>([])
    let heads = Lock<[RequestHead]>([])
    let tasks = Lock<[Task<String, Never>]>([])
    let released = Event()
    var router = Router()
    router.on(.get, "/{name}") { request in
      switch kept {
      case "the request": requests.withLock { $0.append(request) }
      case "its head": heads.withLock { $0.append(request.head) }
      default:
        let task = Task {
          await released.wait()
          return ServerRequest.current?.head.path ?? "nothing"
        }
        tasks.withLock { $0.append(task) }
      }
      return .text(request.head.path)
    }
    let paths = (0..<20).map { "/\($0)" }
    try await Self.serve(router) { connect in
      let client = try connect()
      for path in paths {
        try client.send("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(try client.response().body == path)
      }
    }
    released.set()
    var seen = requests.withLock { $0.map(\.head.path) } + heads.withLock { $0.map(\.path) }
    for task in tasks.withLock({ $0 }) { seen.append(await task.value) }
    #expect(seen == paths)
  }

  @Test("A weakly referenced request never becomes another request")
  func weakly() async throws {
    struct Watch { weak var request: ServerRequest? }
    let watches = Lock<[Watch]>([])
    var router = Router()
    router.on(.get, "/{name}") { request in
      let seen = watches.withLock { $0.compactMap { $0.request?.head.path } }
      watches.withLock { $0.append(Watch(request: request)) }
      return .text(seen.joined(separator: " "))
    }
    try await Self.serve(router) { connect in
      let client = try connect()
      // All requests arrive in one iteration of the loop.
      let count = 20
      try client.send((0..<count).map { "GET /\($0) HTTP/1.1\r\nHost: a\r\n\r\n" }.joined())
      for _ in 0..<count { #expect(try client.response().body == "") }
    }
  }

  @Test("A request releases its authenticated principal")
  func letGo() async throws {
    final class Principal: Sendable {}
    struct Watch { weak var principal: Principal? }
    let watches = Lock<[Watch]>([])
    var router = Router()
    router.add(Route(Endpoint<Empty, String>(.get, "/", .security(.bearer))) { _ in "done" })
    router.authenticating(.bearer) { _ in
      let principal = Principal()
      watches.withLock { $0.append(Watch(principal: principal)) }
      return Authenticated(principal)
    }
    try await Self.serve(router) { connect in
      let client = try connect()
      for _ in 0..<5 {
        try client.send("GET / HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer t\r\n\r\n")
        #expect(try client.response().body == "done")
      }
    }
    #expect(watches.withLock { $0.count } == 5)
    #expect(watches.withLock { $0.allSatisfy { $0.principal == nil } })
  }

  private static func serve(_ router: Router, _ body: (() throws -> RawClient) throws -> Void) async throws {
    let server = Server(port: 0, threads: 1, onError: { _, _ in }, onWarning: { _ in }, router: router)
    let address = try await server.start()
    do {
      try body { try RawClient(.ipv4(0x7f00_0001, port: UInt16(address.port))) }
    } catch {
      await server.stop(drain: .zero)
      throw error
    }
    await server.stop(drain: .zero)
  }
}
