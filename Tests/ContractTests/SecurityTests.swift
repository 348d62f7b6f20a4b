import Contract
import Testing

@testable import ContractHTTP

@Suite("Security")
struct SecurityTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let scheme: SecurityScheme
    let fields: HTTPFields
    var target = "/"
    /// `admitted`, or the challenges.
    let outcome: [String]
    var status = 401

    var testDescription: String { name }
  }

  static let header = SecurityScheme.apiKey(header: "X-Key")
  static let query = SecurityScheme.apiKey(query: "key")
  static let cookie = SecurityScheme.apiKey(cookie: "session")
  static let missing = #"Bearer realm="api""#
  static let refused = #"Bearer realm="api", error="invalid_token""#
  static let basic = #"Basic realm="api", charset="UTF-8""#

  static let rows: [Row] = [
    Row(name: "a token", scheme: .bearer, fields: [.authorization: "Bearer good"], outcome: ["admitted"]),
    Row(name: "a scheme in uppercase", scheme: .bearer, fields: [.authorization: "BEARER good"], outcome: ["admitted"]),
    Row(name: "spaces", scheme: .bearer, fields: [.authorization: "Bearer   good"], outcome: ["admitted"]),
    Row(name: "no token", scheme: .bearer, fields: [:], outcome: [missing]),
    Row(name: "a word alone", scheme: .bearer, fields: [.authorization: "Bearer"], outcome: [refused]),
    Row(name: "another token", scheme: .bearer, fields: [.authorization: "Bearer bad"], outcome: [refused]),
    Row(name: "two tokens", scheme: .bearer, fields: [.authorization: "Bearer good bad"], outcome: [refused]),
    Row(name: "a list", scheme: .bearer, fields: [.authorization: "Bearer good, Bearer bad"], outcome: [refused]),
    Row(name: "a token in quotes", scheme: .bearer, fields: [.authorization: "Bearer \"good\""], outcome: [refused]),
    Row(
      name: "two fields", scheme: .bearer, fields: [.authorization: "Bearer good", .authorization: "Bearer good"],
      outcome: [refused]),
    Row(name: "another scheme", scheme: .bearer, fields: [.authorization: "Basic YTpi"], outcome: [missing]),
    Row(name: "a longer word", scheme: .bearer, fields: [.authorization: "Bearers good"], outcome: [missing]),
    // "user:good"
    Row(name: "a password", scheme: .basic, fields: [.authorization: "Basic dXNlcjpnb29k"], outcome: ["admitted"]),
    // "user:a:b", and the password of an empty user is "good"
    Row(
      name: "a colon in the password", scheme: .basic, fields: [.authorization: "Basic dXNlcjphOmI="],
      outcome: ["admitted"]),
    Row(name: "an empty user name", scheme: .basic, fields: [.authorization: "Basic Omdvb2Q="], outcome: ["admitted"]),
    // "user"
    Row(name: "no colon", scheme: .basic, fields: [.authorization: "Basic dXNlcg=="], outcome: [basic]),
    Row(name: "no base64", scheme: .basic, fields: [.authorization: "Basic a"], outcome: [basic]),
    Row(name: "base64 without padding", scheme: .basic, fields: [.authorization: "Basic dXNlcg"], outcome: [basic]),
    Row(
      name: "characters that are not base64", scheme: .basic, fields: [.authorization: "Basic user:good"],
      outcome: [basic]),
    // "user:\xFF", "user:go\u{0}od"
    Row(name: "no UTF-8", scheme: .basic, fields: [.authorization: "Basic dXNlcjr/"], outcome: [basic]),
    Row(
      name: "a control character", scheme: .basic, fields: [.authorization: "Basic dXNlcjpnbwBvZA=="], outcome: [basic]),
    Row(name: "no password", scheme: .basic, fields: [:], outcome: [basic]),
    Row(name: "a key", scheme: header, fields: ["x-key": "good"], outcome: ["admitted"]),
    Row(
      name: "two keys", scheme: header, fields: ["X-Key": "good", "X-Key": "good"],
      outcome: [
        #"ApiKey realm="api", in="header", name="X-Key""#
      ]),
    Row(
      name: "an empty key", scheme: header, fields: ["X-Key": ""],
      outcome: [#"ApiKey realm="api", in="header", name="X-Key""#]),
    Row(name: "a key in the query", scheme: query, fields: [:], target: "/?a=1&key=go%6Fd", outcome: ["admitted"]),
    Row(
      name: "a key for another name", scheme: query, fields: [:], target: "/?key[]=good",
      outcome: [
        #"ApiKey realm="api", in="query", name="key""#
      ]),
    Row(
      name: "two keys in the query", scheme: query, fields: [:], target: "/?key=good&key=good",
      outcome: [
        #"ApiKey realm="api", in="query", name="key""#
      ]),
    Row(name: "a cookie", scheme: cookie, fields: [.cookie: "a=b; session=good;c=d"], outcome: ["admitted"]),
    Row(name: "a cookie in quotes", scheme: cookie, fields: [.cookie: "session=\"good\""], outcome: ["admitted"]),
    Row(
      name: "a cookie in a second field", scheme: cookie, fields: [.cookie: "a=b", .cookie: "session=good"],
      outcome: ["admitted"]),
    Row(
      name: "a cookie with a longer name", scheme: cookie, fields: [.cookie: "xsession=good"],
      outcome: [
        #"ApiKey realm="api", in="cookie", name="session""#
      ]),
    Row(
      name: "a cookie twice", scheme: cookie, fields: [.cookie: "session=good; session=bad"],
      outcome: [
        #"ApiKey realm="api", in="cookie", name="session""#
      ]),
  ]

  static func authenticator(_ scheme: SecurityScheme, realm: String = "api") -> Authenticator {
    let passwords = ["good", "a:b"].map { Secret($0) }
    return Authenticator(scheme, realm: realm) { credentials in
      passwords.contains { credentials.matches($0) } ? Authenticated("somebody", scopes: ["read"]) : nil
    }
  }

  static func decide(_ traits: [EndpointTrait], _ authenticators: [Authenticator], _ message: HTTPRequest) throws
    -> (status: Int, challenges: [String], detail: String?)
  {
    let operation = APIOperation(id: "probe", method: .get, path: "/", traits: traits)
    let gate = try #require(try SecurityGate(operation, authenticators))
    switch gate.decide(RequestHead(message)) {
    case .admitted: return (200, ["admitted"], nil)
    case .refused(let problem):
      return (problem.status.code, problem.fields.values(.wwwAuthenticate).map(\.rawValue), problem.detail)
    }
  }

  @Test("Valid credentials are admitted, and others are challenged", arguments: rows)
  func decides(_ row: Row) throws {
    let found = try Self.decide(
      [.security(row.scheme)], [Self.authenticator(row.scheme)], HTTPRequest(.get, row.target, fields: row.fields))
    #expect(found.challenges == row.outcome)
    #expect(found.status == (row.outcome == ["admitted"] ? 200 : 401))
  }

  @Test("Every scope of a requirement is required")
  func scopes() throws {
    let message = HTTPRequest(.get, "/", fields: [.authorization: "Bearer good"])
    let allowed = try Self.decide([.security(.bearer, scopes: "read")], [Self.authenticator(.bearer)], message)
    #expect(allowed.status == 200)
    let denied = try Self.decide(
      [.security(.bearer, scopes: "read", "todos:write")], [Self.authenticator(.bearer)], message)
    #expect(denied.status == 403)
    #expect(denied.challenges == [#"Bearer realm="api", error="insufficient_scope", scope="read todos:write""#])
    #expect(denied.detail == "this operation needs `read` and `todos:write`")
  }

  @Test("A request that meets any of several requirements is admitted, and a refusal has the challenges of all")
  func alternatives() throws {
    let traits: [EndpointTrait] = [
      .security(anyOf: SecurityRequirement(.bearer, scopes: "admin"), SecurityRequirement(Self.header))
    ]
    let authenticators = [Self.authenticator(.bearer), Self.authenticator(Self.header)]
    func status(_ fields: HTTPFields) throws -> (Int, [String]) {
      let found = try Self.decide(traits, authenticators, HTTPRequest(.get, "/", fields: fields))
      return (found.status, found.challenges)
    }
    #expect(try status(["X-Key": "good", .authorization: "Bearer good"]) == (200, ["admitted"]))
    #expect(try status([.authorization: "Bearer good"]).0 == 403)
    let nobody = try status([.authorization: "Bearer bad"])
    #expect(nobody.0 == 401)
    #expect(nobody.1 == [Self.refused, #"ApiKey realm="api", in="header", name="X-Key""#])
  }

  @Test(
    "A realm is quoted in the challenge",
    arguments: [("a", "a"), ("say \"a\\b\"", "say \\\"a\\\\b\\\""), ("a\r\nb", "a  b")])
  func realms(_ realm: String, _ quoted: String) throws {
    let found = try Self.decide([.security(.basic)], [Self.authenticator(.basic, realm: realm)], HTTPRequest(.get, "/"))
    #expect(found.challenges == ["Basic realm=\"\(quoted)\", charset=\"UTF-8\""])
  }

  @Test("A missing authenticator is reported with operation and scheme")
  func unchecked() throws {
    let operation = APIOperation(
      id: "Todos.list", method: .get, path: "/todos", traits: [.security(.bearer(name: "staff"))])
    let error = #expect(throws: MissingAuthenticator.self) {
      try SecurityGate(operation, [Self.authenticator(.bearer)])
    }
    #expect(
      error?.description
        == "GET /todos (Todos.list) requires the security scheme `staff`, which has no authenticator; "
        + "add one with `authenticating` to the router or the server")
  }

  @Test("The last security trait wins, and `.none` requires nothing")
  func traits() throws {
    let open = APIOperation(id: "probe", method: .get, path: "/", traits: [.security(.bearer), .security(.none)])
    #expect(open.security.isEmpty)
    #expect(try SecurityGate(open, []) == nil)
    let closed = APIOperation(
      id: "probe", method: .get, path: "/", traits: [.security(.bearer), .security(.basic, scopes: ["a"])])
    #expect(closed.security == [SecurityRequirement(.basic, scopes: "a")])
  }

  @Test("A secret matches only itself and never shows its value")
  func secrets() {
    let secret = Secret("abc")
    #expect(secret.matches("abc"))
    for other in ["", "ab", "abcd", "abcabc", "abd", "ABC"] { #expect(!secret.matches(other), "\(other)") }
    #expect(!Secret("").matches(""))
    var text = ""
    dump(secret, to: &text)
    dump(Credentials.basic(username: "user", password: "abc"), to: &text)
    text += "\(secret) \(Credentials.bearer("abc")) \(Credentials.apiKey("abc"))"
    debugPrint(Credentials.bearer("abc"), [secret], to: &text)
    #expect(!text.contains("abc"))
  }
}
