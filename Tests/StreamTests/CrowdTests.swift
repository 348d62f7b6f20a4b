import ContractTestSupport
import ContractTesting
import Testing

/// Tests with many streams. Each has its own process, whose descriptors and memory belong to it alone, and they run one after
/// another, so that the others get some of the processors.
@Suite("Streams in great numbers", .serialized, .timeLimit(.minutes(3)))
enum CrowdTests {}

extension CrowdTests {
  /// Each subscriber has a descriptor on both ends.
  private static let size = min(1000, (ProcessState.maxDescriptors - 128) / 2)

  @Test("A thousand subscribers get each event in order, and those that do not read are dropped")
  static func crowd() async {
    await #expect(processExitsWith: .success) {
      let silent = max(1, CrowdTests.size / 100)
      let readers = CrowdTests.size - silent
      let service = BroadcastService()
      var limits = ServerLimits()
      limits.maxConnectionsPerPeer = nil
      var timeouts = ServerTimeouts()
      timeouts.write = .milliseconds(500)
      let server = Server(port: 0, threads: 1, limits: limits, timeouts: timeouts, onError: { _, _ in }) {
        BroadcastRoutes(service)
      }
      let address = try await server.start()
      let port = try #require(UInt16(exactly: address.port))
      var configuration = CurlConfiguration()
      configuration.maxConnections = 0
      configuration.maxConnectionsPerHost = 0
      let api = BroadcastAPI(APIClient(baseURL: address.url, transport: CurlTransport(configuration)))

      let sockets = (0..<silent).map { _ in SilentReader("/feed?padding=65536", port: port) }
      try await withThrowingTaskGroup(of: [Int].self) { group in
        for _ in 0..<readers {
          group.addTask {
            var numbers: [Int] = []
            for try await notice in try await api.feed(padding: 0) {
              numbers.append(notice.n)
              if notice.n == 30 { break }
            }
            return numbers
          }
        }
        await service.feed.wait(for: readers + silent)
        let memory = ProcessState.peakMemory
        for n in 0..<30 { service.feed.publish(n) }
        await service.feed.wait(for: readers)
        // The silent ones are gone, and the others still read.
        service.feed.publish(30)
        for try await numbers in group { #expect(numbers == Array(0...30)) }
        // A slow subscriber slows only its own events down.
        #expect(service.padded.withLock { $0 } < silent << 19)
        #expect(ProcessState.peakMemory - memory < 48 << 10)
      }
      // No reader had to connect again.
      #expect(service.feed.subscriptions == readers + silent)
      await service.feed.wait(for: 0)
      for socket in sockets { socket.finish() }
      await server.stop(drain: .zero)
    }
  }
}
