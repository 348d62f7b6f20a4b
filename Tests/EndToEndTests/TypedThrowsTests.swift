import ContractTesting
import Testing

@API @Mock @Throws(OtherError.self)
private protocol Typed: Sendable {
  @GET("/typed/:id") @Default("limit", 3)
  func find(id: Int, limit: Int) async throws(CallFailure<TodoError>) -> String
  @GET("/typed") @Throws(TodoError.self)
  func every() async throws(CallFailure<TodoError>) -> [Int]
  @DELETE("/typed/:id")
  func remove(id: Int) async throws(CallFailure<TodoError>)
  @POST("/lines")
  func lines(of rows: Body<JSONLines<Int>>) async throws(CallFailure<TodoError>) -> Int
  @POST("/bytes") @Checksum
  func bytes(of data: Body<ByteStream>) async throws(CallFailure<TodoError>) -> Int
}

private struct Broken: Error {}

private struct TypedService: Typed {
  func find(id: Int, limit: Int) async throws(CallFailure<TodoError>) -> String {
    switch id {
    case 0: throw .declared(.notFound)
    case 1: throw .declared(.taken(name: "milk", by: 7))
    case 2: throw CallFailure(Broken())
    case 3: throw CallFailure(OtherError.teapot)
    default: return "\(id) \(limit)"
    }
  }
  func every() async throws(CallFailure<TodoError>) -> [Int] { [] }
  func remove(id: Int) async throws(CallFailure<TodoError>) {
    if id == 0 { throw .declared(.notFound) }
  }
  func lines(of rows: JSONLines<Int>) async throws(CallFailure<TodoError>) -> Int {
    do {
      var sum = 0
      for try await row in rows { sum += row }
      return sum
    } catch {
      throw CallFailure(error)
    }
  }
  func bytes(of data: ByteStream) async throws(CallFailure<TodoError>) -> Int {
    do {
      return try await data.collect(upTo: 100).count
    } catch {
      throw CallFailure(error)
    }
  }
}

/// Functions whose type includes everything that they throw.
@Suite("Typed throws")
struct TypedThrowsTests {
  /// The result of a call; complete without a cast or a default.
  private static func outcome(_ call: () async throws(CallFailure<TodoError>) -> String) async -> String {
    do {
      return try await call()
    } catch {
      return switch error {
      case .declared(.notFound): "not found"
      case .declared(.taken(let name, let owner)): "\(name) taken by \(owner)"
      case .other(let error): "\(error.code) \(error.response?.status.code ?? 0)"
      }
    }
  }

  private static func outcomes(_ typed: some Typed) async -> [String] {
    var outcomes: [String] = []
    for id in 0..<5 {
      outcomes.append(
        await outcome { () async throws(CallFailure<TodoError>) in try await typed.find(id: id, limit: 1) })
    }
    return outcomes
  }

  @Test("Declared failures and other errors are distinguished on both ends")
  func calls() async throws {
    let reported = Lock<[String]>([])
    let server = Server(
      port: 0, threads: 1, onError: { error, _ in reported.withLock { $0.append("\(type(of: error))") } }
    ) {
      TypedRoutes(TypedService())
    }
    let outcomes = try await withServer(server) { client in await Self.outcomes(TypedAPI(client)) }
    #expect(outcomes == ["not found", "milk taken by 7", "unexpected 500", "transport 0", "4 1"])
    #expect(reported.withLock { $0 } == ["Broken"])
  }

  @Test(
    "A wrapped error of an invalid line or checksum is a 400",
    arguments: [
      ("lines", "application/jsonl", "1\nx\n", "line 2: "),
      ("bytes", "application/octet-stream", "x", "Content-Digest"),
    ])
  func invalidStreams(path: String, type: String, body: String, detail: String) async throws {
    try await withServer(Server(port: 0, threads: 1) { TypedRoutes(TypedService()) }) { client in
      let response = try await client(path).post.body(text: body, type: MediaType(type)).response()
      #expect(response.status == .badRequest)
      let text = String(decoding: try await response.body.collect(upTo: 10_000), as: UTF8.self)
      #expect(text.contains(detail), "\(text)")
    }
  }

  @Test("Default arguments and functions without a result work with typed throws")
  func conveniences() async throws {
    let typed: any Typed = TypedAPI(TypedRoutes(TypedService()).inProcess)
    #expect(await Self.outcome { () async throws(CallFailure<TodoError>) in try await typed.find(id: 9) } == "9 3")
    try await typed.remove(id: 1)
    await #expect(throws: CallFailure<TodoError>.self) { try await typed.remove(id: 0) }
  }

  @Test("A proxy's error page is thrown with its whole response", arguments: [200, 502])
  func pages(status: Int) async throws {
    let page = HTTPResponse(
      HTTPStatus(status)!, fields: [.contentType: "text/html"], body: .bytes(Array("<h1>down</h1>".utf8)))
    let typed = TypedAPI(APIClient(baseURL: "http://h", transport: ScriptedTransport { _ in page }))
    do {
      let all = try await typed.every()
      Issue.record("expected a thrown page, got the result \(all)")
    } catch .other(let error) {
      #expect(error.code == .unexpected)
      #expect(error.response?.status.code == status)
      #expect(try await error.response?.body.collect(upTo: 100) == Array("<h1>down</h1>".utf8))
    } catch .declared {
      Issue.record("expected .other, got a declared failure")
    }
  }

  @Test("A mock throws the typed errors of its contract")
  func mocks() async throws {
    let mock = TypedMock()
    mock.mockFind { id, _ in
      if id == 0 { throw TodoError.notFound }
      if id == 1 { throw CallFailure<TodoError>.declared(.taken(name: "milk", by: 7)) }
      return "mocked \(id)"
    }
    #expect(await Self.outcomes(mock) == ["not found", "milk taken by 7", "mocked 2", "mocked 3", "mocked 4"])
    await #expect { try await mock.remove(id: 1) } throws: { error in
      guard case .other(let other) = error as? CallFailure<TodoError> else { return false }
      return other.cause is MockError
    }
  }

  @Test("A typed failure is declared once, in addition to the protocol's failures")
  func declares() {
    #expect(TypedEndpoints.find.operation.failures.map { "\($0)" } == ["OtherError", "TodoError"])
    #expect(TypedEndpoints.every.operation.failures.map { "\($0)" } == ["OtherError", "TodoError"])
  }
}
