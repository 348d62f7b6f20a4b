import ContractTesting
import Testing

@API
private protocol Carts: Sendable {
  @GET("/cart") @Name("session", "session-id") @Validate("size", .range(1...9))
  func cart(session: Cookie<String>, visits: Cookie<Int?>, size: Cookie<Int>) async throws -> String

  @GET("/theme") @Default("theme", "light")
  func theme(theme: Cookie<String>) async throws -> String
}

@API @Security(.apiKey(cookie: "sid"))
private protocol Accounts: Sendable {
  @GET("/account") func account(theme: Cookie<String>) async throws -> String
}

private struct CartService: Carts {
  func cart(session: String, visits: Int?, size: Int) async throws -> String {
    "\(session) \(visits.map(String.init) ?? "nil") \(size)"
  }

  func theme(theme: String) async throws -> String { theme }
}

@Request(.get, "/cart")
private struct CartRequest {
  @Cookie("session-id") var session: String
  @Cookie var visits: Int?
  @Cookie var size: Int = 1
  typealias Response = String
}

@Suite("Parameters in cookies", .timeLimit(.minutes(1)))
struct CookieParameterTests {
  private func cookies(_ call: (APIClient) async throws -> String) async throws -> [String] {
    let transport = ScriptedTransport([.text("")])
    _ = try await call(APIClient(baseURL: "http://carts.test", transport: transport))
    return transport.requests[0].fields.values(.cookie).map(\.rawValue)
  }

  @Test("The cookies of a call are one header, which omits nil")
  func sent() async throws {
    let all = try await cookies { try await CartsAPI($0).cart(session: "a-1=b", visits: 3, size: 2) }
    #expect(all == ["session-id=a-1=b; visits=3; size=2"])
    let some = try await cookies { try await CartsAPI($0).cart(session: "a", visits: nil, size: 2) }
    #expect(some == ["session-id=a; size=2"])
    let request = try await cookies { try await CartRequest(session: "a", visits: 1).perform(with: $0) }
    #expect(request == ["session-id=a; visits=1; size=1"])
  }

  @Test("Cookies arrive over sockets and in process")
  func received() async throws {
    let routes = CartsRoutes(CartService())
    let received = try await withServer(routes) { client in
      try await CartsAPI(client).cart(session: "a", visits: 3, size: 2)
    }
    #expect(received == "a 3 2")
    let inProcess = try await CartsAPI(routes.inProcess).cart(session: "a", visits: nil, size: 9)
    #expect(inProcess == "a nil 9")
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let header: String
    let expected: String

    init(_ header: String, _ expected: String) { (self.header, self.expected) = (header, expected) }

    var testDescription: String { header }
  }

  @Test(
    "A server reads cookies as browsers send them, and an error about a cookie omits its value",
    arguments: [
      Row("session-id=a; visits=3; size=2", "a 3 2"),
      Row("other=1;session-id=\"a\";size=2", "a nil 2"),
      Row("size=2;  session-id=a=b", "a=b nil 2"),
      Row("session-id=; size=2", " nil 2"),
      Row("Session-ID=a; size=2", "expected cookie value `session-id`"),
      Row("session-id=a; session-id=b; size=2", "cookie value `session-id` occurs more than once; send one `String`"),
      Row("session-id=a; size=secret", "`size` has the wrong type. It must be an `Int`."),
      Row("session-id=a; size=10", "cookie value `size` must be from 1 to 9"),
    ])
  func read(row: Row) async throws {
    let client = CartsRoutes(CartService()).inProcess
    let response = try await client("cart").header(.cookie, row.header).response()
    let text = String(decoding: try await response.body.collect(upTo: 10_000), as: UTF8.self)
    if response.status == .ok {
      #expect(text == row.expected)
    } else {
      #expect(response.status == .badRequest)
      #expect(text.contains("\"message\":\"\(row.expected)\""), "\(text)")
      #expect(text.contains("\"in\":\"cookie\"") && !text.contains("secret"), "\(text)")
    }
  }

  @Test("An absent cookie has its default")
  func defaults() async throws {
    let client = CartsRoutes(CartService()).inProcess
    let absent = try await client("theme").response()
    #expect(String(decoding: try await absent.body.collect(upTo: 100), as: UTF8.self) == "light")
  }

  @Test(
    "A value that a cookie cannot contain is refused before anything is sent",
    arguments: ["a b", "a;b", "ü", "a,b", "\""])
  func refused(value: String) async throws {
    let transport = ScriptedTransport([])
    let carts = CartsAPI(APIClient(baseURL: "http://carts.test", transport: transport))
    let error = await #expect(throws: ClientError.self) { try await carts.cart(session: value, visits: nil, size: 1) }
    #expect(error?.code == .invalidInput)
    #expect(transport.requests.isEmpty)
  }

  @Test("The cookie of the credentials follows the cookies of parameters")
  func credentials() async throws {
    let transport = ScriptedTransport([.text("")])
    let client = APIClient(baseURL: "http://carts.test", transport: transport)
      .credentials(.apiKey("key"), for: .apiKey(cookie: "sid"))
    _ = try await AccountsAPI(client).account(theme: "dark")
    #expect(transport.requests[0].fields.values(.cookie).map(\.rawValue) == ["theme=dark; sid=key"])
  }
}
