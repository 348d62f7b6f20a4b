import ContractTesting
import Testing

/// Sets the pushed value.
@Request(.post, "/v3/config/{user}/set_push") @Status(202) @Throws(TodoError.self)
struct SetPush {
  @Header("TOKEN") var accessToken = nil
  @JSON("push_system_msg") var pushSystemMessage: Bool? = nil
  @JSON("push_reply_me") var pushReplyMe: Bool?
  @Path var user: String

  struct Response: Codable, Equatable, Sendable {
    var code: Int
    var msg: String?
  }
}

@Request(.get, "/greeting", base: "http://localhost:1/unused")
struct Greeting {
  @Query var name: String
  typealias Response = String

  func intercept(_ request: inout HTTPRequest) throws {
    if name.isEmpty { throw CancellationError() }
    request.fields["X-Extra"] = "extra"
  }

  func intercept(_ response: HTTPResponse) throws {
    if response.status == .gone { throw TodoError.notFound }
  }
}

/// A request that describes itself without macros.
struct ByHand: BodyRequest, CallableRequest {
  var number: Int
  static let endpoint = Endpoint<ByHand, Int>(.put, "/number")
}

@Suite("Callable request structs")
struct CallableRequestTests {
  private static func router() -> Router {
    var router = Router()
    router.on(SetPush.self) { _, input in
      if input.user == "nobody" { throw TodoError.notFound }
      return SetPush.Response(code: input.pushReplyMe == true ? 1 : 0, msg: input.accessToken)
    }
    router.on(Greeting.self) { request, input in
      "hello \(input.name), \(request.head.text(of: "X-Extra") ?? "nothing more")"
    }
    router.on(ByHand.self) { _, input in input.number + 1 }
    return router
  }

  private func serve(_ body: (APIClient) async throws -> Void) async throws {
    try await withServer(Server(port: 0, threads: 1, router: Self.router()), body)
  }

  @Test("A callable request is performed with a client and served as an endpoint")
  func performs() async throws {
    try await serve { (client) async throws in
      let request = SetPush(accessToken: "t", pushSystemMessage: true, pushReplyMe: true, user: "me")
      #expect(try await request.perform(with: client) == SetPush.Response(code: 1, msg: "t"))
      #expect(try await SetPush(user: "me").perform(with: client) == SetPush.Response(code: 0))
      await #expect(throws: TodoError.notFound) { try await SetPush(user: "nobody").perform(with: client) }
      #expect(try await ByHand(number: 1).perform(with: client) == 2)
      #expect(try await client.call(SetPush.endpoint, request) == SetPush.Response(code: 1, msg: "t"))
    }
    #expect(SetPush.endpoint.operation.description == "POST /v3/config/{user}/set_push (SetPush)")
    #expect(SetPush.endpoint.operation.successStatus == .accepted)
    #expect(SetPush.endpoint.operation.summary == "Sets the pushed value.")
  }

  @Test("A callable request delivers its result to a completion handler")
  func completes() async throws {
    try await serve { (client) async throws in
      let result = await withCheckedContinuation { continuation in
        SetPush(user: "me").perform(with: client) { continuation.resume(returning: $0) }
      }
      #expect(try result.get() == SetPush.Response(code: 0))
    }
  }

  @Test("A callable request can change its request and inspect its response")
  func intercepts() async throws {
    try await serve { (client) async throws in
      #expect(try await Greeting(name: "you").perform(with: client) == "hello you, extra")
      await #expect(throws: CancellationError.self) { try await Greeting(name: "").perform(with: client) }
      let teapot = APIClient(
        baseURL: "http://localhost", transport: ScriptedTransport([HTTPResponse(.gone)]))
      await #expect(throws: TodoError.notFound) { try await Greeting(name: "x").perform(with: teapot) }
    }
  }

  @Test("A callable request is sent to its declared base URL")
  func ownBase() async throws {
    #expect(Greeting.baseURL == "http://localhost:1/unused")
    let refused = await #expect(throws: ClientError.self) { try await Greeting(name: "x").perform() }
    #expect(refused?.code == .noConnection)
    let missing = await #expect(throws: ClientError.self) { try await SetPush(user: "me").perform() }
    #expect(missing?.code == .invalidBaseURL)
    let completed = await withCheckedContinuation { continuation in
      Greeting(name: "x").perform { continuation.resume(returning: $0) }
    }
    #expect(throws: ClientError.self) { try completed.get() }
  }
}
