import ContractHTTP
import ContractLoop
import ContractTestSupport
import Testing

@testable import ContractSockets

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

@Suite("Large responses and other connections", .ownThreads, .serialized, .timeLimit(.minutes(5)))
struct SendingTurnTests {
  private static let limit = EngineSettings.maxBytesPerTurn
  private static let bytes = [UInt8](repeating: 7, count: 32 * limit)
  /// A body that is sent in one call.
  private static let part = [UInt8](repeating: 7, count: limit * 3 / 4)

  enum Output: String, CaseIterable, Sendable {
    /// A body in memory.
    case body
    /// A stream of one chunk.
    case chunk
    /// A WebSocket message.
    case message
    /// The bytes of another protocol.
    case bytes
    /// The responses to pipelined requests.
    case responses
    /// The responses to pipelined requests that no handler responds to.
    case refusals

    var requests: String {
      let fields = self == .message || self == .bytes ? "Connection: Upgrade\r\nUpgrade: websocket\r\n" : ""
      let count = self == .responses || self == .refusals ? 40 : 1
      return String(repeating: "GET /large HTTP/1.1\r\nHost: a\r\n\(fields)\r\n", count: count)
    }

    var responder: TestResponder {
      TestResponder(
        decide: { head in
          self == .refusals && head.path == "/large" ? .respond(response) : .collect(upTo: 0)
        },
        handler: { head, _ in head.path == "/large" ? response : .text(head.path) })
    }

    private var response: HTTPResponse {
      switch self {
      case .body: HTTPResponse(.ok, body: .bytes(SendingTurnTests.bytes))
      case .chunk: HTTPResponse(.ok, body: .stream(ByteStream(SendingTurnTests.bytes)))
      case .message:
        HTTPResponse(
          upgrade: TestProtocol(protocolName: "websocket") { connection in
            let session = connection.startWebSocket(WebSocketOptions(), compressing: nil)
            _ = await session.send(.binary(SendingTurnTests.bytes))
            session.release()
          })
      case .bytes:
        HTTPResponse(
          upgrade: TestProtocol(protocolName: "websocket") { connection in
            try? await connection.write(SendingTurnTests.bytes)
          })
      case .responses, .refusals: HTTPResponse(.ok, body: .bytes(SendingTurnTests.part))
      }
    }
  }

