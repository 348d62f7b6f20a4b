import ContractHTTP
import ContractLoop
import ContractTestSupport
import Testing

@testable import ContractServer
@testable import ContractSockets

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

@Suite("Held responses", .ownThreads, .timeLimit(.minutes(5)))
struct HeldResponsesTests {
  /// A kernel that records what the engine sends, in one list with the handlers that have run.
  private struct NotingKernel: Kernel {
    let notes: Lock<[String]>
    private let real = SystemKernel()

    init(_ notes: Lock<[String]>) { self.notes = notes }

    func rawReceive(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
      real.rawReceive(descriptor, into: buffer)
    }

    func rawSend(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
      let body = String(decoding: bytes, as: UTF8.self).split(separator: "\r\n").last ?? ""
      notes.withLock { $0.append("sent \(body)") }
      return real.rawSend(descriptor, bytes)
    }

    func rawSend(_ descriptor: Int32, _ parts: UnsafeBufferPointer<iovec>) -> Int { real.rawSend(descriptor, parts) }

    func rawAccept(_ descriptor: Int32, _ peer: UnsafeMutablePointer<sockaddr_storage>) -> Int {
      real.rawAccept(descriptor, peer)
    }
  }

  /// Clients whose next requests the loop finds all at once.
  private final class Crowd: Sendable {
    private let arrived = Event()
    private let released = Event()
    private let place: String

    init(_ place: String = "/meet") { self.place = place }

    /// Blocks the loop's thread for a request of ``meet(_:_:)``.
    func answer(_ path: String) -> HTTPResponse? {
      guard path == place else { return nil }
      arrived.set()
      HeldResponsesTests.block(until: released)
      return .text("met")
    }

    /// Sends the requests, each from a separate client, while the loop is blocked, and then releases it.
    func meet(_ server: SocketServer, _ requests: [String]) async throws -> [RawClient] {
      let clients = try requests.map { _ in
        let client = try RawClient(server.address)
        // After the response, the connection is accepted and known to the loop.
        try client.send(HeldResponsesTests.get("/hello"))
        #expect(try client.response().status == 200)
        return client
      }
      let first = try RawClient(server.address)
      try first.send(HeldResponsesTests.get(place))
      await arrived.wait()
      for (client, request) in zip(clients, requests) { try client.send(request) }
      released.set()
      #expect(try first.response().body == "met")
      return clients
    }
  }

  private static func get(_ path: String, _ fields: String = "") -> String {
    "GET \(path) HTTP/1.1\r\nHost: a\r\n\(fields)\r\n"
  }

  /// Blocks the thread, for less time than clients wait.
  private static func block(until event: Event) {
    let end = LoopInstant.read().advanced(byNanoseconds: 20_000_000_000)
    while !event.isSet, LoopInstant.read() < end { sched_yield() }
    #expect(event.isSet, "the handler waited for an event that did not happen")
  }

  /// Longer than any test takes.
  private static let hour: Int64 = 3_600_000_000_000

