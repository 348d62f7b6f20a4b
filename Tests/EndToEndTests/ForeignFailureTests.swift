import Contract
import ContractTesting
import FoundationEssentials
import Testing

/// Members named like those of a problem (RFC 9457), under the usual code.
@APIError(code: "code")
private enum PlainError: Equatable {
  @Status(409) case taken(message: String, detail: String?)
}

/// A failure in the format of an API that does not use this toolkit.
@APIError(code: "errorType")
private enum QueryError: Equatable {
  @Status(400, code: "bad_data") case badData(error: String)
  @Status(503) case timeout
}

/// Codes that are numbers and booleans, as a gateway of another kind of service has them.
@APIError(code: "code")
private enum GatewayError: Equatable {
  @Status(400, code: 3) case invalidArgument(message: String)
  @Status(400, code: "3") case text
  @Status(400, code: -7) case negative
  @Status(404, code: true) case gone
  @Status(404, code: false) case never(details: [String]?)
}

/// A code nested in the body, next to the values of the failure.
@APIError(code: "/errors/0/code")
private enum RegistryError: Equatable {
  @Status(404, code: "NAME_UNKNOWN") case nameUnknown(message: String, status: Int?)
  @Status(429, code: 17) case tooMany
}

@APIError(code: "/error/a~1b~0c/kind")
private enum EscapedError: Equatable {
  @Status(409) case taken(by: Int)
}

@API @Throws(GatewayError.self, RegistryError.self, EscapedError.self)
private protocol Gateway: Sendable {
  @GET("/ask") func ask(number: Int) async throws
}

