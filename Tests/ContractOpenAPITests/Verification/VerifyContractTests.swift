import Contract
import ContractOpenAPI
import ContractTesting
import Foundation
import NotesContract
import Testing

struct RefusedResult: Codable, Sendable {
  var reason: String
}

/// Results and bodies whose format is not that of most operations.
@API protocol UnusualContents: Sendable {
  @GET("/either/:id") func either(id: Int) async throws -> Either<String, RefusedResult>
  @GET("/status/:id") func status(id: Int) async throws -> Either<String, Void>
  @GET("/always") func always() async throws -> Either<String, RefusedResult>
  @POST("/bytes") func bytes(data: Body<[UInt8]>) async throws -> [UInt8]
  @POST("/stream") func stream(data: Body<ByteStream>) async throws -> Int
  @POST("/text") func text(text: Body<String>) async throws -> String
  @GET("/response/:id") func response(id: Int) async throws -> HTTPResponse
  @GET("/members") func members(ids: Set<Int>) async throws -> [Int]
  @GET("/list") func list(ids: [Int]) async throws -> [Int]
  @POST("/constant") func constant(value: Body<ConstantMember>) async throws -> Int
}

/// A body with a constant, whose value is ignored when it is read.
@Schema struct ConstantMember: Equatable, Sendable {
  var count: Int
  let version = 2
}

struct UnusualContentsService: UnusualContents {
  func either(id: Int) async throws -> Either<String, RefusedResult> {
    id % 2 == 0 ? .response("even") : .errorResponse(RefusedResult(reason: "odd"))
  }
  func status(id: Int) async throws -> Either<String, Void> { id % 2 == 0 ? .response("even") : .errorResponse(()) }
  func always() async throws -> Either<String, RefusedResult> { .errorResponse(RefusedResult(reason: "always")) }
  func bytes(data: Body<[UInt8]>) async throws -> [UInt8] { data }
  func stream(data: Body<ByteStream>) async throws -> Int {
    var count = 0
    for try await chunk in data { count += chunk.count }
    return count
  }
  func text(text: Body<String>) async throws -> String { text }
  func response(id: Int) async throws -> HTTPResponse { id % 2 == 0 ? .text("even") : HTTPResponse(.noContent) }
  func members(ids: Set<Int>) async throws -> [Int] { ids.sorted() }
  func list(ids: [Int]) async throws -> [Int] { ids }
  func constant(value: ConstantMember) async throws -> Int { value.count }
}

/// Bodies that are streams, and one whose kinds are open.
@API protocol StreamedBodies: Sendable {
  @POST("/rows") func load(rows: Body<JSONLines<ConstantMember>>) async throws -> Int
  @PUT("/sealed") @Checksum func seal(data: Body<ByteStream>) async throws -> ByteStream
  @POST("/signals") func send(signal: Body<Signal>) async throws -> Signal
}

@Schema @Tagged("kind") enum Signal: Equatable, Sendable {
  case moved(by: Int)
  case changed(ConstantMember)
  case unknown(JSONValue)
}

struct StreamedBodiesService: StreamedBodies {
  func load(rows: Body<JSONLines<ConstantMember>>) async throws -> Int {
    var count = 0
    for try await _ in rows { count += 1 }
    return count
  }
  func seal(data: Body<ByteStream>) async throws -> ByteStream {
    ByteStream(try await data.collect(upTo: 1 << 20))
  }
  func send(signal: Signal) async throws -> Signal { signal }
}

@Suite struct VerifyContractTests {
  @Test("A server of a contract has no finding against the exported document", arguments: [1, 2])
  func contract(_ seed: UInt64) async throws {
    let count = ProcessInfo.processInfo.environment["CONTRACT_CASES"].flatMap(Int.init) ?? 300
    let server = Server(port: 0, threads: 1) { NotesRoutes(NotesService()) }
      .authenticating(.bearer) { credentials in
        credentials.matches(Secret("secret"))
          ? Authenticated("operator", scopes: ["notes:read", "notes:write"]) : nil
      }
    let options = ContractTestOptions(seed: seed, cases: count, credentials: ["bearer": .bearer("secret")])
    let report = try await verify(
      NotesEndpoints.all, against: "http://notes.test", options: options, transport: InProcessTransport(server))
    #expect(report.isEmpty && report.omissions.isEmpty, "\(report)")
    #expect(report.cases == count && report.validCases > count / 4, "\(report)")
  }

