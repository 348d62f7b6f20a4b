import ContractTestSupport
import ContractTesting
import Testing

@API
protocol Numbers: Sendable {
  @POST("/numbers/:number")
  func number(_ number: Int, half: Query<Int>, text: Header<String>, payload: [Int]) async throws -> Numbered
}

struct Numbered: Codable, Equatable, Sendable {
  var number: Int
  var half: Int
  var text: String
  var payload: [Int]

  /// The body of the call with this number; some are larger than a read buffer.
  init(of number: Int) {
    self.number = number
    half = number / 2
    text = "text of \(number)"
    payload = Array(repeating: number, count: number % 251 == 0 ? 20_000 : number % 13)
  }

  init(number: Int, half: Int, text: String, payload: [Int]) {
    self.number = number
    self.half = half
    self.text = text
    self.payload = payload
  }
}

struct NumbersService: Numbers {
  let answered: Lock<[Int: Int]>

  func number(_ number: Int, half: Int, text: String, payload: [Int]) async throws -> Numbered {
    answered.withLock { $0[number, default: 0] += 1 }
    // Some responses overtake others.
    for _ in 0..<(number % 5) { await Task.yield() }
    return Numbered(number: number, half: half, text: text, payload: payload)
  }
}

@Suite("Concurrent calls", .ownThreads, .timeLimit(.minutes(5)))
struct ConcurrencyTests {
  /// Calls every number of `numbers` from many tasks over one client, and returns the numbers with a wrong response.
  static func call(_ numbers: Range<Int>, tasks: Int, _ client: APIClient) async throws -> [Int] {
    let api = NumbersAPI(client)
    return try await withThrowingTaskGroup { group in
      for task in 0..<tasks {
        group.addTask {
          var wrong: [Int] = []
          for number in numbers where number % tasks == task {
            let sent = Numbered(of: number)
            let answer = try await api.number(number, half: sent.half, text: sent.text, payload: sent.payload)
            if answer != sent { wrong.append(number) }
          }
          return wrong
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
  }

  @Test("10,000 concurrent requests are each served once, with the right response", arguments: [1, 3])
  func tenThousand(threads: Int) async throws {
    let answered = Lock<[Int: Int]>([:])
    let server = Server(port: 0, threads: threads) { NumbersRoutes(NumbersService(answered: answered)) }
    try await withServer(server) { client in
      let wrong = try await Self.call(0..<10_000, tasks: 50, client)
      #expect(wrong == [])
    }
    let counts = answered.withLock { $0 }
    #expect(counts.count == 10_000)
    #expect(counts.values.allSatisfy { $0 == 1 }, "a request was served twice")
  }

  @Test("Concurrent requests survive connections that the server keeps closing")
  func shortConnections() async throws {
    let answered = Lock<[Int: Int]>([:])
    var limits = ServerLimits()
    limits.maxRequestsPerConnection = 3
    let server = Server(port: 0, threads: 2, limits: limits) { NumbersRoutes(NumbersService(answered: answered)) }
    try await withServer(server) { client in
      let wrong = try await Self.call(0..<2000, tasks: 50, client)
      #expect(wrong == [])
    }
    #expect(answered.withLock { $0.count } == 2000)
  }

  @Test("Cancelling some concurrent calls leaves the others complete")
  func cancellation() async throws {
    let server = Server(port: 0, threads: 2) { NumbersRoutes(NumbersService(answered: Lock([:]))) }
    try await withServer(server) { client in
      let api = NumbersAPI(client)
      let calls = (0..<1000).map { number in
        Task {
          let sent = Numbered(of: number)
          let answer = try await api.number(number, half: sent.half, text: sent.text, payload: sent.payload)
          return answer == sent
        }
      }
      for (index, call) in calls.enumerated() where index % 3 == 0 { call.cancel() }
      for (index, call) in calls.enumerated() {
        do {
          let isOwn = try await call.value
          #expect(isOwn, "call \(index)")
        } catch let error as ClientError {
          #expect(error.code == .cancelled && index % 3 == 0, "call \(index): \(error)")
        }
      }
      let wrong = try await Self.call(0..<100, tasks: 10, client)
      #expect(wrong == [])
    }
  }

  /// In a separate process, where nothing else opens descriptors.
  @Test("Descriptors, threads and memory are released after concurrent calls")
  func leaks() async throws {
    await #expect(processExitsWith: .success) {
      func round(_ count: Int) async throws {
        let server = Server(port: 0, threads: 2) { NumbersRoutes(NumbersService(answered: Lock([:]))) }
        try await withServer(server) { client in
          let wrong = try await ConcurrencyTests.call(0..<count, tasks: 50, client)
          #expect(wrong == [])
        }
      }
      try await round(2000)
      let baseline = await ProcessResources.settled(to: .now)
      try await round(10_000)
      let after = await ProcessResources.settled(to: baseline)
      #expect(after.descriptors <= baseline.descriptors, "\(baseline), then \(after)")
      #expect(after.threads <= baseline.threads, "\(baseline), then \(after)")
      let grown = after.residentBytes - baseline.residentBytes
      #expect(grown < 32 << 20 || ProcessResources.keepsFreedMemory, "\(baseline), then \(after)")
    }
  }

  @Test("Stopped servers release every descriptor and thread")
  func startAndStop() async throws {
    await #expect(processExitsWith: .success) {
      func round() async throws {
        let server = Server(port: 0, threads: 3) { NumbersRoutes(NumbersService(answered: Lock([:]))) }
        let port = try await server.start().port
        // There are an idle connection, one that has not sent anything, and one that is reset.
        let idle = try RawConnection(port: port)
        #expect(try idle.exchange("GET", "/nowhere").status == 404)
        let silent = try RawConnection(port: port)
        let reset = try RawConnection(port: port)
        try reset.write("GET /")
        reset.reset()
        await server.stop(drain: .milliseconds(50))
        #expect(idle.isAtEnd() && silent.isAtEnd())
      }
      for _ in 0..<3 { try await round() }
      let baseline = await ProcessResources.settled(to: .now)
      for _ in 0..<50 { try await round() }
      let after = await ProcessResources.settled(to: baseline)
      #expect(after.descriptors <= baseline.descriptors, "\(baseline), then \(after)")
      #expect(after.threads <= baseline.threads, "\(baseline), then \(after)")
    }
  }
}
