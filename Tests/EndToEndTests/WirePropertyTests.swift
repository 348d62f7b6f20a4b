import ContractTestSupport
import ContractTesting
import FoundationEssentials
import Testing

/// Values are received as sent, in both directions, for every type in every location and format.
@Suite("Round trips of random values", .ownThreads)
struct WirePropertyTests {
  enum Way: CaseIterable, CustomStringConvertible {
    case inProcess, sockets
    var description: String { self == .inProcess ? "in process" : "over sockets" }
  }

  /// Requests for each type.
  static let rounds = 60

  static func with(_ way: Way, _ routes: some RouteCollection, _ body: (APIClient) async throws -> Void) async throws {
    switch way {
    case .inProcess: try await body(routes.inProcess)
    case .sockets: try await withServer(routes, body)
    }
  }

  /// Strings that are equal may differ in scalars, dates are described by their seconds, and -0 equals 0: both ways of
  /// comparing are needed.
  static func expectSame<T: Equatable>(_ sent: T, _ received: T, _ seed: UInt64) {
    #expect(sent == received, "seed \(seed)")
    #expect(String(reflecting: sent).utf8.elementsEqual(String(reflecting: received).utf8), "seed \(seed)")
  }

  /// Calls one function of the contract with random values.
  static func everywhere<T>(
    _ call: (Everywhere<T>) async throws -> Everywhere<T>, _ one: (inout Randomness) -> T
  ) async throws {
    var random = Randomness()
    for _ in 0..<rounds {
      let sent = Everywhere(&random, one)
      do {
        expectSame(sent, try await call(sent), random.seed)
      } catch {
        Issue.record(error, "\(T.self), seed \(random.seed): \(String(reflecting: sent))")
      }
    }
  }

  @Test("Every supported type round-trips in path, query, header and body field", arguments: Way.allCases)
  func everywhere(way: Way) async throws {
    try await Self.with(way, EchoRoutes(EchoService())) { client in
      let echo = EchoAPI(client)
      try await Self.everywhere(echo.bool) { $0.flip() }
      try await Self.everywhere(echo.int) { $0.integer() }
      try await Self.everywhere(echo.int8) { $0.integer() }
      try await Self.everywhere(echo.int16) { $0.integer() }
      try await Self.everywhere(echo.int32) { $0.integer() }
      try await Self.everywhere(echo.int64) { $0.integer() }
      try await Self.everywhere(echo.uint) { $0.integer() }
      try await Self.everywhere(echo.uint8) { $0.integer() }
      try await Self.everywhere(echo.uint16) { $0.integer() }
      try await Self.everywhere(echo.uint32) { $0.integer() }
      try await Self.everywhere(echo.uint64) { $0.integer() }
      try await Self.everywhere(echo.float) { $0.float() }
      try await Self.everywhere(echo.double) { $0.double() }
      try await Self.everywhere(echo.string) { $0.text() }
      try await Self.everywhere(echo.uuid) { $0.uuid() }
      try await Self.everywhere(echo.date) { $0.date() }
      try await Self.everywhere(echo.data) { $0.data() }
      try await Self.everywhere(echo.suit) { $0.element(Suit.self) }
      try await Self.everywhere(echo.level) { $0.element(Level.self) }
      try await Self.everywhere(echo.degrees) { Degrees(hundredths: $0.integer()) }
    }
  }

  /// Calls one function of the contract with random content.
  static func content<T: Equatable>(
    _ call: (T) async throws -> T, _ one: (inout Randomness) -> T
  ) async throws {
    var random = Randomness()
    for _ in 0..<rounds {
      let sent = one(&random)
      do {
        expectSame(sent, try await call(sent), random.seed)
      } catch {
        Issue.record(error, "\(T.self), seed \(random.seed): \(String(reflecting: sent))")
      }
    }
  }

  @Test("Every supported type round-trips as the whole body", arguments: Way.allCases)
  func content(way: Way) async throws {
    try await Self.with(way, ContentEchoRoutes(ContentEchoService())) { client in
      let echo = ContentEchoAPI(client)
      try await Self.content(echo.bool) { $0.flip() }
      try await Self.content(echo.int) { $0.integer() }
      try await Self.content(echo.int8) { $0.integer() }
      try await Self.content(echo.int16) { $0.integer() }
      try await Self.content(echo.int32) { $0.integer() }
      try await Self.content(echo.int64) { $0.integer() }
      try await Self.content(echo.int128) { $0.integer() }
      try await Self.content(echo.uint) { $0.integer() }
      try await Self.content(echo.uint8) { $0.integer() }
      try await Self.content(echo.uint16) { $0.integer() }
      try await Self.content(echo.uint32) { $0.integer() }
      try await Self.content(echo.uint64) { $0.integer() }
      try await Self.content(echo.uint128) { $0.integer() }
      try await Self.content(echo.float) { $0.float() }
      try await Self.content(echo.double) { $0.double() }
      try await Self.content(echo.string) { $0.text() }
      try await Self.content(echo.uuid) { $0.uuid() }
      try await Self.content(echo.date) { $0.date() }
      try await Self.content(echo.data) { $0.data() }
      try await Self.content(echo.bytes) { $0.bytes() }
      try await Self.content(echo.suit) { $0.element(Suit.self) }
      try await Self.content(echo.level) { $0.element(Level.self) }
      try await Self.content(echo.degrees) { Degrees(hundredths: $0.integer()) }
      try await Self.content(echo.shape) { $0.shape() }
      try await Self.content(echo.tree) { $0.tree() }
      try await Self.content(echo.trees) { $0.list { $0.tree(depth: 2) } }
      try await Self.content(echo.treesByName) { [$0.text(): $0.tree(depth: 2)] }
      try await Self.content(echo.maybeInts) { $0.list { $0.maybe { $0.integer() } } }
      try await Self.content(echo.maybeInt) { $0.maybe { $0.integer() } }
      try await Self.content(echo.maybeTree) { $0.maybe { $0.tree(depth: 2) } }
    }
  }