private struct GatewayService: Gateway {
  /// Failures with their bodies.
  static let rows: [(failure: any Error, status: HTTPStatus, body: String)] = [
    (
      GatewayError.invalidArgument(message: "m"), .badRequest,
      #"{"title":"Bad Request","status":400,"code":3,"message":"m"}"#
    ),
    (GatewayError.text, .badRequest, #"{"title":"Bad Request","status":400,"code":"3"}"#),
    (GatewayError.negative, .badRequest, #"{"title":"Bad Request","status":400,"code":-7}"#),
    (GatewayError.gone, .notFound, #"{"title":"Not Found","status":404,"code":true}"#),
    (
      GatewayError.never(details: ["d"]), .notFound, #"{"title":"Not Found","status":404,"code":false,"details":["d"]}"#
    ),
    (
      RegistryError.nameUnknown(message: "m", status: 7), .notFound,
      #"{"title":"Not Found","status":404,"errors":[{"code":"NAME_UNKNOWN","message":"m","status":7}]}"#
    ),
    (RegistryError.tooMany, .tooManyRequests, #"{"title":"Too Many Requests","status":429,"errors":[{"code":17}]}"#),
    (
      EscapedError.taken(by: 4), .conflict,
      #"{"title":"Conflict","status":409,"error":{"a/b~c":{"kind":"taken","by":4}}}"#
    ),
  ]

  func ask(number: Int) async throws { throw Self.rows[number].failure }
}

@API
private protocol Queries: Sendable {
  @GET("/query") @Throws(QueryError.self)
  func query(query: String) async throws -> String

  @PUT("/name") @Throws(PlainError.self)
  func rename(name: String) async throws
}

/// The values of a failure, encoded as the contract specifies.
private struct Holder: Codable, Equatable {
  var fullName: String
  var since: Date
}

@APIError
private enum MappedError: Equatable {
  @Status(409) case taken(heldBy: Holder, retryAfter: Int?)
  @Status(423) case locked(until: Date)
}

@API @KeyMapping(.snakeCase) @Wire(Contract.Wire { $0.dates = .secondsSince1970 }) @Throws(MappedError.self)
private protocol Mapped: Sendable {
  @PUT("/name")
  func rename(newName: String) async throws
}

@Suite("Failure formats of other APIs")
struct ForeignFailureTests {
  private struct Refusing: Queries {
    func query(query: String) async throws -> String { throw QueryError.badData(error: "no such metric") }
    func rename(name: String) async throws { throw PlainError.taken(message: "\(name) is taken", detail: nil) }
  }

  static let fields: HTTPFields = [.contentType: "application/json"]

  private func failure(_ status: HTTPStatus, _ content: String) async -> (any Error)? {
    let answer = HTTPResponse(status, fields: Self.fields, body: .bytes(Array(content.utf8)))
    let queries = QueriesAPI(APIClient(baseURL: "http://a.example", transport: ScriptedTransport([answer])))
    return await #expect(throws: (any Error).self) { try await queries.query(query: "up") }
  }

  @Test("A client finds the error code under the declared key")
  func reading() async {
    let refusal = #"{"status":"error","errorType":"bad_data","error":"parse error"}"#
    #expect(await failure(.badRequest, refusal) as? QueryError == .badData(error: "parse error"))
    #expect(await failure(.serviceUnavailable, #"{"errorType":"timeout"}"#) as? QueryError == .timeout)
  }

  @Test(
    "An undeclared failure response becomes a ClientError",
    arguments: [
      (HTTPStatus.badRequest, #"{"code":"bad_data","error":"x"}"#),
      (.badRequest, #"{"errorType":"badData","error":"x"}"#),
      (.badGateway, #"{"errorType":"timeout"}"#), (.badRequest, #"{"errorType":"bad_data"}"#),
    ])
  func undeclared(_ status: HTTPStatus, _ content: String) async {
    #expect((await failure(status, content) as? ClientError)?.code == .unexpected)
  }

  @Test("A failure encoded by the server is decoded by the client")
  func bothEnds() async throws {
    try await withServer(QueriesRoutes(Refusing())) { client in
      await #expect(throws: QueryError.badData(error: "no such metric")) {
        try await QueriesAPI(client).query(query: "up")
      }
      await #expect(throws: PlainError.taken(message: "a is taken", detail: nil)) {
        try await QueriesAPI(client).rename(name: "a")
      }
      let text = try await client("query").query("query", "up").validator(.always).call(.http, as: .string)
      #expect(text == #"{"title":"Bad Request","status":400,"errorType":"bad_data","error":"no such metric"}"#)
    }
  }

  @Test("Numeric, Boolean and nested error codes round-trip over the wire")
  func otherCodes() async throws {
    let server = Server(port: 0, threads: 1) { GatewayRoutes(GatewayService()) }
    let address = try await server.start()
    for client in [APIClient(baseURL: address.url), server.inProcess] {
      for (number, row) in GatewayService.rows.enumerated() {
        let error = await #expect(throws: (any Error).self) { try await GatewayAPI(client).ask(number: number) }
        #expect(error.map { "\($0)" } == "\(row.failure)")
        let response = try await client("ask").query("number", number).validator(.always).response()
        let body = try await response.body.collect(upTo: 1000)
        #expect(response.status == row.status && String(decoding: body, as: UTF8.self) == row.body)
      }
    }
    await server.stop()
  }

  @Test(
    "An error code of another type or location is undeclared",
    arguments: [
      (HTTPStatus.badRequest, #"{"code":3.5,"message":"m"}"#), (.badRequest, #"{"code":[3],"message":"m"}"#),
      (.badRequest, #"{"code":null}"#), (.badRequest, #"{"code":4}"#), (.notFound, #"{"code":3,"message":"m"}"#),
      (.notFound, #"{"errors":[]}"#), (.notFound, #"{"errors":{}}"#), (.notFound, #"{"errors":[7]}"#),
      (.notFound, #"[{"code":"NAME_UNKNOWN"}]"#), (.notFound, #"{"code":"NAME_UNKNOWN","message":"m"}"#),
    ])
  func otherPlaces(_ status: HTTPStatus, _ content: String) async {
    let answer = HTTPResponse(status, fields: Self.fields, body: .bytes(Array(content.utf8)))
    let gateway = GatewayAPI(APIClient(baseURL: "http://a.example", transport: ScriptedTransport([answer])))
    let error = await #expect(throws: ClientError.self) { try await gateway.ask(number: 0) }
    #expect(error?.code == .unexpected)
  }

  @Test("A client decodes another server's failure with extra members and locates an invalid member")
  func foreignBody() async throws {
    let rows: [(HTTPStatus, String, String)] = [
      (.badRequest, #"{"error":"m","code":3.0,"message":"m"}"#, #"invalidArgument(message: "m")"#),
      (
        .notFound, #"{"errors":[{"message":"m","detail":{},"code":"NAME_UNKNOWN"},{"code":"OTHER"}]}"#,
        #"nameUnknown(message: "m", status: nil)"#
      ),
      (
        .notFound, #"{"errors":{"0":{"code":"NAME_UNKNOWN","message":"m"}}}"#,
        #"nameUnknown(message: "m", status: nil)"#
      ),
    ]
    for (status, content, failure) in rows {
      let answer = HTTPResponse(status, fields: Self.fields, body: .bytes(Array(content.utf8)))
      let gateway = GatewayAPI(APIClient(baseURL: "http://a.example", transport: ScriptedTransport([answer])))
      let error = await #expect(throws: (any Error).self) { try await gateway.ask(number: 0) }
      #expect(error.map { "\($0)" } == failure)
    }
    let misfits = [
      (#"{"errors":[{"code":"NAME_UNKNOWN"}]}"#, "/errors/0/message"),
      (#"{"errors":[{"code":"NAME_UNKNOWN","message":7}]}"#, "/errors/0/message"),
    ]
    for (content, pointer) in misfits {
      let answer = HTTPResponse(.notFound, fields: Self.fields, body: .bytes(Array(content.utf8)))
      let gateway = GatewayAPI(APIClient(baseURL: "http://a.example", transport: ScriptedTransport([answer])))
      let error = await #expect(throws: ClientError.self) { try await gateway.ask(number: 0) }
      #expect(error?.failures.map(\.pointer) == [pointer])
    }
  }

  private struct Mapping: Mapped {
    static let failures: [String: MappedError] = [
      "a": .taken(heldBy: Holder(fullName: "Jo", since: Date(timeIntervalSince1970: 7)), retryAfter: 3),
      "b": .taken(heldBy: Holder(fullName: "Jo", since: Date(timeIntervalSince1970: 7)), retryAfter: nil),
      "c": .locked(until: Date(timeIntervalSince1970: 8)),
    ]

    func rename(newName: String) async throws { if let failure = Self.failures[newName] { throw failure } }
  }

  @Test("Failure members use the contract's key mapping on both ends and in fluent calls")
  func mapped() async throws {
    try await withServer(MappedRoutes(Mapping())) { client in
      for (name, failure) in Mapping.failures {
        await #expect(throws: failure) { try await MappedAPI(client).rename(newName: name) }
        let fluent = client.wire(MappedEndpoints.rename.operation.wire).errorDecoder(.failure(MappedError.self))
        await #expect(throws: failure) { try await fluent("name").body(["new_name": name]).put() }
      }
      let text = try await client("name").body(["new_name": "a"]).method(.put).validator(.always)
        .call(.http, as: .string)
      #expect(
        text
          == #"{"title":"Conflict","status":409,"code":"taken","held_by":{"full_name":"Jo","since":7},"retry_after":3}"#
      )
    }
  }

  @Test(
    "A declared failure that cannot be decoded names the invalid member",
    arguments: [
      (#"{"errorType":"bad_data"}"#, "expected body value `error`", "/error"),
      (#"{"errorType":"bad_data","error":7}"#, "`error` has the wrong type. It must be a `String`.", "/error"),
    ])
  func misfit(_ content: String, _ reason: String, _ pointer: String) async throws {
    let error = try #require(await failure(.badRequest, content) as? ClientError)
    #expect(
      error.message
        == "the server responded with 400 Bad Request; its code is `bad_data` of `QueryError`, but \(reason)")
    #expect(error.failures.map(\.pointer) == [pointer] && error.cause is DecodingError)
  }
}
