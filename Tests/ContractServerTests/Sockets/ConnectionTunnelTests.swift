import Contract
import ContractHTTP
import ContractLoop
import ContractTestSupport
import ContractWebSocket
import Testing

@testable import ContractSockets

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

@Suite("The tunnels of WebSockets", .ownThreads, .serialized)
struct ConnectionTunnelTests {
  static let request = "GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n"

  @Test("A tunnel reports every byte that the client accepts, including bytes that the connection itself sends")
  func progress() async throws {
    let kernel = StingyKernel()
    let owner = StagingOwner(kernel)
    let responder = TestResponder.upgrading(to: "websocket") { connection in
      owner.start(on: connection)
      await owner.ended.wait()
    }
    try await withEngine(responder, kernel: kernel) { server in
      let client = try RawClient(server.address)
      try client.send(Self.request)
      #expect(try client.response().status == 101)
      // At each event, the connection first sends some of its waiting bytes, and then the tunnel sends some more.
      #expect(try client.take(until: "h") == "abcdefgh")
      try client.send("x")
      #expect(try client.take(until: "t") == "ijklmnopqrst")
      try client.send("y")
      await owner.ended.wait()
    }
    #expect(owner.reported.withLock { $0 } == StagingOwner.text.count)
  }

  @Test(
    "A service gets the messages and the Close frame of a client that resets the connection after them",
    arguments: [false, true])
  func reset(whileSending: Bool) async throws {
    let (began, ended, gate) = (Event(), Event(), BlockingGate())
    let received = Lock((count: 0, code: 0))
    let responder = TestResponder.upgrading(to: "websocket") { connection in
      let socket = connection.startWebSocket(WebSocketOptions(), compressing: nil)
      began.set()
      // This blocks the loop until the messages, the Close frame and the reset have arrived.
      gate.wait()
      if whileSending { _ = await socket.send(.text("x")) }
      let result = await Self.received(by: socket)
      received.withLock { $0 = result }
      _ = await socket.close(WebSocketClosure(.normalClosure))
      ended.set()
    }
    // The client sends more messages than may wait to be read, in fewer bytes than a chunk.
    let count = 1100
    let messages = Array(repeatElement([0x81, 0x80, 0, 0, 0, 0] as [UInt8], count: count).joined())
    try await withEngine(responder) { server in
      let client = try RawClient(server.address)
      try client.send(Self.request)
      #expect(try client.response().status == 101)
      await began.wait()
      try client.send(bytes: messages + [0x88, 0x82, 0, 0, 0, 0, 0x03, 0xE8])
      try client.reset()
      gate.open()
      await ended.wait()
    }
    #expect(received.withLock { $0 } == (count, 1000))
  }

  @Test(
    "A service gets all messages that arrived before the connection failed, also those that were not read yet",
    arguments: [false, true])
  func unread(whileSending: Bool) async throws {
    let (began, ended) = (Event(), Event())
    let kernel = PreparedKernel()
    let received = Lock((count: 0, code: 0))
    let failure = Lock<WebSocketError.Code?>(nil)
    let responder = TestResponder.upgrading(to: "websocket") { connection in
      let session = connection.startWebSocket(WebSocketOptions(), compressing: nil)
      let socket = WebSocket(HTTPResponse(.switchingProtocols), session)
      began.set()
      if whileSending {
        // After the first chunk, so many messages wait that nothing is read.
        await kernel.hasReturned.wait()
        let code = await session.send(.text("x"))?.code
        failure.withLock { $0 = code }
      }
      var count = 0
      while (try? await socket.receive()) != nil { count += 1 }
      let result = (count: count, code: await Self.received(by: session).code)
      received.withLock { $0 = result }
      ended.set()
    }
    let message = [0x82, 0xFE, 0x03, 0xE8, 0, 0, 0, 0] + [UInt8](repeating: 7, count: 1000)
    try await withEngine(responder, kernel: kernel) { server in
      let client = try RawClient(server.address)
      try client.send(Self.request)
      #expect(try client.response().status == 101)
      await began.wait()
      kernel.prepare(
        Array(repeatElement(message, count: 200).joined()) + [0x88, 0x82, 0, 0, 0, 0, 0x03, 0xE8],
        refusingToSend: whileSending)
      // The prepared bytes are read at the next event.
      if whileSending { try client.send("x") } else { try client.reset() }
      await ended.wait()
    }
    #expect(received.withLock { $0 } == (200, 1000))
    let expected: WebSocketError.Code? = whileSending ? .lostConnection : nil
    #expect(failure.withLock { $0 } == expected)
  }

