import ContractTestSupport
import ContractTesting
import Testing

/// Requests that are invalid from a certain rank: the response is that of this rank.
@Suite("Order of refusals", .ownThreads)
struct OrderOfRefusalTests {
  struct Rank: CustomTestStringConvertible {
    let name: String
    let request: String
    let status: Int
    var field: (name: String, value: String)?
    var closes = false
    var testDescription: String { name }
  }

  /// A body too long for the server, announced but never sent: a server that waited for it would not respond.
  static let wrongBody = "Content-Type: text/csv\r\nContent-Length: 999999\r\nExpect: miracles\r\n"

  static let ranks: [Rank] = [
    Rank(
      name: "malformed", request: "POST /nowhere HTTP/1.1\r\nTransfer-Encoding: zip\r\nHost : a\r\n\r\n", status: 400,
      closes: true),
    Rank(
      name: "unknown version", request: "GET /nowhere HTTP/2.0\r\nHost: a\r\nX: \(long)\r\n\r\n", status: 505,
      closes: true),
    Rank(
      name: "unknown transfer coding", request: "POST /nowhere HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: zip\r\n\r\n",
      status: 501, closes: true),
    Rank(name: "long target", request: "GET /\(long) HTTP/1.1\r\nHost: a\r\n\r\n", status: 414, closes: true),
    Rank(
      name: "long head", request: "GET /nowhere HTTP/1.1\r\nHost: a\r\nX: \(long)\r\n\r\n", status: 431, closes: true),
    Rank(
      name: "path", request: "BREW /nowhere HTTP/1.1\r\nHost: a\r\nAccept: text/csv\r\n\(wrongBody)\r\n", status: 404),
    Rank(
      name: "method", request: "BREW /secret HTTP/1.1\r\nHost: a\r\nAccept: text/csv\r\n\(wrongBody)\r\n", status: 405,
      field: ("allow", "OPTIONS, POST")),
    Rank(
      name: "credentials", request: "POST /secret HTTP/1.1\r\nHost: a\r\nAccept: text/csv\r\n\(wrongBody)\r\n",
      status: 401,
      field: ("www-authenticate", "Bearer")),
    Rank(
      name: "permission",
      request:
        "POST /secret HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer guest\r\nAccept: text/csv\r\n\(wrongBody)\r\n",
      status: 403),
    Rank(
      name: "Accept",
      request:
        "POST /secret HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer admin\r\nAccept: text/csv\r\n\(wrongBody)\r\n",
      status: 406),
    Rank(
      name: "Content-Type",
      request: "POST /secret HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer admin\r\n\(wrongBody)\r\n", status: 415),
    Rank(
      name: "Expect",
      request:
        "POST /secret HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer admin\r\nContent-Type: application/json\r\nContent-Length: 999999\r\nExpect: miracles\r\n\r\n",
      status: 417),
    Rank(
      name: "Content-Length",
      request:
        "POST /secret HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer admin\r\nContent-Type: application/json\r\nContent-Length: 999999\r\nExpect: 100-continue\r\n\r\n",
      status: 413),
    Rank(
      name: "a body that is too long while it is read",
      request:
        "POST /secret HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer admin\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n7d1\r\n\(String(repeating: "x", count: 2001))\r\n",
      status: 413, closes: true),
    Rank(
      name: "the contract's credentials",
      request: "POST /guarded HTTP/1.1\r\nHost: a\r\nAccept: text/csv\r\n\(wrongBody)\r\n", status: 401,
      field: ("www-authenticate", "Bearer realm=\"guards\"")),
    Rank(
      name: "the contract's credentials, refused",
      request:
        "POST /guarded HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer x\r\nAccept: text/csv\r\n\(wrongBody)\r\n",
      status: 401, field: ("www-authenticate", "Bearer realm=\"guards\", error=\"invalid_token\"")),
    Rank(
      name: "the contract's scopes",
      request:
        "POST /guarded HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer guest\r\nAccept: text/csv\r\n\(wrongBody)\r\n",
      status: 403,
      field: ("www-authenticate", "Bearer realm=\"guards\", error=\"insufficient_scope\", scope=\"admin\"")),
    Rank(
      name: "the server's own check, after the contract's",
      request:
        "POST /guarded HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer admin\r\nAccept: text/csv\r\n\(wrongBody)\r\n",
      status: 403, field: ("x-checked", "requiring")),
    Rank(
      name: "Accept, after the contract's credentials",
      request:
        "POST /guarded HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer admin\r\nX-Allowed: 1\r\nAccept: text/csv\r\n\(wrongBody)\r\n",
      status: 406),
    Rank(
      name: "inputs",
      request:
        "POST /secret HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer admin\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}",
      status: 400),
    Rank(
      name: "handler",
      request:
        "POST /secret HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer admin\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{\"at\":\"\"}",
      status: 500),
    Rank(
      name: "handler, with another spelling of the Content-Type",
      request:
        "POST /secret HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer admin\r\nContent-Type: Application/JSON;charset=UTF-8\r\nContent-Length: 9\r\n\r\n{\"at\":\"\"}",
      status: 500),
    Rank(
      name: "Content-Type, a form where only JSON is accepted",
      request:
        "POST /secret HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer admin\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 9\r\n\r\n{\"at\":\"\"}",
      status: 415),
    Rank(
      name: "Content-Type, text",
      request:
        "POST /secret HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer admin\r\nContent-Type: text/plain\r\nContent-Length: 9\r\n\r\n{\"at\":\"\"}",
      status: 415),
    Rank(
      name: "Content-Type, none",
      request:
        "POST /secret HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer admin\r\nContent-Length: 9\r\n\r\n{\"at\":\"\"}",
      status: 415),
    Rank(
      name: "a required condition, before the other inputs",
      request: "PUT /version HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}",
      status: 428),
    Rank(
      name: "inputs of a conditional change",
      request:
        "PUT /version HTTP/1.1\r\nHost: a\r\nIf-Match: *\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}",
      status: 400),
  ]

