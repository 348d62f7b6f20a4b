import ContractTestSupport
import ContractTesting
import Testing

@API
private protocol Chain: Sendable {
  @GET("/hang") func hang() async throws -> String
  @GET("/left") func left() async throws -> String
  @GET("/onward") func onward() async throws -> [String]
  @GET("/renewal") func renewal() async throws -> String
}

private struct Links: Chain {
  let began = Gate()
  let cancelled = Gate()
  let upstream = Upstream()

  func hang() async throws -> String {
    began.open()
    let never = Gate()
    do { try await never.waitUnlessCancelled() } catch { cancelled.open() }
    return "late"
  }

  func left() async throws -> String {
    guard let deadline = ServerRequest.current?.deadline else { return "none" }
    return ContinuousClock.now.duration(to: deadline) > .seconds(3000) ? "some" : "little"
  }

  /// Makes calls with a plain client, with one that sends its deadline, and from a separate task.
  func onward() async throws -> [String] {
    let client = APIClient(baseURL: "http://upstream", transport: upstream).timeout(.seconds(100_000))
    let plain: String = try await client("a").call(.http, as: .string)
    let telling: String = try await client.deadlineField()("b").call(.http, as: .string)
    async let child: String = client("c").call(.http, as: .string)
    return [plain, telling, try await child]
  }

  /// Makes a call with a client that first needs a token, and returns the time of the token's call.
  func renewal() async throws -> String {
    let time = Lock("none")
    let client = APIClient(baseURL: "http://upstream", transport: upstream).timeout(.seconds(100_000))
    let renewing = client.tokenRefresher { _, client in
      let text: String = try await client("token").call(.http, as: .string)
      time.withLock { $0 = text }
      return AuthTokens(accessToken: "t")
    }
    _ = try await renewing("a").call(.http, as: .string)
    return time.withLock { $0 }
  }
}

/// A transport that responds with the remaining time of a call.
private struct Upstream: ClientTransport {
  func send(_ request: HTTPRequest, options: TransportOptions) async throws -> HTTPResponse {
    func grade(_ time: Duration?) -> String {
      guard let time else { return "no" }
      return time <= .seconds(3600) ? "within" : "beyond"
    }
    let told = request.fields["Request-Timeout-Ms"].flatMap { Int64($0.rawValue) }
    return .text("\(grade(options.timeout)) \(grade(told.map { .milliseconds($0) }))")
  }
}

@Suite("Deadlines sent by clients", .timeLimit(.minutes(1)))
struct DeadlineTests {
  private static func server(_ links: Links, field: HTTPFieldName? = "Request-Timeout-Ms") -> Server {
    var timeouts = ServerTimeouts()
    timeouts.deadlineField = field
    return Server(port: 0, threads: 1, timeouts: timeouts) { ChainRoutes(links) }
  }

  private func left(_ client: APIClient, _ text: HTTPFieldValue) async throws -> String {
    try await client("left").headers(["Request-Timeout-Ms": text]).call(.http, as: .string)
  }

  @Test("A handler that exceeds the client's deadline results in a 503")
  func ends() async throws {
    let links = Links()
    try await withServer(Self.server(links)) { client in
      let response = try await client("hang").headers(["Request-Timeout-Ms": "50"]).get.response()
      #expect(response.status == .serviceUnavailable)
      await links.cancelled.wait()
    }
  }

  @Test("A handler is cancelled when the client that sent a deadline disconnects")
  func propagates() async throws {
    let links = Links()
    try await withServer(Self.server(links)) { client in
      let chain = ChainAPI(client.timeout(.milliseconds(300)).deadlineField())
      await #expect(throws: (any Error).self) { try await chain.hang() }
      await links.cancelled.wait()
    }
  }

  @Test("A handler sees the client's deadline if the header is a valid number of milliseconds")
  func known() async throws {
    try await withServer(Self.server(Links())) { client in
      for (text, expected): (HTTPFieldValue, String) in [
        ("3600000", "some"), ("10000", "little"), ("0", "little"), ("999999999999", "some"), ("9999999999999", "none"),
        ("-5", "none"), ("", "none"), ("1e3", "none"), ("5, 6", "none"),
      ] {
        let left = try await left(client, text)
        #expect(left == expected, "\(text.rawValue)")
      }
    }
  }

  @Test("A server without a deadline header configured ignores the client's deadline")
  func off() async throws {
    try await withServer(Self.server(Links(), field: nil)) { client in
      let left = try await left(client, "3600000")
      #expect(left == "none")
    }
  }

  @Test("A client's deadline limits the calls that its handler makes")
  func nested() async throws {
    let server = Self.server(Links())
    let expected = ["within no", "within within", "within no"]
    try await withServer(server) { client in
      let limited = try await ChainAPI(client.timeout(.seconds(3600)).deadlineField()).onward()
      #expect(limited == expected)
      let unlimited = try await ChainAPI(client).onward()
      #expect(unlimited == ["beyond no", "beyond beyond", "beyond no"])
    }
    try await withServer(Self.server(Links())) { client in
      let renewal = try await ChainAPI(client.timeout(.seconds(3600)).deadlineField()).renewal()
      #expect(renewal == "beyond no", "a token renewal also serves other calls, so it has no deadline")
    }
    let inProcess = ChainAPI(server.inProcess.timeout(.seconds(3600)).deadlineField())
    #expect(try await inProcess.onward() == expected)
  }
}