  /// Returns the number of messages until the end, and the code of the client's Close frame; 0 without one.
  private static func received(by socket: any WebSocketSession) async -> (count: Int, code: Int) {
    var count = 0
    while true {
      switch socket.take() {
      case .success: count += 1
      case .failure(.closed(let closure)): return (count, Int(closure.code.rawValue))
      case .failure: return (count, 0)
      case nil: await withUnsafeContinuation { socket.resumeOnArrival($0) }
      }
    }
  }
}

/// An owner of a tunnel that stages a string once, and closes the tunnel when it gets `y`.
private final class StagingOwner: WebSocketTunnelOwner,
  // SAFETY: the loop's thread uses `tunnel`; the other properties are immutable.
  @unchecked Sendable
{
  static let text = Array("abcdefghijklmnopqrst".utf8)

  let ended = Event()
  /// The number of bytes that the tunnel has reported as sent.
  let reported = Lock(0)
  private let kernel: StingyKernel
  private var tunnel: ConnectionTunnel?

  init(_ kernel: StingyKernel) { self.kernel = kernel }

  func start(on connection: UpgradedConnection) {
    let tunnel = ConnectionTunnel(of: connection, grace: .seconds(5))
    self.tunnel = tunnel
    tunnel.attach(self)
    kernel.isStingy.withLock { $0 = true }
    _ = tunnel.stage(Self.text[...])
  }

  func tunnelIsReady() {
    guard let tunnel else { return }
    if let count = try? tunnel.flush() { reported.withLock { $0 += count } }
    var isLast = false
    _ = try? tunnel.receive { bytes in isLast = bytes.count > 0 && bytes[bytes.count - 1] == UInt8(ascii: "y") }
    if isLast { tunnel.close(.finished, isOrderly: true) }
    if isLast { end() }
  }

  func tunnelDrains() {}

  func tunnelEnds(_ error: WebSocketError) { end() }

  private func end() {
    tunnel = nil
    ended.set()
  }
}

/// A kernel that accepts four bytes at every other call once it is stingy.
private struct StingyKernel: Kernel {
  let isStingy = Lock(false)
  private let real = SystemKernel()
  private let calls = Lock(0)

  private var isRefused: Bool {
    calls.withLock { calls in
      calls += 1
      return calls % 2 == 0
    }
  }

  func rawReceive(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    real.rawReceive(descriptor, into: buffer)
  }

  func rawSend(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    guard isStingy.withLock({ $0 }) else { return real.rawSend(descriptor, bytes) }
    return isRefused ? -Int(EAGAIN) : real.rawSend(descriptor, UnsafeRawBufferPointer(rebasing: bytes.prefix(4)))
  }

  func rawSend(_ descriptor: Int32, _ parts: UnsafeBufferPointer<iovec>) -> Int { real.rawSend(descriptor, parts) }

  func rawAccept(_ descriptor: Int32, _ peer: UnsafeMutablePointer<sockaddr_storage>) -> Int {
    real.rawAccept(descriptor, peer)
  }
}

/// A kernel that returns prepared bytes instead of received ones, and then the error of a reset.
private struct PreparedKernel: Kernel {
  private struct State {
    var bytes: ArraySlice<UInt8>?
    var refusesToSend = false
  }

  /// Set when prepared bytes were returned.
  let hasReturned = Event()
  private let state = Lock(State())
  private let real = SystemKernel()

  func prepare(_ bytes: [UInt8], refusingToSend: Bool) {
    state.withLock { state in
      state.bytes = bytes[...]
      state.refusesToSend = refusingToSend
    }
  }

  func rawReceive(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let chunk: ArraySlice<UInt8>? = state.withLock { state in
      let chunk = state.bytes?.prefix(buffer.count)
      state.bytes = state.bytes?.dropFirst(buffer.count)
      return chunk
    }
    guard let chunk else { return real.rawReceive(descriptor, into: buffer) }
    if chunk.isEmpty { return -Int(ECONNRESET) }
    buffer.copyBytes(from: chunk)
    hasReturned.set()
    return chunk.count
  }

  func rawSend(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    state.withLock { $0.refusesToSend } ? -Int(ECONNRESET) : real.rawSend(descriptor, bytes)
  }

  func rawSend(_ descriptor: Int32, _ parts: UnsafeBufferPointer<iovec>) -> Int { real.rawSend(descriptor, parts) }

  func rawAccept(_ descriptor: Int32, _ peer: UnsafeMutablePointer<sockaddr_storage>) -> Int {
    real.rawAccept(descriptor, peer)
  }
}