  @Test("Held responses are sent in order after the last handler")
  func order() async throws {
    let crowd = Crowd()
    let notes = Lock<[String]>([])
    let responder = TestResponder.handling { head, _ in
      let answer = crowd.answer(head.path)
      notes.withLock { $0.append("handled \(head.path)") }
      return answer ?? .text(head.path)
    }
    try await withEngine(responder, kernel: NotingKernel(notes), maxHeldTime: Self.hour) { server in
      let clients = try await crowd.meet(server, ["/1", "/2", "/3"].map { Self.get($0) })
      for (index, client) in clients.enumerated() { #expect(try client.response().body == "/\(index + 1)") }
    }
    let last = notes.withLock { Array($0.suffix(6)) }
    #expect(last == ["handled /1", "handled /2", "handled /3", "sent /1", "sent /2", "sent /3"])
  }

  @Test("Held responses are sent before a suspended handler among them continues")
  func suspended() async throws {
    let crowd = Crowd()
    let released = Event()
    let responder = TestResponder.handling { head, _ in
      if head.path == "/wait" { await released.wait() }
      return crowd.answer(head.path) ?? .text(head.path)
    }
    try await withEngine(responder) { server in
      let clients = try await crowd.meet(server, ["/1", "/wait", "/3", "/wait"].map { Self.get($0) })
      #expect(try clients[0].response().body == "/1")
      #expect(try clients[2].response().body == "/3")
      released.set()
      #expect(try clients[1].response().body == "/wait")
      #expect(try clients[3].response().body == "/wait")
    }
  }

  /// The work of the handlers of `/busy`, which takes longer than a response is held, and of `/last`.
  private static func takeTime(for path: String, lastUntil seen: Event) {
    switch path {
    case "/busy":
      let end = LoopInstant.read().advanced(byNanoseconds: 2 * HeldResponses.maxWait)
      while LoopInstant.read() < end {}
    case "/last": block(until: seen)
    default: break
    }
  }

  @Test("Held responses are sent after a delay, even if handlers still wait to run")
  func long() async throws {
    let crowd = Crowd()
    let seen = Event()
    let responder = TestResponder.handling { head, _ in
      Self.takeTime(for: head.path, lastUntil: seen)
      return crowd.answer(head.path) ?? .text(head.path)
    }
    try await withEngine(responder) { server in
      let clients = try await crowd.meet(server, ["/1", "/busy", "/last"].map { Self.get($0) })
      #expect(try clients[0].response().body == "/1")
      #expect(try clients[1].response().body == "/busy")
      seen.set()
      #expect(try clients[2].response().body == "/last")
    }
  }

  @Test("After a slow handler, the next responses are sent immediately, even if that handler was the last of its batch")
  func pause() async throws {
    let (crowd, later) = (Crowd(), Crowd("/later"))
    let seen = Event()
    let responder = TestResponder.handling { head, _ in
      Self.takeTime(for: head.path, lastUntil: seen)
      return crowd.answer(head.path) ?? later.answer(head.path) ?? .text(head.path)
    }
    try await withEngine(responder) { server in
      for (client, path) in zip(try await crowd.meet(server, ["/1", "/busy"].map { Self.get($0) }), ["/1", "/busy"]) {
        #expect(try client.response().body == path)
      }
      let clients = try await later.meet(server, ["/2", "/last"].map { Self.get($0) })
      #expect(try clients[0].response().body == "/2")
      seen.set()
      #expect(try clients[1].response().body == "/last")
    }
  }

  @Test("Held responses are sent when they reach a size")
  func many() async throws {
    let crowd = Crowd()
    let seen = Event()
    let count = 5
    let text = String(repeating: "x", count: HeldResponses.maxBytes / count)
    let handled = Lock(0)
    let responder = TestResponder.handling { head, _ in
      guard head.path == "/many" else { return crowd.answer(head.path) ?? .text(head.path) }
      // The handler of the last request blocks the loop, so only the size of the held responses causes their sending.
      if handled.withLock({
        $0 += 1; return $0
      }) == count + 1 {
        Self.block(until: seen)
      }
      return .text(text)
    }
    try await withEngine(responder, maxHeldTime: Self.hour) { server in
      let clients = try await crowd.meet(server, Array(repeating: Self.get("/many"), count: count + 1))
      for client in clients.dropLast() { #expect(try client.response().body == text) }
      seen.set()
      #expect(try clients[count].response().body == text)
    }
  }

  @Test("A disconnected client loses only its own held response")
  func reset() async throws {
    let crowd = Crowd()
    let (held, gone) = (Event(), Event())
    let responder = TestResponder.handling { head, _ in
      if head.path == "/held" {
        held.set()
        Self.block(until: gone)
      }
      return crowd.answer(head.path) ?? .text(head.path)
    }
    try await withEngine(responder, maxHeldTime: Self.hour) { server in
      let clients = try await crowd.meet(server, ["/1", "/2", "/held", "/4"].map { Self.get($0) })
      await held.wait()
      try clients[0].reset()
      gone.set()
      for (index, path) in ["/2", "/held", "/4"].enumerated() {
        #expect(try clients[index + 1].response().body == path)
        try clients[index + 1].send(Self.get("/next"))
        #expect(try clients[index + 1].response().body == "/next")
      }
    }
  }

  @Test("Held responses arrive when the server stops, and end their connections")
  func stop() async throws {
    let crowd = Crowd()
    let (held, stopping) = (Event(), Event())
    let responder = TestResponder.handling { head, _ in
      if head.path == "/held" {
        held.set()
        Self.block(until: stopping)
      }
      return crowd.answer(head.path) ?? .text(head.path)
    }
    try await withEngine(responder, maxHeldTime: Self.hour) { server in
      let clients = try await crowd.meet(server, ["/1", "/held", "/3"].map { Self.get($0) })
      await held.wait()
      // An immediate task runs `stop` up to its first suspension, so the loop is told to stop before the handler continues.
      let stopped = Task.immediate { await server.stop(deadline: .seconds(50)) }
      stopping.set()
      for (client, path) in zip(clients, ["/1", "/held", "/3"]) {
        #expect(try client.response().body == path)
        #expect(try client.toEnd() == "")
      }
      await stopped.value
    }
  }

  private static func streamed(_ pieces: [String]) -> HTTPResponse {
    let left = Lock(pieces)
    let stream = ByteStream {
      await Task.yield()
      return left.withLock { $0.isEmpty ? nil : Array($0.removeFirst().utf8) }
    }
    return HTTPResponse(.ok, body: .stream(stream))
  }

  private static let long = String(repeating: "long", count: 10_000)

  @Test("A held response precedes the engine's own response on its connection")
  func refusalBehind() async throws {
    let crowd = Crowd()
    let released = Event()
    let responder = TestResponder(
      decide: { $0.path == "/missing" ? .respond(.text($0.path)) : .collect(upTo: 0) },
      handler: { head, _ in
        if head.path == "/wait" { await released.wait() }
        return crowd.answer(head.path) ?? .text(head.path)
      })
    try await withEngine(responder, maxHeldTime: Self.hour) { server in
      let requests = [Self.get("/1") + Self.get("/missing") + Self.get("/3"), Self.get("/wait"), Self.get("/4")]
      let clients = try await crowd.meet(server, requests)
      for path in ["/1", "/missing", "/3"] { #expect(try clients[0].response().body == path) }
      #expect(try clients[2].response().body == "/4")
      released.set()
      #expect(try clients[1].response().body == "/wait")
    }
  }

  /// Requests in one write, the bodies of their responses, and whether the connection then ends.
  private struct Kind {
    var request: String
    var bodies: [String]
    var ends = false
  }

  private static let kinds: [Kind] = [
    Kind(request: get("/short"), bodies: ["/short"]),
    Kind(request: get("/long"), bodies: [long]),
    Kind(request: get("/stream"), bodies: ["streamed"]),
    Kind(request: get("/waits"), bodies: ["/waits"]),
    Kind(request: get("/last", "Connection: close\r\n"), bodies: ["/last"], ends: true),
    Kind(request: get("/a") + get("/long") + get("/stream") + get("/b"), bodies: ["/a", long, "streamed", "/b"]),
    Kind(request: get("/none") + get("/missing"), bodies: ["", "/missing"]),
    Kind(request: get("/a") + get("/missing") + get("/b"), bodies: ["/a", "/missing", "/b"]),
    Kind(request: "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nback", bodies: ["back"]),
    Kind(request: "GET /old HTTP/1.0\r\nHost: a\r\n\r\n", bodies: ["/old"], ends: true),
    Kind(request: "NO SUCH THING\r\n\r\n", bodies: ["the request line does not end in an HTTP version"], ends: true),
  ]

  @Test("Held responses are complete and in order between other responses", arguments: 0..<16)
  func mixed(seed: Int) async throws {
    let crowd = Crowd()
    let responder = TestResponder(
      decide: { head in
        head.path == "/missing" ? .respond(.text(head.path)) : .collect(upTo: 100)
      },
      handler: { head, content in
        switch head.path {
        case "/long": return .text(Self.long)
        case "/stream": return Self.streamed(["str", "eam", "ed"])
        case "/waits": await Task.yield()
        case "/none": return HTTPResponse(.noContent)
        case "/echo": return HTTPResponse(.ok, body: .bytes(content))
        default: break
        }
        return crowd.answer(head.path) ?? .text(head.path)
      })
    let kernel: any Kernel = seed.isMultiple(of: 2) ? SystemKernel() : FaultyKernel(maxBytes: 1000)
    var randomness = Randomness(seed: UInt64(seed))
    let kinds = (Self.kinds + Self.kinds).shuffled(using: &randomness.generator)
    try await withEngine(responder, kernel: kernel) { server in
      let clients = try await crowd.meet(server, kinds.map(\.request))
      for (client, kind) in zip(clients, kinds) {
        for body in kind.bodies { #expect(try client.response().body == body, "to \(kind.request)") }
        if kind.ends {
          #expect(try client.toEnd() == "")
        } else {
          try client.send(Self.get("/next"))
          #expect(try client.response().body == "/next", "after \(kind.request)")
        }
      }
    }
  }
}
