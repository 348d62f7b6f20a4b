import Contract
import ContractClient
import ContractHTTP
import FoundationEssentials
import Testing

@Suite("Fluent calls", .timeLimit(.minutes(2)))
struct FluentCallTests {
  struct User: Codable, Sendable, Equatable { var id: Int; var name: String }
  struct APIFault: Error, Decodable, Equatable { var reason: String }
  @Schema struct Compiled: Codable, Sendable, Equatable { var id: Int }

  private func client(_ response: HTTPResponse) -> APIClient { APIClient(AnsweringTransport(response)) }

  @Test("A fluent call returns the value that its response reader decodes")
  func serializers() async throws {
    let json = client(.json(#"{"id":7,"name":"Jo"}"#))
    let user = User(id: 7, name: "Jo")
    let called: User = try await json("users")(7).get()
    #expect(called == user)
    let again: User = try await json.call()
    #expect(again == user)
    try await json.delete()
    #expect(try await json.call(.http, as: .decodable(User.self)) == user)
    #expect(try await json.call(.http, as: .decodable(User.self, \.name)) == "Jo")
    #expect(try await json.call(.http, as: .decodable(Compiled.self)) == Compiled(id: 7))
    #expect(try await json.call(.http, as: .string) == #"{"id":7,"name":"Jo"}"#)
    #expect(try await json.call(.http, as: .bytes).count == 20)
    #expect(try await json.call(.http, as: .data).count == 20)
    try await json.call(.http, as: .void)
    let (both, response) = try await json.call(.http, as: .decodableWithResponse(User.self))
    #expect(both == user)
    #expect(response.status == .ok)
    #expect(try await json.call(.http, as: .instance).status == .ok)
    #expect(try await json.call(.mock(.json("3")), as: .decodable(Int.self)) == 3)
    let seven = json("users")("7").query(["q": "a b"]).header("X-Tenant", "t")
    let seen = try await seven.call(
      .mock { .text("\($0.method) \($0.url) \($0.fields["X-Tenant"] ?? "-")") }, as: .string)
    #expect(seen == "GET http://h.example/v1/users/7?q=a%20b t")
    let own = ClientCaller<HTTPResponse> { .text(try $0.completeRequest().url) }
    #expect(try await seven.call(own, as: .string) == "http://h.example/v1/users/7?q=a%20b")
    let nothing: User? = try await client(HTTPResponse(.noContent)).call()
    #expect(nothing == nil)
    let text: String = try await client(.text("plain")).call()
    #expect(text == "plain")
    let quoted: String = try await client(.json(#""quoted""#)).call()
    #expect(quoted == "quoted")
  }

  @Test("The error of a custom decoder names the location of the value, but not the value")
  func otherCoder() async throws {
    enum Role: String, Codable { case admin }
    struct Account: Codable { let role: Role }
    let own = client(.json(#"{"role":"s3cr3t"}"#)).bodyFormat(.json(encoder: JSONEncoder(), decoder: JSONDecoder()))
    let error = await #expect(throws: ClientError.self) { let _: Account = try await own.call() }
    #expect(error?.code == .decoding && error?.failures.map(\.pointer) == ["/role"])
    #expect(error.map { "\($0) \(String(reflecting: $0))".contains("s3cr3t") } == false)
  }

  @Test("Strings and bytes, optional or not, are decoded from JSON bodies and returned unchanged from other bodies")
  func rawResults() async throws {
    let rows: [(type: HTTPFieldValue?, body: String, text: String)] = [
      ("text/plain", "a b", "a b"), ("text/plain", #""a""#, #""a""#), ("application/json", #""a""#, "a"),
      (nil, "a b", "a b"), (nil, #""a""#, "a"), (nil, "{", "{"),
    ]
    for (type, body, text) in rows {
      var response = HTTPResponse(.ok, body: .bytes(Array(body.utf8)))
      response.fields[.contentType] = type
      let (string, optional): (String, String?) = try await (client(response).get(), client(response).get())
      #expect(string == text && optional == text, "\(type?.rawValue ?? "no type"): \(body)")
      if type == "application/json" || text != body { continue }
      let (data, optionalData): (Data, Data?) = try await (client(response).get(), client(response).get())
      #expect(data == Data(body.utf8) && optionalData == data, "\(type?.rawValue ?? "no type"): \(body)")
      let (bytes, optionalBytes): ([UInt8], [UInt8]?) = try await (client(response).get(), client(response).get())
      #expect(bytes == Array(body.utf8) && optionalBytes == bytes, "\(type?.rawValue ?? "no type"): \(body)")
    }
    let typeless = HTTPResponse(.ok, body: .bytes(Array("[1,2]".utf8)))
    #expect(try await client(typeless).call(.http, as: .decodable([UInt8]?.self)) == [1, 2])
    let broken = client(HTTPResponse(.ok, fields: [.contentType: "application/json"], body: .bytes(Array("a".utf8))))
    #expect(await clientErrorCode { try await broken.call(.http, as: .decodable(String.self)) } == .decoding)
  }

  @Test("A fluent call throws for an unsuccessful or undecodable response")
  func failures() async throws {
    let refused = await #expect(throws: ClientError.self) {
      try await client(.json(#"{"detail":"no such user"}"#, .notFound))("users")(7).get()
    }
    #expect(refused?.code == .unexpected)
    #expect(refused?.response?.status == .notFound)
    #expect(refused?.message == "the server responded with 404 Not Found: no such user")
    #expect(refused?.operationID == "GET /users/{1}")
    let wrong = await #expect(throws: ClientError.self) {
      let _: User = try await client(.json(#"{"id":"x"}"#)).get()
    }
    #expect(wrong?.code == .decoding)
    #expect(wrong?.failures.map(\.pointer) == ["/id", "/name"])
    let compiled = await #expect(throws: ClientError.self) {
      let _: Compiled = try await client(.json(#"{"id":"x"}"#)).get()
    }
    #expect(compiled?.failures.map(\.pointer) == ["/id"])
    let page = HTTPResponse(.ok, fields: [.contentType: "text/html"], body: .bytes(Array("<p>".utf8)))
    let html = await #expect(throws: ClientError.self) { let _: User = try await client(page).get() }
    #expect(html?.code == .unexpected)
    #expect(html?.message == "expected application/json, got text/html")
  }

  @Test("Custom error decoders and validators decide what a fluent call throws")
  func errorDecoders() async throws {
    let fault = client(.json(#"{"reason":"gone"}"#, .gone))
    await #expect(throws: APIFault(reason: "gone")) {
      try await fault.errorDecoder(.decodable(APIFault.self)).get()
    }
    await #expect(throws: APIFault(reason: "gone")) {
      let _: User = try await fault.validator(.always).errorDecoder(.decodable(APIFault.self)).get()
    }
    try await fault.validator(.statuses(410)).get()
    try await fault.validator(.status(400..<500)).get()
    await #expect(throws: ClientError.self) {
      try await fault.validator(.statuses(410)).noRetry().validator(.success).get()
    }
    let raw = try await fault.response()
    #expect(raw.status == .gone)
  }

  @Test("A callback completes once, and its call can be cancelled")
  func callbacks() async throws {
    let client = client(.json(#"{"id":7,"name":"Jo"}"#))
    let user: User = try await withCheckedThrowingContinuation { continuation in
      client.get.call { (result: Result<User, any Error>) in continuation.resume(with: result) }
    }
    #expect(user.id == 7)
    let gate = Turnstile()
    let stuck = APIClient(
      AnsweringTransport { _, _ in
        await gate.pass()
        try Task.checkCancellation()
        return HTTPResponse(.ok)
      })
    let error: (any Error)? = await withCheckedContinuation { continuation in
      let task = stuck.get.call(.http, as: .void) { result in
        if case .failure(let error) = result { continuation.resume(returning: error) }
      }
      Task {
        await gate.waitForArrivals(1)
        task.cancel()
        gate.open()
      }
    }
    #expect((error as? ClientError)?.code == .cancelled)
  }

  private struct Count: Sendable { var requests: Int }

  @Test("A custom caller performs a call, and a custom response reader reads its result")
  func plugged() async throws {
    let transport = AnsweringTransport(.text("a"), .text("b"), .text("c"))
    let twice = ClientCaller<[HTTPResponse]> { call in [try await call.send(), try await call.send()] }
    let joined = ResponseReader<[HTTPResponse], String>(accept: "text/plain") { responses, call in
      try responses.map { try call.validated($0) }.map(\.text).joined()
    }
    #expect(try await APIClient(transport)("x").call(twice, as: joined) == "ab")
    #expect(transport.requests.map(\.target) == ["/v1/x", "/v1/x"])
    #expect(transport.requests[0].fields[.accept] == "text/plain")
    #expect(try await APIClient(transport).call(twice.map(\.count), as: .instance) == 2)
  }

  private struct Seen: ClientMiddleware {
    let calls: Lock<[ClientCall]>

    func handle(
      _ request: HTTPRequest, in call: ClientCall, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
    ) async throws -> HTTPResponse {
      calls.withLock { $0.append(call) }
      return try await next(request)
    }
  }

  @Test("Middleware sees a call's operation, source location and configuration")
  func context() async throws {
    let calls = Lock<[ClientCall]>([])
    let client = client(.json("{}")).middleware(Seen(calls: calls)).timeout(.seconds(7))
    let line = #line + 1
    try await client("users")(7)("notes").get()
    _ = try await client.call(Endpoint<Empty, HTTPResponse>(.get, "/names", id: "Names.list", result: .raw))
    try await client("a:b/:c")(7).get()
    let seen = calls.withLock { $0 }
    #expect(seen.map(\.operation.id) == ["GET /users/{1}/notes", "Names.list", "GET /a:b/%3Ac/{1}"])
    #expect(seen[2].operation.path.description == "/a:b/%3Ac/{1}")
    #expect(seen[0].operation.path.description == "/users/{1}/notes")
    #expect(seen[0].location?.description == "ContractClientTests/FluentCallTests.swift/\(line)")
    #expect(seen[1].location == nil)
    #expect(seen[0].configuration.timeout == .seconds(7))
    #expect(seen[0].number != seen[1].number)
    #expect(seen[0].attempt == 1)
  }
}