  @Test(
    "Optional text and bytes round-trip as the body, except that an empty one reads as nil", arguments: Way.allCases)
  func optionalContent(way: Way) async throws {
    try await Self.with(way, ContentEchoRoutes(ContentEchoService())) { client in
      let echo = ContentEchoAPI(client)
      try await Self.content(echo.maybeString) { $0.maybe { $0.text() + "." } }
      try await Self.content(echo.maybeBytes) { $0.maybe { $0.bytes() + [0] } }
      try await Self.content(echo.maybeData) { $0.maybe { $0.data() + [0] } }
      #expect(try await echo.maybeString(value: "") == nil)
      #expect(try await echo.maybeBytes(value: []) == nil)
    }
  }

  @Test("A value that a path, query or header cannot carry is refused before anything is sent")
  func refusals() async throws {
    let transport = ScriptedTransport([])
    let echo = EchoAPI(APIClient(baseURL: "http://a", transport: transport))
    func message(_ path: String = "p", query: String = "", queryMany: [String]? = nil, header: String = "") async
      -> String
    {
      do {
        _ = try await echo.string(
          path: path, queryOne: query, queryMaybe: nil, queryMany: [], queryMaybeMany: queryMany, headerOne: header,
          headerMaybe: nil, headerMany: [], headerMaybeMany: nil, fieldOne: "", fieldMaybe: nil, fieldMany: [],
          fieldMaybeMany: nil)
        return "sent"
      } catch {
        return "\(error)"
      }
    }
    let segment = "which cannot be a path segment; send another value [invalidInput]"
    #expect(await message("") == "Echo.string: the path value `path` is ``, \(segment)")
    #expect(await message(".") == "Echo.string: the path value `path` is `.`, \(segment)")
    #expect(await message("..") == "Echo.string: the path value `path` is `..`, \(segment)")
    let null = "contains NUL, which cannot be sent there [invalidInput]"
    #expect(await message("a\0") == "Echo.string: the path value `path` \(null)")
    #expect(await message(query: "\0") == "Echo.string: the query value `queryOne` \(null)")
    #expect(await message(header: "\0") == "Echo.string: the header value `Header-One` \(null)")
    #expect(
      await message(queryMany: [])
        == "Echo.string: the query value `queryMaybeMany` is an empty array, which would be read as nil; pass nil, or make it non-optional [invalidInput]"
    )
    #expect(transport.requests.isEmpty)
  }

  @Test("A server accepts other clients' spellings of values")
  func lenience() async throws {
    try await serve(Server(port: 0, threads: 1) { EchoRoutes(EchoService()) }) { port, _ in
      func query(_ type: String, _ path: String, _ query: String, _ field: String, header: String) throws -> String {
        let connection = try RawConnection(port: port)
        let body = #"{"fieldOne":\#(field),"fieldMany":[]}"#
        try connection.write(
          "POST /\(type)/\(path)?\(query) HTTP/1.1\r\nHost: a\r\nheader-ONE:\(header)\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        )
        let response = try connection.read()
        #expect(response.status == 200, "\(response.text)")
        return response.text
      }
      for (text, value) in [
        (text: "1", value: true), (text: "T", value: true), (text: "yes", value: true), (text: "Y", value: true),
        (text: "TRUE", value: true), (text: "0", value: false), (text: "f", value: false), (text: "No", value: false),
        (text: "n", value: false),
      ] {
        let answer = try query("bool", text, "queryOne=\(text)&queryMaybe=\(text)", "true", header: " \(text)\t")
        #expect(
          answer
            == #"{"path":\#(value),"query":{"one":\#(value),"maybe":\#(value),"many":[]},"header":{"one":\#(value),"many":[]},"field":{"one":true,"many":[]}}"#
        )
      }
      #expect(
        try query(
          "int", "%31%32", "queryMany[]=3&queryMany[]=4&queryOne=%2B7&queryMaybeMany[0]=5&queryMaybeMany[1]=6", "1e2",
          header: "1")
          == #"{"path":12,"query":{"one":7,"many":[3,4],"maybeMany":[5,6]},"header":{"one":1,"many":[]},"field":{"one":100,"many":[]}}"#
      )
    }
  }
}
