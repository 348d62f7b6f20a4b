import ContractTestSupport
import ContractTesting
import Testing

@API
private protocol Counters: Sendable {
  /// Sends numbers until `stop` is called.
  @WebSocket("/numbers") func numbers() async throws -> Channel<String, Int>
  @POST("/stop") func stop() async throws
}

private struct CounterService: Counters {
  let isStopped = Gate()

  func numbers() async throws -> Channel<String, Int> {
    Channel { connection in
      var number = 0
      while !isStopped.isOpen {
        try await connection.send(number)
        number += 1
      }
    }
  }

  func stop() async throws { isStopped.open() }
}

@Suite("Channels that only send", .ownThreads, .timeLimit(.minutes(2)))
struct OnlySendingTests {
  @Test("A closure that only sends does not block the other connections of its server thread")
  func otherConnections() async throws {
    let service = CounterService()
    let server = Server(port: 0, threads: 1) { CountersRoutes(service) }
    let address = try await server.start()
    let channel = try await CountersAPI(APIClient(baseURL: address.url, transport: CurlTransport())).numbers()
    #expect(try await channel.receive() == 0)
    async let last: Int = {
      var last = 0
      for try await number in channel { last = number }
      return last
    }()
    try await CountersAPI(APIClient(baseURL: address.url, transport: CurlTransport())).stop()
    _ = try await last
    await server.stop()
  }
}