  static let long = String(repeating: "a", count: 20_000)

  struct Secret: EndpointRequest {
    let at: String
    static var inputs: [InputDescription] { [.init(.body, "at", type: "String", isRequired: true)] }
    static var content: RequestContent { .json }
    func encode(into encoder: inout RequestEncoder) throws { try encoder.field("at", at) }
    static func decode(from decoder: inout RequestDecoder) -> Secret? {
      decoder.field("at", as: String.self).map(Secret.init)
    }
  }

  struct Change: EndpointRequest {
    let at: String
    let version: IfMatch
    static var inputs: [InputDescription] {
      [
        .init(.body, "at", type: "String", isRequired: true),
        .init(.header, "If-Match", type: "IfMatch", isRequired: true),
      ]
    }
    static var content: RequestContent { .json }
    func encode(into encoder: inout RequestEncoder) throws {
      try encoder.field("at", at)
      encoder.ifMatch(.header, "If-Match", version)
    }
    static func decode(from decoder: inout RequestDecoder) -> Change? {
      let at = decoder.field("at", as: String.self)
      let version = decoder.ifMatch(.header, "If-Match")
      guard let at, let version else { return nil }
      return Change(at: at, version: version)
    }
  }

  static func server(_ middleware: [any Middleware] = [], waits: Bool = false) -> Server {
    struct Unlucky: Error {}
    var limits = ServerLimits()
    limits.maxBodyBytes = 2000
    let route = Route(Endpoint<Secret, [Int]>(.post, "/secret", id: "secret")) { _ -> [Int] in throw Unlucky() }
    let guarded = Endpoint<Secret, [Int]>(.post, "/guarded", .security(.bearer, scopes: "admin"), id: "guarded")
    let change = Endpoint<Change, [Int]>(.put, "/version", id: "version")
    let server = Server(port: 0, threads: 1, limits: limits, middleware: middleware, onError: { _, _ in }) {
      Route(change) { _ -> [Int] in throw Unlucky() }
      Route(guarded) { _ -> [Int] in throw Unlucky() }.requiring { head, _ in
        head.text(of: "X-Allowed") == nil ? Problem(.forbidden, fields: ["X-Checked": "requiring"]) : nil
      }
      route.requiring { head, _ in
        switch head.text(of: .authorization) {
        case "Bearer admin": nil
        case nil: Problem(.unauthorized, fields: [.wwwAuthenticate: "Bearer"])
        default: Problem(.forbidden)
        }
      }
    }
    guard waits else { return server.authenticating(.bearer, realm: "guards") { client($0) } }
    return server.authenticating(.bearer, realm: "guards") { credentials in
      await Task.yield()
      return client(credentials)
    }
  }

  private static func client(_ credentials: Credentials) -> Authenticated<String>? {
    switch credentials {
    case .bearer("admin"): Authenticated("admin", scopes: ["admin"])
    case .bearer("guest"): Authenticated("guest")
    default: nil
    }
  }

  @Test(
    "An asynchronous authenticator has the same position in the order of checks as a synchronous one", arguments: ranks,
    [true, false])
  func refusesAfterWaiting(rank: Rank, hasMiddleware: Bool) async throws {
    try await refuses(rank, Self.server(hasMiddleware ? [RequestID(), Compression(minBytes: 1)] : [], waits: true))
  }

  @Test("Each check refuses a request before the checks after it", arguments: ranks)
  func refuses(rank: Rank) async throws {
    try await refuses(rank, Self.server())
  }

  @Test("Middleware does not change the order of checks and sees every refusal", arguments: ranks)
  func refusesWithMiddleware(rank: Rank) async throws {
    let metrics = Metrics()
    let server = Self.server([
      metrics, RequestID(), Health(), Compression(minBytes: 1), ConditionalRequests(), IdempotencyKeys(),
    ])
    try await refuses(rank, server)
    let text = metrics.text()
    #expect(text.contains("status=\"\(rank.status)\""), "\(text)")
  }

  private func refuses(_ rank: Rank, _ server: Server) async throws {
    try await withServer(server) { _ in
      let connection = try RawConnection(port: #require(server.address).port)
      try connection.write(rank.request)
      let response = try connection.read()
      #expect(response.status == rank.status, "\(response.head)\n\(response.text)")
      #expect(response.field("content-type") == "application/problem+json")
      #expect(response.text.contains(#""status":\#(rank.status)"#))
      if let field = rank.field { #expect(response.field(field.name) == field.value) }
      if rank.closes { #expect(response.field("connection") == "close") }
    }
  }
}