  @Test(
    "Another connection of the loop is served while a fast client receives a large output", arguments: Output.allCases)
  func others(_ output: Output) async throws {
    let kernel = SwallowingKernel()
    defer { kernel.gate.open() }
    try await withEngine(output.responder, kernel: kernel) { server in
      let other = try RawClient(server.address)
      try other.send("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try other.response().body == "/hello")
      let fast = try RawClient(server.address)
      try fast.send(output.requests)
      // The loop is blocked within the first call that sends the output.
      await kernel.began.wait()
      try other.send("GET /here HTTP/1.1\r\nHost: a\r\n\r\n")
      kernel.gate.open()
      #expect(try other.response().body == "/here")
      await kernel.ended.wait()
      // The client stays connected until here.
      fast.close()
    }
    let notes = kernel.notes
    let before = notes.prefix { $0 != .other }
    #expect(before.count < notes.count, "the other client got no response")
    #expect(before.reduce(0) { $0 + $1.count } < SwallowingKernel.total / 2)
    // A head, or the framing of a chunk, is sent in addition.
    #expect(notes.allSatisfy { $0.count <= Self.limit + 1024 })
  }

  @Test("A large body arrives unchanged", arguments: [1, 3 * limit - 1, 3 * limit, 4 * limit + 1])
  func unchanged(count: Int) async throws {
    let body = String(decoding: (0..<count).map { UInt8(ascii: "a") + UInt8($0 % 23) }, as: UTF8.self)
    try await withEngine(.handling { _, _ in .text(body) }) { server in
      let client = try RawClient(server.address)
      for _ in 0..<2 { try client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n") }
      for _ in 0..<2 {
        let isSame = try client.response().body == body
        #expect(isSame)
      }
    }
  }

  // Over TLS, the bytes of a blocked call must be sent again in full, so no call is shorter because of those before it.
  @Test("A queue sends a limited number of bytes at once, and pauses after them until its turn begins again")
  func queue() throws {
    var queue = WriteQueue()
    queue.append([UInt8](repeating: 1, count: 100))
    queue.append([UInt8](repeating: 2, count: 2 * Self.limit))
    let kernel = RoomyKernel()
    var lefts: [Int] = []
    for _ in 0..<2 {
      let hasMoved = try queue.send(to: 0, through: kernel)
      #expect(hasMoved)
      lefts.append(queue.count)
      if queue.isPaused {
        let hasMovedAgain = try queue.send(to: 0, through: kernel)
        #expect(!hasMovedAgain)
      }
      queue.beginTurn()
    }
    #expect(lefts == [Self.limit, 0])
  }

  @Test("A queue begins another turn when its socket accepts no more")
  func fullSocket() throws {
    var queue = WriteQueue()
    queue.append([UInt8](repeating: 1, count: 2 * Self.limit))
    queue.countSent(Self.limit - 2)
    let hasMoved = try queue.send(to: 0, through: RoomyKernel(room: 1))
    #expect(hasMoved && queue.count == 2 * Self.limit - 1)
    queue.countSent(Self.limit - 1)
    #expect(!queue.isPaused)
  }
}

/// A kernel that accepts the large output of one connection without sending it, as if its client read fast.
private final class SwallowingKernel: Kernel {
  enum Note: Equatable {
    /// A part of the large output.
    case part(Int)
    /// Bytes of another connection, after the first part.
    case other

    var count: Int { if case .part(let count) = self { count } else { 0 } }
  }

  private struct State {
    var fast: Int32?
    var swallowed = 0
    var notes: [Note] = []
  }

  /// The number of bytes of the large output that a test waits for.
  static let total = 40 * EngineSettings.maxBytesPerTurn * 3 / 4
  /// Set when the first part is accepted. The loop is then blocked until `gate` opens.
  let began = Event()
  /// Set when `total` bytes are accepted.
  let ended = Event()
  let gate = BlockingGate()
  private let state = Lock(State())
  private let real = SystemKernel()

  var notes: [Note] { state.withLock { $0.notes } }

  private func swallows(_ descriptor: Int32, _ count: Int) -> Bool {
    let (isFast, isFirst, isLast) = state.withLock { state -> (Bool, Bool, Bool) in
      let isFirst = state.fast == nil && count > 32 << 10
      if isFirst { state.fast = descriptor }
      guard let fast = state.fast else { return (false, false, false) }
      state.notes.append(descriptor == fast ? .part(count) : .other)
      guard descriptor == fast else { return (false, false, false) }
      state.swallowed += count
      return (true, isFirst, state.swallowed >= Self.total)
    }
    if isFirst {
      began.set()
      gate.wait()
    }
    if isLast { ended.set() }
    return isFast
  }

  func rawReceive(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    real.rawReceive(descriptor, into: buffer)
  }

  func rawSend(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    swallows(descriptor, bytes.count) ? bytes.count : real.rawSend(descriptor, bytes)
  }

  func rawSend(_ descriptor: Int32, _ parts: UnsafeBufferPointer<iovec>) -> Int {
    let count = parts.reduce(0) { $0 + $1.iov_len }
    return swallows(descriptor, count) ? count : real.rawSend(descriptor, parts)
  }

  func rawAccept(_ descriptor: Int32, _ peer: UnsafeMutablePointer<sockaddr_storage>) -> Int {
    real.rawAccept(descriptor, peer)
  }
}

/// A kernel that accepts bytes while it has room for them, and never sends them.
private struct RoomyKernel: Kernel {
  private let room: Lock<Int>

  init(room: Int = .max) { self.room = Lock(room) }

  func rawReceive(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int { -Int(EAGAIN) }

  func rawSend(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    room.withLock { room in
      let count = min(room, bytes.count)
      room -= count
      return count > 0 ? count : -Int(EAGAIN)
    }
  }

  func rawSend(_ descriptor: Int32, _ parts: UnsafeBufferPointer<iovec>) -> Int { -Int(EAGAIN) }

  func rawAccept(_ descriptor: Int32, _ peer: UnsafeMutablePointer<sockaddr_storage>) -> Int { -Int(EAGAIN) }
}
