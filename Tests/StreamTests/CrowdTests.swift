import ContractTestSupport
import ContractTesting
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Tests with many streams. Each test has its own process, so that it counts only its own descriptors and memory. The
/// tests run one after another, to leave processors to other tests.
@Suite("Many concurrent streams", .ownThreads, .serialized, .timeLimit(.minutes(5)))
enum CrowdTests {}

extension CrowdTests {
  /// With `CONTRACT_TIMED=1`, which a quiet machine allows, an event may take a second.
  @Test("A thousand subscribers get each event in order, and subscribers that do not read are dropped")
  static func crowd() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      try await CrowdTests.inform(1000)
    }
    print(String(decoding: result?.standardOutputContent ?? [], as: UTF8.self))
  }

  private static func inform(_ all: Int) async throws {
    ProcessState.raiseMaxDescriptors()
    // Client and server run in this process, so each subscriber needs two descriptors.
    let size = min(all, (ProcessState.maxDescriptors - 128) / 2)
    if size < all { Issue.record("the hard limit of descriptors allows only \(size) subscribers") }
    let silent = max(1, size / 100)
    let readers = size - silent
    let service = BroadcastService()
    let server = server(service)
    let address = try await server.start()
    let port = try #require(UInt16(exactly: address.port))
    var configuration = CurlConfiguration()
    configuration.maxConnections = 0
    configuration.maxConnectionsPerHost = 0
    let api = BroadcastAPI(APIClient(baseURL: address.url, transport: CurlTransport(configuration)))

    let sockets = (0..<silent).map { _ in SilentReader("/feed?padding=65536", port: port) }
    let deliveries = Deliveries(of: 31, to: readers)
    try await withThrowingTaskGroup(of: [Int].self) { group in
      for _ in 0..<readers { group.addTask { try await read(api, deliveries) } }
      await service.feed.wait(for: size)
      let memory = ProcessState.peakMemory
      var besideSilent = 0
      // Each number is published after the previous one is delivered, so that a measured time is that of a single event.
      for n in 0..<30 {
        service.feed.publish(n)
        await deliveries.wait(for: n)
        if service.feed.subscribers == size { besideSilent += 1 }
      }
      // At least one event reached all readers while the silent subscribers, which stay for two seconds, were still connected.
      #expect(besideSilent >= 1)
      await service.feed.wait(for: readers)
      // The silent subscribers are gone, and the readers still read.
      service.feed.publish(30)
      for try await numbers in group { #expect(numbers == Array(0...30)) }
      // A slow subscriber slows only its own events down.
      #expect(service.padded.withLock { $0 } < silent << 19)
      #expect(ProcessState.peakMemory - memory < 48 << 10)
    }
    let longest = deliveries.longest
    print("\(readers) subscribers beside \(silent) silent ones: an event took at most \(longest / 1000) ms")
    #expect(longest < 1_000_000 || getenv("CONTRACT_TIMED") == nil, "\(longest) microseconds")
    // No reader had to connect again.
    #expect(service.feed.subscriptions == size)
    await service.feed.wait(for: 0)
    for socket in sockets { socket.finish() }
    await server.stop(drain: .zero)
  }

  /// A server that drops a client that has read nothing for two seconds.
  private static func server(_ service: BroadcastService) -> Server {
    var limits = ServerLimits()
    limits.maxConnectionsPerPeer = nil
    var timeouts = ServerTimeouts()
    timeouts.write = .seconds(2)
    return Server(port: 0, threads: 1, limits: limits, timeouts: timeouts, onError: { _, _ in }) {
      BroadcastRoutes(service)
    }
  }

  /// Reads the events up to the last, and returns their numbers.
  private static func read(_ api: BroadcastAPI, _ deliveries: Deliveries) async throws -> [Int] {
    defer { deliveries.readerEnded() }
    var numbers: [Int] = []
    for try await notice in try await api.feed(padding: 0) {
      deliveries.add(notice)
      numbers.append(notice.n)
      if notice.n == 30 { break }
    }
    return numbers
  }
}
