import Contract
import ContractClient
import ContractHTTP
import Testing

@Suite("Closure middleware and form results")
struct ShortFormsTests {
  @Test("A closure serves as middleware for calls or attempts, and may change, retry or respond to a request")
  func closures() async throws {
    let order = Lock<[String]>([])
    let transport = AnsweringTransport { request, number in
      number == 1 ? HTTPResponse(.serviceUnavailable) : .text(request.fields["X-A"]?.rawValue ?? "none")
    }
    let client = APIClient(transport)
      .middleware { request, next in
        order.withLock { $0.append("outer") }
        return try await next(request)
      }
      .middleware { request, next in
        var request = request
        request.fields["X-A"] = "1"
        let response = try await next(request)
        return response.status == .serviceUnavailable ? try await next(request) : response
      }
      .attemptMiddleware { request, next in
        order.withLock { $0.append("attempt") }
        return try await next(request)
      }
    #expect(try await client.call(.http, as: .string) == "1")
    #expect(order.withLock { $0 } == ["outer", "attempt", "attempt"])
    let short = client.middleware { _, _ in .text("here") }
    #expect(try await short.call(.http, as: .string) == "here")
    #expect(transport.requests.count == 2)
  }

  private struct Token: Codable, Equatable, Sendable {
    var access: String
    var expires: Int
    var scope: [String]
  }

  private static func form(_ text: String, type: HTTPFieldValue = "application/x-www-form-urlencoded") -> HTTPResponse {
    HTTPResponse(.ok, fields: [.contentType: type], body: .bytes(Array(text.utf8)))
  }

  @Test("A form response decodes as an object or a dictionary and is requested by Accept")
  func forms() async throws {
    let text = "access=a%20b%26c+d&expires=60&scope=x&scope=y"
    let transport = AnsweringTransport(Self.form(text))
    let client = APIClient(transport)
    let token = Token(access: "a b&c d", expires: 60, scope: ["x", "y"])
    #expect(try await client.call(.http, as: .urlForm(Token.self)) == token)
    let endpoint = Endpoint<Empty, Token>(.post, "/token", result: .urlForm)
    #expect(try await client.call(endpoint) == token)
    let pairs = APIClient(AnsweringTransport(Self.form("a=1&b=x%3Dy&c=")))
    #expect(try await pairs.call(.http, as: .urlForm([String: String].self)) == ["a": "1", "b": "x=y", "c": ""])
    #expect(
      transport.requests.map { $0.fields[.accept]?.rawValue } == [
        "application/x-www-form-urlencoded", "application/x-www-form-urlencoded, application/problem+json;q=0.5",
      ])
  }

  @Test("A form response that does not decode throws an error with the location of the value")
  func failures() async throws {
    let endpoint = Endpoint<Empty, Token>(.post, "/token", result: .urlForm)
    let rows: [(HTTPResponse, ClientError.Code, [String])] = [
      (Self.form("access=a&expires=soon"), .decoding, ["/expires"]),
      (Self.form("access=%ZZ&expires=1"), .decoding, ["/access"]),
      (Self.form("expires=1"), .decoding, ["/access"]), (.json("{}"), .unexpected, []),
    ]
    for (response, code, pointers) in rows {
      let client = APIClient(AnsweringTransport(response))
      let fluent = await #expect(throws: ClientError.self) {
        _ = try await client.call(.http, as: .urlForm(Token.self))
      }
      let contract = await #expect(throws: ClientError.self) { _ = try await client.call(endpoint) }
      for error in [fluent, contract] {
        #expect(error?.code == code && error?.failures.map(\.pointer) == pointers, "\(String(describing: error))")
      }
    }
  }
}
