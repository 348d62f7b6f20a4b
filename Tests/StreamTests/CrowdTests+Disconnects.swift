import ContractTestSupport
import ContractTesting
import Testing

extension CrowdTests {
  /// The number of streams of each kind that one end breaks off.
  static let count = 1000

  @Test("Clients that disconnect at any point leave no descriptor and no stream", arguments: FragileKind.allCases)
  static func clients(_ kind: FragileKind) async {
    await #expect(processExitsWith: .success) { [kind] in
      try await CrowdTests.leavingNothing { (streams) async throws in
        try await CrowdTests.serving { (api, service) async throws in
          await CrowdTests.inParallel(CrowdTests.count) { round in
            var random = Randomness(seed: UInt64(round))
            let chunks = Int.random(in: 0...40, using: &random.generator)
            await CrowdTests.leave(api, kind, after: chunks, cancelled: random.flip(), streams)
          }
          // The streams must end while the server runs, because it notices that its clients are gone.
          await service.streams.waitForNone()
        }
      }
    }
  }

  @Test("A service that fails at any point leaves no descriptor and no stream", arguments: FragileKind.allCases)
  static func services(_ kind: FragileKind) async {
    await #expect(processExitsWith: .success) { [kind] in
      try await CrowdTests.leavingNothing { (streams) async throws in
        try await CrowdTests.serving { (api, service) async throws in
          await CrowdTests.inParallel(CrowdTests.count) { round in
            var random = Randomness(seed: UInt64(round))
            let chunks = Int.random(in: 0...40, using: &random.generator)
            await #expect(throws: (any Error).self) {
              try await CrowdTests.read(api, kind, breaksAfter: chunks, streams)
            }
          }
          await service.streams.waitForNone()
          #expect(service.streams.total >= CrowdTests.count)
        }
      }
    }
  }

  @Test("A server that stops ends its streams on both ends", arguments: FragileKind.allCases)
  static func stops(_ kind: FragileKind) async {
    await #expect(processExitsWith: .success) { [kind] in
      try await CrowdTests.leavingNothing { (streams) async throws in
        for _ in 0..<5 {
          let service = FragileService()
          let server = Server(port: 0, threads: 1, onError: { _, _ in }) { FragileRoutes(service) }
          let api = FragileAPI(APIClient(baseURL: try await server.start().url, transport: CurlTransport()))
          let started = Gate()
          let stopping = Task {
            await started.wait()
            await server.stop(drain: .zero)
          }
          await CrowdTests.inParallel(10) { round in
            await #expect(throws: (any Error).self) {
              try await CrowdTests.read(api, kind, breaksAfter: nil, streams) {
                if round == 9, $0 == 20 { started.open() }
              }
            }
          }
          await stopping.value
          await service.streams.waitForNone()
        }
      }
    }
  }

  /// Calls a function with a counter of the client's streams, and checks that nothing is left afterwards.
  static func leavingNothing(_ body: (LiveStreams) async throws -> Void) async throws {
    // The first call creates resources that stay, such as the runtime's threads.
    try await serving { (api, _) async throws in _ = try await api.download(breaksAfter: nil).next() }
    let descriptors = await ProcessState.steadyDescriptors()
    let streams = LiveStreams()
    try await body(streams)
    await streams.waitForNone()
    // The servers and transports of the body are gone, and their connections with them.
    let left = await ProcessState.settledDescriptors(to: descriptors)
    #expect(left <= descriptors, "\(descriptors) descriptors became \(left): \(ProcessState.openFiles.sorted())")
  }

  static func serving(_ body: (FragileAPI, FragileService) async throws -> Void) async throws {
    let service = FragileService()
    let server = Server(port: 0, threads: 1, onError: { _, _ in }) { FragileRoutes(service) }
    try await withServer(server) { try await body(FragileAPI($0), service) }
  }

  /// Runs a function for each number, up to 16 at once.
  static func inParallel(_ count: Int, _ body: @escaping @Sendable (Int) async -> Void) async {
    await withTaskGroup(of: Void.self) { group in
      for round in 0..<count {
        if round >= 16 { await group.next() }
        group.addTask { await body(round) }
      }
    }
  }

  /// Reads or sends until the server ends the stream.
  private static func read(
    _ api: FragileAPI, _ kind: FragileKind, breaksAfter: Int?, _ streams: LiveStreams,
    _ progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws {
    var count = 0
    switch kind {
    case .download:
      for try await _ in try await api.download(breaksAfter: breaksAfter) {
        count += 1
        progress(count)
      }
    case .upload: try await api.upload(breaksAfter: breaksAfter, data: streams.bytes { progress($0) })
    case .events:
      for try await _ in try await api.events(breaksAfter: breaksAfter) {
        count += 1
        progress(count)
      }
    case .lines:
      for try await number in try await api.lines(breaksAfter: breaksAfter) {
        #expect(number == count)
        count += 1
        progress(count)
      }
    case .load:
      let numbers = streams.numbers { progress($0) }
      try await api.load(breaksAfter: breaksAfter, lines: JSONLines(numbers))
    }
  }

  private struct Left: Error {}

  /// Leaves a stream after a number of chunks: by cancelling the call, by releasing its stream, or by failing in its
  /// body.
  private static func leave(
    _ api: FragileAPI, _ kind: FragileKind, after chunks: Int, cancelled: Bool, _ streams: LiveStreams
  ) async {
    let mayLeave = Gate()
    let call = Task {
      var count = 0
      switch kind {
      case .download:
        for try await _ in try await api.download(breaksAfter: nil) {
          count += 1
          if count > chunks { mayLeave.open() }
          if count > chunks, !cancelled { return }
        }
      case .upload:
        let body = streams.bytes {
          if $0 > chunks { mayLeave.open() }
          if $0 > chunks, !cancelled { throw Left() }
        }
        try await api.upload(breaksAfter: nil, data: body)
      case .events:
        for try await _ in try await api.events(breaksAfter: nil) {
          count += 1
          if count > chunks { mayLeave.open() }
          if count > chunks, !cancelled { return }
        }
      case .lines:
        for try await _ in try await api.lines(breaksAfter: nil) {
          count += 1
          if count > chunks { mayLeave.open() }
          if count > chunks, !cancelled { return }
        }
      case .load:
        let numbers = streams.numbers {
          if $0 > chunks { mayLeave.open() }
          if $0 > chunks, !cancelled { throw Left() }
        }
        try await api.load(breaksAfter: nil, lines: JSONLines(numbers))
      }
    }
    await mayLeave.wait()
    if cancelled { call.cancel() }
    _ = await call.result
  }
}
