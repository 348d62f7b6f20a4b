import Contract
import ContractClient
import ContractHTTP
import ContractTesting
import Testing

@Suite("Injected faults", .timeLimit(.minutes(2)))
struct FaultyTransportTests {
  static let outcomes: [(InjectedFault, ClientError.Code, isSent: Bool)] = [
    (.refuse, .noConnection, isSent: false), (.drop, .lostConnection, isSent: true),
    (.truncate, .lostConnection, isSent: true), (.hang, .timeout, isSent: false),
    (.delay(.seconds(61)), .timeout, isSent: false),
  ]

  @Test("An injected fault ends a call like a real fault", arguments: outcomes)
  func outcome(fault: InjectedFault, code: ClientError.Code, isSent: Bool) async throws {
    let live = AnsweringTransport(.text("content"))
    let slept = Lock<[Duration]>([])
    let faulty = FaultyTransport(over: live, seed: 1, [FaultRule(fault)]) { time in slept.withLock { $0.append(time) } }
    let client = APIClient(baseURL: "http://h.example", transport: faulty)
    #expect(await clientErrorCode { try await client.response() } == code)
    #expect(live.requests.count == (isSent ? 1 : 0))
    #expect(slept.withLock { $0 } == (code == .timeout ? [.seconds(60)] : []))
    #expect(faulty.injected.map(\.fault) == [fault.description] && faulty.injected[0].target == "/")
  }

  @Test("Fault reports and exhausted scripts show no client credentials")
  func credentials() async throws {
    let faulty = FaultyTransport(over: AnsweringTransport(.text("x")), seed: 1, FaultRule(.refuse))
    for transport in [faulty, ScriptedTransport([])] as [any ClientTransport] {
      let client = APIClient(baseURL: "http://h.example", transport: transport).auth(.apiKey("s3cr3t", query: "appid"))
      let error = await #expect(throws: ClientError.self) { try await client("a").query("b", 1).get() }
      #expect(error.map { "\($0)".contains("s3cr3t") } == false)
    }
    #expect(faulty.injected.map(\.target) == ["/a?b=1&appid=***"])
  }

  @Test("Injected faults replace, corrupt and truncate responses over sockets")
  func changes() async throws {
    let server = ScriptedServer { _ in ok("0123456789") }
    defer { server.stop() }
    let client = APIClient(baseURL: server.baseURL, transport: CurlTransport())
    let busy = client.faults(seed: 1, FaultRule(.status(503, fields: ["Retry-After": "1"])) { $0.method == .get })
    let refused = try await busy.get.response()
    #expect(refused.status == 503 && refused.fields["Retry-After"] == "1")
    #expect(try await busy.put.response().text == "0123456789")
    let corrupt = client.faults(seed: 1, FaultRule(.corrupt()))
    let first = try await corrupt.response().bytes
    let differing = zip(first, Array("0123456789".utf8)).count { $0 != $1 }
    #expect(first.count == 10 && differing == 1)
    #expect(try await client.faults(seed: 1, FaultRule(.corrupt())).response().bytes == first)
    let stream = try await client.faults(seed: 3, FaultRule(.truncate)).stream()
    let seen = Lock<[UInt8]>([])
    let code = await clientErrorCode {
      for try await piece in stream.bytes { seen.withLock { $0 += piece } }
    }
    let part = seen.withLock { $0 }
    #expect(code == .lostConnection && part.count < 10 && Array("0123456789".utf8).starts(with: part))
  }

  @Test("Each call gets the whole streamed body of an injected response")
  func injectedStreams() async throws {
    let bytes = Array("0123456789".utf8)
    let rule = FaultRule(.response(HTTPResponse(.ok, body: .stream(ByteStream(bytes)))))
    let live = AnsweringTransport(.text("live"))
    let client = APIClient(
      baseURL: "http://h.example", transport: FaultyTransport(over: live, seed: 1, rule))
    for _ in 0..<2 {
      #expect(try await client.response().bytes == bytes)
      #expect(try await client.call(Endpoint<Empty, [UInt8]>(.get, "/")) == bytes)
      var read: [UInt8] = []
      for try await piece in try await client.stream().bytes { read += piece }
      #expect(read == bytes)
    }
    #expect(await clientErrorCode { try await client.maxResponseBytes(9).response() } == .responseTooLarge)
    #expect(live.requests.isEmpty)
  }

