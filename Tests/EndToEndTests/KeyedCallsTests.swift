import ContractOpenAPI
import ContractTesting
import Testing

@Schema struct Storing: Equatable, Sendable {
  @Validate(.length(1...5)) var key: String
}

@Schema @Tagged(.key) enum Act: Equatable, Sendable {
  case put(Storing)
  case ok(Int)
  case move(from: Int, to: Int)
  case stop
}

@Schema @Tagged(.key) enum OpenAct: Equatable, Sendable {
  case put(Storing)
  case unknown(JSONValue)
}

/// The client's contract, whose requests a plain route returns as on the wire.
@API @Mock protocol Acts: Sendable {
  @POST("/acts/add") func add(act: Body<Act>) async throws -> String
  @POST("/acts/draw") func both(act: Act, open: OpenAct?) async throws -> String
}

/// The service's contract, which raw requests reach.
@API protocol ActStore: Sendable {
  @POST("/store/act") func act(act: Body<Act>) async throws -> Act
  @POST("/store/open") func open(open: OpenAct) async throws -> [OpenAct]
}

private struct Store: ActStore {
  func act(act: Act) async throws -> Act { act }
  func open(open: OpenAct) async throws -> [OpenAct] { [open] }
}

@Request private struct AnyAct {
  @Path var verb: String
}

@Suite("Enumerations whose case is the key, on the wire")
struct KeyedCallsTests {
  private static let echo = Endpoint<AnyAct, String>(.post, "/acts/:verb")

  private func serve(_ body: (APIClient) async throws -> Void) async throws {
    var router = Router()
    router.on(Self.echo) { request, _ in String(decoding: request.body, as: UTF8.self) }
    router.add(ActStoreRoutes(Store()))
    try await withServer(Server(port: 0, threads: 1, router: router), body)
  }

  @Test("An enumeration is sent as an object with one key")
  func requests() async throws {
    try await serve { (client) async throws in
      let api = ActsAPI(client)
      #expect(try await api.add(act: .put(Storing(key: "a"))) == #"{"put":{"key":"a"}}"#)
      #expect(try await api.add(act: .ok(5)) == #"{"ok":5}"#)
      #expect(try await api.add(act: .stop) == #"{"stop":{}}"#)
      #expect(
        try await api.both(act: .move(from: 1, to: 2), open: .unknown(["purge": [1]]))
          == #"{"act":{"move":{"from":1,"to":2}},"open":{"purge":[1]}}"#)
    }
  }

  /// A request and its response.
  private static let rows: [(path: RequestPath, body: String, response: String)] = [
    ("/store/act", #"{ "ok" : 5 }"#, #"{"ok":5}"#),
    ("/store/act", #"{"x":1,"move":{"to":2,"from":1}}"#, #"{"move":{"from":1,"to":2}}"#),
    ("/store/open", #"{"open":{"by":1e400,"x":[]}}"#, #"[{"by":1e400,"x":[]}]"#),
    ("/store/open", #"{"open":{"put":{"key":"a"}}}"#, #"[{"put":{"key":"a"}}]"#),
  ]

  @Test("A server reads the key, and keeps unknown objects whole", arguments: rows)
  func responses(path: RequestPath, body: String, response: String) async throws {
    try await serve { (client) async throws in
      let call = client(path).body(bytes: Array(body.utf8), type: .json).method(.post)
      #expect(try await call.call(.http, as: .string) == response)
    }
  }

  /// A request, and a part of the refusal.
  private static let refusals: [(path: RequestPath, body: String, message: String)] = [
    ("/store/act", #"{"put":{"key":"too long"}}"#, "`put.key` must be 1 to 5 characters long"),
    (
      "/store/act", #"{"purge":1}"#,
      #"`purge` was `1`. It must be a member named \"put\", \"ok\", \"move\" or \"stop\"."#
    ),
    ("/store/act", #"{"ok":1,"stop":{}}"#, "It must be an object with only one member named"),
    ("/store/open", #"{"open":{"put":1}}"#, "`open.put` was `1`."),
  ]

  @Test("A server names the member at fault, and lists the keys", arguments: refusals)
  func failures(path: RequestPath, body: String, message: String) async throws {
    try await serve { (client) async throws in
      let call = client(path).body(bytes: Array(body.utf8), type: .json).method(.post)
      let error = await #expect(throws: ClientError.self) { try await call.call(.http, as: .string) }
      let response = try #require(error?.response)
      #expect(response.status == .badRequest)
      let text = String(decoding: try await response.body.collect(upTo: 10_000), as: UTF8.self)
      #expect(text.contains(message), "\(text)")
    }
  }

  @Test("A mock receives and returns keyed values")
  func mocks() async throws {
    let mock = ActsMock()
    mock.mockAdd { "\($0)" }
    #expect(try await mock.add(act: .ok(5)) == "ok(5)")
  }
}
