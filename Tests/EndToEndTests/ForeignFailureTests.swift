import Contract
import ContractTesting
import FoundationEssentials
import Testing

/// Members that problems have for themselves, under the usual code.
@APIError(code: "code")
private enum PlainError: Equatable {
  @Status(409) case taken(message: String, detail: String?)
}

/// A failure as an API that is not of this toolkit spells it.
@APIError(code: "errorType")
private enum QueryError: Equatable {
  @Status(400, code: "bad_data") case badData(error: String)
  @Status(503) case timeout
}

@API
private protocol Queries: Sendable {
  @GET("/query") @Throws(QueryError.self)
  func query(query: String) async throws -> String

  @PUT("/name") @Throws(PlainError.self)
  func rename(name: String) async throws
}

/// What travels with a failure, spelled as the contract says.
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

@Suite("Failures of other APIs")
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

  @Test("a client finds the code where the failure says")
  func reading() async {
    let refusal = #"{"status":"error","errorType":"bad_data","error":"parse error"}"#
    #expect(await failure(.badRequest, refusal) as? QueryError == .badData(error: "parse error"))
    #expect(await failure(.serviceUnavailable, #"{"errorType":"timeout"}"#) as? QueryError == .timeout)
  }

  @Test(
    "what is not declared stays a ClientError",
    arguments: [
      (HTTPStatus.badRequest, #"{"code":"bad_data","error":"x"}"#),
      (.badRequest, #"{"errorType":"badData","error":"x"}"#),
      (.badGateway, #"{"errorType":"timeout"}"#), (.badRequest, #"{"errorType":"bad_data"}"#),
    ])
  func undeclared(_ status: HTTPStatus, _ content: String) async {
    #expect((await failure(status, content) as? ClientError)?.code == .unexpected)
  }

  @Test("a server answers it so that the client reads it again")
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

  private struct Mapping: Mapped {
    static let failures: [String: MappedError] = [
      "a": .taken(heldBy: Holder(fullName: "Jo", since: Date(timeIntervalSince1970: 7)), retryAfter: 3),
      "b": .taken(heldBy: Holder(fullName: "Jo", since: Date(timeIntervalSince1970: 7)), retryAfter: nil),
      "c": .locked(until: Date(timeIntervalSince1970: 8)),
    ]

    func rename(newName: String) async throws { if let failure = Self.failures[newName] { throw failure } }
  }

  @Test("members are spelled as the contract says, at both ends and in fluent calls")
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
    "a declared failure that cannot be read says which member is at fault",
    arguments: [
      (#"{"errorType":"bad_data"}"#, "expected body value `error`", "/error"),
      (#"{"errorType":"bad_data","error":7}"#, "`error` has the wrong type. It must be a `String`.", "/error"),
    ])
  func misfit(_ content: String, _ reason: String, _ pointer: String) async throws {
    let error = try #require(await failure(.badRequest, content) as? ClientError)
    #expect(
      error.message == "the server answered 400 Bad Request; its code is `bad_data` of `QueryError`, but \(reason)")
    #expect(error.failures.map(\.pointer) == [pointer] && error.cause is DecodingError)
  }
}