  @Test("A truncating or corrupting fault leaves an empty stream unchanged")
  func emptyStreams() async throws {
    for fault in [InjectedFault.truncate, .corrupt()] {
      let live = AnsweringTransport { _, _ in HTTPResponse(.ok, body: .stream(ByteStream(length: 0) { nil })) }
      let faulty = FaultyTransport(over: live, seed: 1, FaultRule(fault))
      let stream = try await APIClient(baseURL: "http://h.example", transport: faulty).stream()
      for try await piece in stream.bytes { #expect(piece.isEmpty) }
      _ = try await APIClient(baseURL: "http://h.example", transport: faulty).response()
      #expect(faulty.injected.isEmpty)
    }
  }

  @Test("Every further read of a truncated stream fails, and every further read of an empty stream returns its end")
  func askedAgain() async throws {
    for isEmpty in [true, false] {
      let isFirst = Lock(true)
      let live = AnsweringTransport { _, _ in
        let stream = ByteStream {
          isFirst.withLock { isFirst in
            defer { isFirst = false }
            return isFirst && !isEmpty ? [1, 2, 3] : nil
          }
        }
        return HTTPResponse(.ok, body: .stream(stream))
      }
      let faulty = FaultyTransport(over: live, seed: 1, FaultRule(.truncate))
      let request = HTTPRequest(.get, "/", scheme: "http", authority: "h.example")
      guard case .stream(let stream) = try await faulty.stream(request, options: TransportOptions()).body else {
        Issue.record("expected a streamed body")
        return
      }
      if !isEmpty { #expect(try await stream.next() != nil) }
      for _ in 1...2 {
        if isEmpty {
          #expect(try await stream.next() == nil)
        } else {
          #expect(await clientErrorCode { try await stream.next() } == .lostConnection)
        }
      }
      #expect(faulty.injected.map(\.fault) == (isEmpty ? [] : ["truncate"]))
    }
  }

  @Test("A fault preempted by another is not reported")
  func notStruck() async throws {
    let faulty = FaultyTransport(
      over: AnsweringTransport(.text("x")), seed: 1, FaultRule(.truncate), FaultRule(.corrupt()), FaultRule(.refuse))
    let client = APIClient(baseURL: "http://h.example", transport: faulty)
    #expect(await clientErrorCode { try await client.response() } == .noConnection)
    #expect(faulty.injected.map(\.fault) == ["refuse"])
  }

  @Test("A refusal is injected into a WebSocket handshake, and a body fault does not affect a WebSocket")
  func webSockets() async throws {
    try await ScriptedServer.withSocket({ $0.echo() }) { server in
      let rules = [FaultRule(.truncate), FaultRule(.refuse) { $0.path.hasSuffix("refused") }]
      let client = server.client.faults(seed: 1, rules[0], rules[1])
      let socket = try await client("chat").webSocket()
      try await socket.send("a")
      #expect(try await socket.receive() == .text("a"))
      try await socket.close()
      #expect(await clientErrorCode { try await client("refused").webSocket() } == .noConnection)
    }
  }

  @Test("Equal seeds inject faults into the same requests, even if calls run concurrently")
  func determinism() async throws {
    func struck(seed: UInt64, isConcurrent: Bool) async throws -> Set<String> {
      let faulty = FaultyTransport(
        over: AnsweringTransport(.text("x")), seed: seed, FaultRule(.refuse, share: 0.3),
        FaultRule(.status(503), share: 0.2))
      let client = APIClient(baseURL: "http://h.example", transport: faulty)
      if isConcurrent {
        await withTaskGroup(of: Void.self) { group in
          for index in (0..<60).reversed() { group.addTask { _ = try? await client("r")(index).response() } }
        }
      } else {
        for index in 0..<60 { _ = try? await client("r")(index).response() }
      }
      return Set(faulty.injected.map { "\($0.target) \($0.fault)" })
    }
    let one = try await struck(seed: 7, isConcurrent: false)
    #expect(try await struck(seed: 7, isConcurrent: true) == one)
    #expect(try await struck(seed: 8, isConcurrent: false) != one)
    // The first rule strikes 0.3 of the 60 requests, and the second rule 0.2 of the rest.
    #expect((12...44).contains(one.count))
  }

  @Test("Repeated requests get a reproducible sequence of faults that retries overcome")
  func sequence() async throws {
    func results() async throws -> [Int] {
      let client = APIClient(AnsweringTransport(.text("x"))).faults(seed: 5, FaultRule(.status(503), share: 0.5))
      var codes: [Int] = []
      for _ in 0..<20 { codes.append(try await client.response().status.code) }
      return codes
    }
    let first = try await results()
    #expect(try await results() == first)
    #expect(Set(first) == [200, 503])
    let client = APIClient(AnsweringTransport(.text("x"))).clock(TestClock()).retry(limit: 20)
      .faults(seed: 5, FaultRule(.drop, share: 0.5))
    for _ in 0..<20 { #expect(try await client.response().status == 200) }
  }

  @Test("A corruption changes at most all bytes of the body, and none if the number is negative")
  func corruptedCounts() async throws {
    for (count, isNoted) in [(-1, false), (0, false), (.min, false), (.max, true), (1, true)] {
      let faulty = FaultyTransport(
        over: AnsweringTransport(.text("abc")), seed: 1, FaultRule(.corrupt(bytes: count)))
      let client = APIClient(baseURL: "http://h.example", transport: faulty)
      #expect((try await client.response().text == "abc") == !isNoted)
      var read: [UInt8] = []
      for try await chunk in try await client.stream().bytes { read += chunk }
      #expect(read.count == 3 && faulty.injected.count == (isNoted ? 2 : 0), "\(count)")
    }
  }

  @Test("A negative delay does not extend the timeout")
  func negativeDelay() async throws {
    let live = AnsweringTransport(.text("abc"))
    let faulty = FaultyTransport(over: live, seed: 1, FaultRule(.delay(.seconds(-9))))
    _ = try await APIClient(baseURL: "http://h.example", transport: faulty).timeout(.seconds(30)).response()
    #expect(try #require(live.sent.first).options.timeout <= .seconds(30))
  }
}
