import ContractTestSupport
import ContractTesting
import Testing

/// A contract with each kind of stream, in both directions.
@API @Mock protocol Relay: Sendable {
  @GET("/blobs/:name") func blob(name: String) async throws -> ByteStream
  @GET("/ticks") func ticks(lastEventID: Header<String?>) async throws -> ServerEvents<Tick>
  @GET("/rows") func rows(count: Int) async throws -> JSONLines<ArchiveRow>
  @PUT("/blobs/:name") func store(name: String, data: Body<ByteStream>) async throws -> Int
  @POST("/rows") func load(rows: Body<JSONLines<ArchiveRow>>) async throws -> Int
  @POST("/rows/double") func double(rows: Body<JSONLines<ArchiveRow>>) async throws -> JSONLines<ArchiveRow>
  @WebSocket("/echo/:word") func echo(word: String) async throws -> Channel<String, String>
}

/// A way in which a call reaches a mock: as the value of the contract, or as the service of a server.
enum MockAccess: CaseIterable, Sendable {
  case direct, passThrough, inProcess, sockets

  func with(_ mock: RelayMock, _ body: (any Relay) async throws -> Void) async throws {
    switch self {
    case .direct: try await body(mock)
    case .passThrough: try await body(RelayMock(policy: .passThrough(to: mock)))
    case .inProcess: try await body(RelayAPI(RelayRoutes(mock).inProcess))
    case .sockets: try await withServer(RelayRoutes(mock)) { try await body(RelayAPI($0)) }
    }
  }
}

@Suite("Streams of generated mocks", .ownThreads, .timeLimit(.minutes(2)))
struct StreamMockTests {
  @Test("A mock returns the streams of its closures, and records the calls", arguments: MockAccess.allCases)
  func results(_ access: MockAccess) async throws {
    let mock = RelayMock()
    mock.mockBlob { name in ByteStream.crumbs(of: "the bytes of \(name)") }
    mock.mockTicks { lastEventID in
      let start = lastEventID.flatMap(Int.init) ?? 0
      return ServerEvents(TickerService.ticks(start..<start + 3)) { "\($0.n + 1)" }
    }
    mock.mockRows { count in JSONLines((0..<count).map { ArchiveRow(n: $0) }) }
    try await access.with(mock) { relay in
      #expect(try await relay.blob(name: "a").collect(upTo: 100) == Array("the bytes of a".utf8))
      var rows: [Int] = []
      for try await row in try await relay.rows(count: 3) { rows.append(row.n) }
      #expect(rows == [0, 1, 2])
      var events: [String] = []
      for try await event in try await relay.ticks(lastEventID: "5").events {
        events.append("\(event.id ?? "none"): \(event.value.n)")
        // The mocked stream ends after three events, and a client would then connect again.
        if events.count == 3 { break }
      }
      #expect(events == ["6: 5", "7: 6", "8: 7"])
    }
    #expect(mock.blobCalls.map(\.name) == ["a"])
    #expect(mock.rowsCalls.map(\.count) == [3])
    #expect(mock.ticksCalls.map(\.lastEventID) == ["5"])
  }

  @Test("A mock reads the streams of its calls while they are sent, and records them", arguments: MockAccess.allCases)
  func bodies(_ access: MockAccess) async throws {
    let mock = RelayMock()
    mock.mockStore { _, data in try await data.collect(upTo: 100).count }
    mock.mockLoad { rows in
      var sum = 0
      for try await row in rows { sum += row.n }
      return sum
    }
    mock.mockDouble { rows in JSONLines(rows.map { ArchiveRow(n: $0.n * 2) }) }
    try await access.with(mock) { relay in
      #expect(try await relay.store(name: "b", data: .crumbs(of: "0123456789")) == 10)
      #expect(try await relay.load(rows: JSONLines((1...4).map { ArchiveRow(n: $0) })) == 10)
      // The second row is sent after the first doubled row has arrived.
      let hasArrived = Gate()
      let next = Lock(1)
      let body = AsyncThrowingStream<ArchiveRow, any Error> {
        let n = next.withLock { next in
          defer { next += 1 }
          return next
        }
        if n == 2 { await hasArrived.wait() }
        return n < 3 ? ArchiveRow(n: n) : nil
      }
      var doubled: [Int] = []
      for try await row in try await relay.double(rows: JSONLines(body)) {
        doubled.append(row.n)
        hasArrived.open()
      }
      #expect(doubled == [2, 4])
    }
    #expect(mock.storeCalls.map(\.name) == ["b"])
    #expect(mock.loadCalls.count == 1 && mock.doubleCalls.count == 1)
  }

  @Test("A mock runs its end of a channel, and records the call", arguments: MockAccess.allCases)
  func channels(_ access: MockAccess) async throws {
    let mock = RelayMock()
    mock.mockEcho { word in
      Channel { connection in
        for try await text in connection { try await connection.send("\(word) \(text)") }
      }
    }
    try await access.with(mock) { relay in
      let channel = try await relay.echo(word: "hello")
      for text in ["a", "b"] {
        try await channel.send(text)
        #expect(try await channel.receive() == "hello \(text)")
      }
      try await channel.close()
      #expect(try await channel.receive() == nil)
    }
    #expect(mock.echoCalls.map(\.word) == ["hello"])
  }

  @Test("An error of a mock's stream is thrown to its reader after the values", arguments: MockAccess.allCases)
  func failures(_ access: MockAccess) async throws {
    let mock = RelayMock()
    mock.mockRows { count in
      let next = Lock(0)
      return JSONLines(
        AsyncThrowingStream<ArchiveRow, any Error> {
          let n = next.withLock { next in
            defer { next += 1 }
            return next
          }
          if n == count { throw TickerService.Undeclared() }
          return ArchiveRow(n: n)
        })
    }
    try await access.with(mock) { relay in
      var rows: [Int] = []
      await #expect(throws: (any Error).self) {
        for try await row in try await relay.rows(count: 2) { rows.append(row.n) }
      }
      #expect(rows == [0, 1])
    }
  }

  @Test("A stream has no example, so an unmocked function throws an error with its type")
  func examples() async throws {
    let mock = RelayMock(policy: .examples)
    await #expect(throws: Self.missing("blob", "mockBlob", "ByteStream")) { try await mock.blob(name: "a") }
    await #expect(throws: Self.missing("ticks", "mockTicks", "ServerEvents<Tick>")) {
      try await mock.ticks(lastEventID: nil)
    }
    await #expect(throws: Self.missing("rows", "mockRows", "JSONLines<ArchiveRow>")) { try await mock.rows(count: 1) }
    await #expect(throws: Self.missing("echo", "mockEcho", "Channel<String, String>")) {
      try await mock.echo(word: "a")
    }
    #expect(mock.blobCalls.count == 1 && mock.echoCalls.count == 1)
    #expect(
      Self.missing("blob", "mockBlob", "ByteStream").description
        == "RelayMock.blob was called without an implementation, and ByteStream has no example; "
        + "set one with mockBlob { … } first")
  }

  private static func missing(_ function: String, _ setter: String, _ type: String) -> MockError {
    MockError(
      function: "RelayMock.\(function)", setter: setter, resultWithoutExample: type, canHaveExample: false)
  }
}
