import Contract
import ContractClient
import ContractHTTP
import ContractLoop
import ContractTestSupport
import ContractTesting
import Glibc
import Testing

/// Many concurrent calls that end in every possible way.
@Suite("Call storms", .timeLimit(.minutes(5)), .serialized)
struct StormTests {
  /// The result of one call.
  private struct Fate: Sendable {
    let target: String
    let method: HTTPMethod
    let timeout: Duration
    /// The number of yields before the call is cancelled; nil if it is not cancelled.
    let yieldsBeforeCancellation: Int?
  }

  private static func fates(_ count: Int, seed: UInt64) -> [Fate] {
    var random = Randomness(seed: seed).generator
    let targets = [
      "/", "/", "/", "/hang-before-head", "/hang-in-content", "/reset-in-content", "/close-before-head",
      "/drip-content",
      "/endless-content", "/bad-chunk-size", "/silent-close",
    ]
    return (0..<count).map { _ in
      Fate(
        target: targets.randomElement(using: &random) ?? "/",
        method: [.get, .post, .put].randomElement(using: &random) ?? .get,
        timeout: .milliseconds(Int.random(in: 1...600, using: &random)),
        yieldsBeforeCancellation: Bool.random(using: &random) ? Int.random(in: 0...300, using: &random) : nil)
    }
  }

  /// The result of a call: no response, or its status.
  private static func call(
    _ fate: Fate, _ port: Int, _ transport: CurlTransport
  ) async -> Result<HTTPStatus, any Error> {
    let body: HTTPBody = fate.method == .get ? .empty : .bytes([UInt8](repeating: 1, count: 1_000))
    let request = HTTPRequest(fate.method, fate.target, scheme: "http", authority: "127.0.0.1:\(port)", body: body)
    let options = TransportOptions(timeout: fate.timeout, maxResponseBytes: 1 << 18)
    let call = Task { try await transport.send(request, options: options).status }
    if let yields = fate.yieldsBeforeCancellation {
      for _ in 0..<yields { await Task.yield() }
      call.cancel()
    }
    return await call.result
  }

  private static let codes: Set<ClientError.Code> = [
    .cancelled, .timeout, .lostConnection, .malformedResponse, .responseTooLarge,
  ]

  private static func run(_ fates: [Fate], _ port: Int) async {
    let transport = CurlTransport()
    let results = await withTaskGroup(of: Result<HTTPStatus, any Error>.self) { group in
      for fate in fates {
        group.addTask { await call(fate, port, transport) }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(results.count == fates.count)
    var statuses = 0
    for result in results {
      switch result {
      case .success(let status):
        statuses += 1
        #expect(status == .ok)
      case .failure(let error):
        let code = (error as? ClientError)?.code
        #expect(code.map(codes.contains) == true, "\(error)")
      }
    }
    #expect(statuses > 0)
  }

  @Test(
    "1,000 calls, some cancelled or timed out, all end and leave no connection open",
    arguments: [UInt64(1), 2, 3], [false, true])
  func storm(seed: UInt64, onLoop: Bool) async throws {
    let server = try MisbehavingServer()
    defer { server.stop() }
    let fates = Self.fates(1_000, seed: seed)
    let port = server.port
    if onLoop {
      try await ContractLoop.run { await Self.run(fates, port) }
    } else {
      await Self.run(fates, port)
    }
    try await Self.expectNoConnection(to: server)
  }

  @Test("Calls of a transport without other references end when cancelled, and leave no connection open")
  func dropped() async throws {
    let server = try MisbehavingServer()
    defer { server.stop() }
    let port = server.port
    for _ in 0..<20 {
      var calls: [Task<HTTPStatus, any Error>] = []
      do {
        let transport = CurlTransport()
        for target in ["/hang-before-head", "/drip-content", "/hang-in-chunk"] {
          let request = HTTPRequest(.get, target, scheme: "http", authority: "127.0.0.1:\(port)")
          calls.append(Task { try await transport.send(request, options: TransportOptions()).status })
        }
      }
      // Only the calls retain the transport now.
      for call in calls { call.cancel() }
      for call in calls {
        let code = await clientErrorCode { try await call.value }
        #expect(code == .cancelled)
      }
    }
    try await Self.expectNoConnection(to: server)
  }

  /// Checks that this process has nothing open to a server. A released transport closes its connections later, on its
  /// thread.
  static func expectNoConnection(to server: MisbehavingServer) async throws {
    let port = UInt16(server.port)
    var left = connectionCount(to: port)
    for _ in 0..<500 where left > 0 {
      try await Task.sleep(for: .milliseconds(10))
      left = connectionCount(to: port)
    }
    #expect(left == 0)
  }

  /// Returns the number of sockets of this process that are connected to a port.
  private static func connectionCount(to port: UInt16) -> Int {
    (0..<4096).count { descriptor in
      var address = sockaddr_in()
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      let isConnected = withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(Int32(descriptor), $0, &length) == 0 }
      }
      return isConnected && address.sin_family == sa_family_t(AF_INET) && address.sin_port == port.bigEndian
    }
  }
}
