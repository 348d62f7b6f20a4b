import ContractTestSupport
import ContractTesting
import Testing

/// Servers that end channels which their clients use.
extension ChannelEndTests {
  @Test("A server that breaks its channels at random leaves neither descriptors nor running tasks of its clients")
  func breaks() async {
    await #expect(processExitsWith: .success) {
      let (opened, running) = (Lock(0), Lock(0))
      let server = Server(port: 0, threads: 2, onError: { _, _ in }) {
        Route(Endpoint<Empty, Channel<String, String>>(.get, "/broken")) { _ in
          Channel { connection in
            let seed = opened.withLock { opened in
              opened += 1
              return opened
            }
            running.withLock { $0 += 1 }
            defer { running.withLock { $0 -= 1 } }
            try await ChannelEndTests.breakOff(connection, seed: UInt64(seed))
          }
        }
      }
      let address = try await server.start()
      let baseline = ProcessResources.now
      do {
        let client = APIClient(baseURL: address.url, transport: CurlTransport())
        for number in 0..<1000 {
          let socket = try await client("broken").webSocket()
          await ChannelEndTests.outlive(socket, sends: number % 2 == 0)
        }
      }
      try await ChannelEndTests.expectNothing(of: running, above: baseline)
      #expect(opened.withLock { $0 } == 1000)
      await server.stop(drain: .zero)
    }
  }

  /// Ends a channel after a few messages: by returning, with an error, with a code, or by closing it.
  private static func breakOff(_ connection: Channel<String, String>, seed: UInt64) async throws {
    var random = Randomness(seed: seed)
    for _ in 0..<Int.random(in: 0...3, using: &random.generator) { try await connection.send("a") }
    switch Int.random(in: 0..<4, using: &random.generator) {
    case 0: return
    case 1: throw ChatError.noRoom(name: "x")
    case 2: throw WebSocketClosure(WebSocketCloseCode(rawValue: 4001), reason: "over")
    default: try await connection.close()
    }
  }

  /// Receives until the server ends the socket, and sends meanwhile if asked to. Both must end.
  private static func outlive(_ socket: WebSocket, sends: Bool) async {
    let sending = sends ? Task<Void, any Error> { while true { try await socket.send("a") } } : nil
    do {
      while try await socket.receive() != nil {}
    } catch {
      #expect(error is ClientError, "\(error)")
    }
    guard let sending else { return }
    await #expect(throws: ClientError.self) { try await sending.value }
  }
}