  @Test("Results with the status of a refusal, and bodies of any media type, are not findings", arguments: [1, 2, 3])
  func unusual(_ seed: UInt64) async throws {
    let server = Server(port: 0, threads: 1) { UnusualContentsRoutes(UnusualContentsService()) }
    let report = try await verify(
      UnusualContentsEndpoints.all, against: "http://unusual.test",
      options: ContractTestOptions(seed: seed, cases: 320), transport: InProcessTransport(server))
    #expect(report.isEmpty && report.operations == 10, "\(report)")
  }

  @Test(
    "Streamed bodies with valid values and checksums, and bodies of unknown kinds, are not refused",
    arguments: [1, 2, 3])
  func streamed(_ seed: UInt64) async throws {
    let server = Server(port: 0, threads: 1) { StreamedBodiesRoutes(StreamedBodiesService()) }
    let report = try await verify(
      StreamedBodiesEndpoints.all, against: "http://streamed.test",
      options: ContractTestOptions(seed: seed, cases: 300), transport: InProcessTransport(server))
    #expect(report.isEmpty && report.operations == 3, "\(report)")
    #expect(report.validCases >= 150, "\(report)")
  }

  @Test("A server is verified over sockets")
  func sockets() async throws {
    let server = ItemProvider().server
    let address = try await server.start()
    let report = try await verify(
      try ItemProvider.document, against: address.url,
      options: ContractTestOptions(cases: 60, credentials: ["token": .bearer("secret")]))
    await server.stop(drain: .zero)
    #expect(report.isEmpty && report.cases == 60, "\(report)")
  }

  @Test("A server that does not listen is one finding for each operation")
  func unreachable() async throws {
    let transport = ScriptedTransport([])
    let report = try await verify(
      try ItemProvider.document, against: "http://items.test",
      options: ContractTestOptions(cases: 30, credentials: ["token": .bearer("secret")]), transport: transport)
    #expect(report.findings.map(\.kind) == [.noResponse, .noResponse, .noResponse], "\(report)")
    #expect(transport.requests.count == 30, "a finding without a response is not shrunk")
  }

  @Test("Endless streams and bodies beyond the limit are named as omissions, and are not findings")
  func endless() async throws {
    var router = Router()
    let chunk = Array(repeating: UInt8(ascii: "\n"), count: 1 << 20)
    let routes: [(PathTemplate, HTTPFieldValue)] = [
      ("/events", "text/event-stream"), ("/bytes", "application/octet-stream"),
    ]
    for (path, type) in routes {
      router.on(.get, path) { _ in
        HTTPResponse(.ok, fields: [.contentType: type], body: .stream(ByteStream { chunk }))
      }
    }
    let document = try OpenAPIDocument([
      "openapi": "3.1.1", "info": ["title": "T", "version": "1"],
      "paths": [
        "/events": ["get": ["responses": ["200": ["description": "a", "content": ["text/event-stream": [:]]]]]],
        "/bytes": ["get": ["responses": ["200": ["description": "a", "content": ["application/octet-stream": [:]]]]]],
      ],
    ])
    let report = try await verify(
      document, against: "http://endless.test", options: ContractTestOptions(cases: 6),
      transport: InProcessTransport(Server(port: 0, threads: 1, router: router)))
    #expect(report.isEmpty && report.cases == 6, "\(report)")
    #expect(
      report.omissions.sorted() == [
        "GET /bytes has responses larger than 16 MiB, which are not tested.",
        "GET /events responds with a stream; only the head of such a response is tested.",
      ])
  }
}
