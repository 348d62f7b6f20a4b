import Contract
import ContractClient
import ContractHTTP
import ContractTesting
import Testing

@Suite("Secrets in recorded traffic", .timeLimit(.minutes(2)))
struct RecordedSecretsTests {
  /// An exchange, and the strings that its fixture must and must not contain.
  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var target = "/a"
    var sent: HTTPFields = [:]
    var content = ""
    var got: HTTPFields = [:]
    var answer: String
    var type: HTTPFieldValue = "application/json"
    var has: [String] = []
    var lacks: [String] = []
  }

  static let rows: [Row] = [
    Row(
      testDescription: "a cookie that ends in =", sent: [.cookie: "a=1; prefs=YWJjZGVmZ2g="],
      answer: #"{"echo":"YWJjZGVmZ2g=","bare":"YWJjZGVmZ2g"}"#, has: [#""echo": "***""#, #""bare": "***""#]),
    Row(
      testDescription: "a cookie that is set and ends in =", got: [.setCookie: "prefs=YWJjZGVmZ2g=; Path=/"],
      answer: #"{"echo":"YWJjZGVmZ2g="}"#, has: [#""echo": "***""#]),
    Row(
      testDescription: "a key, as a whole and after its `=`", sent: ["X-Api-Key": "tenant=s3cr3t-key"],
      answer: #"{"whole":"tenant=s3cr3t-key","right":"s3cr3t-key"}"#, has: [#""whole": "***""#, #""right": "***""#]),
    Row(
      testDescription: "credentials in a quoted parameter",
      sent: [.authorization: #"Digest uri="/a/users", response="s3cr3tdigest""#],
      answer: #"{"path":"/a/users","r":"s3cr3tdigest"}"#, has: [#""path": "/a/users""#, #""r": "***""#]),
    // The credentials are `ann:s3cr3t"word` and `ann:word`.
    Row(
      testDescription: "the password of Basic credentials", sent: [.authorization: "Basic YW5uOnMzY3IzdCJ3b3Jk"],
      answer: #"{"all":"ann:s3cr3t\"word","p":"s3cr3t\"word","user":"ann"}"#,
      has: [#""all": "***""#, #""p": "***""#, #""user": "ann""#], lacks: ["s3cr3t"]),
    Row(
      testDescription: "a password too short to find", sent: [.authorization: "basic YW5uOndvcmQ="],
      answer: #"{"all":"ann:word","text":"word"}"#, has: [#""all": "***""#, #""text": "word""#]),
    Row(
      testDescription: "escapes of JSON", sent: [.authorization: "Bearer ab/cd+ef/gh\"i"],
      answer: #"{"a":"ab\/cd+ef\/gh\"i","b":"x\u0061b/cd+ef/gh\u0022i!"}"#, has: [#""a": "***""#, #""b": "x***!""#]),
    Row(
      testDescription: "escapes of JSON in a text", sent: [.authorization: "Bearer ab/cd/ef"],
      answer: #"callback({"a":"ab\/cd\/ef"})"#, type: "text/plain", has: ["***"], lacks: [#"cd\\/ef"#]),
    Row(
      testDescription: "percent-encoding of a secret", sent: [.authorization: "Bearer ab/cd ef/gh"],
      answer: #"["?t=ab%2Fcd%20ef%2Fgh","?t=ab%2fcd%20ef%2fgh","ab%2Fcd+ef%2Fgh"]"#,
      has: [#""?t=***""#, #""***""#], lacks: ["ab%2"]),
    Row(
      testDescription: "a secret that is percent-encoded", sent: [.cookie: "sid=s3cr3t%2Fsid%3D"],
      answer: #"{"a":"s3cr3t/sid=","b":"s3cr3t%2Fsid%3D"}"#, has: [#""a": "***""#, #""b": "***""#]),
    Row(
      testDescription: "events", sent: ["X-Api-Key": "12345678"],
      answer: "id: 12345678\ndata: {\"n\":12345678,\"accessToken\":\"s3cr3t\"}\n\n", type: "text/event-stream",
      has: [#"id: ***\ndata: {\"n\":\"***\",\"accessToken\":\"***\"}\n\n"#]),
    Row(
      testDescription: "a JSON text sequence", sent: ["X-Api-Key": "12345678"],
      answer: "\u{1E}{\"n\":12345678}\n\u{1E}{\"accessToken\":\"s3cr3t\"}\n", type: "application/json-seq",
      has: [#"{\"n\":\"***\"}"#, #"{\"accessToken\":\"***\"}"#]),
    Row(
      testDescription: "secrets in URLs of headers",
      got: [.location: "https://jo:s3cr3t-word@h.example/cb?code=1&access_token=s3cr3t-location#id_token=s3cr3t-id"],
      answer: #"["s3cr3t-location","jo:s3cr3t-word","s3cr3t-id"]"#, has: ["cb?code=1&access_token=***"],
      lacks: ["s3cr3t"]),
    Row(
      testDescription: "secrets in Link headers", got: ["Link": #"</n?token=s3cr3t-next>; rel="next""#],
      answer: #"{"next":"/n?page=2&t=s3cr3t-next"}"#, has: [#""next": "/n?page=2&t=***""#]),
    Row(
      testDescription: "deleted cookies",
      got: HTTPFields([
        HTTPField(.setCookie, "a=deleted; Max-Age=0"),
        HTTPField(.setCookie, "b=removed; Expires=Thu, 01 Jan 1970 00:00:00 GMT"),
        HTTPField(.setCookie, "c=expired; Path=/; expires=Thu, 01-Jan-1970 00:00:01 GMT"),
        HTTPField(.setCookie, "d=staying; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=60"),
      ]), answer: #"{"deleted":true,"x":["deleted","removed","expired","staying"]}"#,
      has: [#""deleted": true"#, #""deleted","#, #""removed","#, #""expired","#, #""***""#]),
    Row(
      testDescription: "numbers and names of JSON", sent: [.cookie: "uid=100234; theme=primary"],
      answer: #"{"id":100234,"primary":1002345,"price":1.100234,"p":"primary"}"#,
      has: [#""id": "***""#, #""primary": 1002345"#, #""price": 1.100234"#, #""p": "***""#]),
    Row(
      testDescription: "lines of JSON", sent: [.cookie: "uid=100234"], answer: "{\"id\":100234}\n{\"a\":[100234\n",
      type: "application/x-ndjson", has: [#"{\"id\":\"***\"}\n{\"a\":[***\n"#]),
    Row(
      testDescription: "invalid JSON", sent: [.cookie: "uid=s3cr3t-uid"], answer: "{s3cr3t-uid}",
      has: [#""text": "{***}""#]),
    Row(
      testDescription: "the name of a scheme", sent: [.authorization: "ApiKey s3cr3t-key"],
      answer: #"{"use":"ApiKey","key":"s3cr3t-key"}"#, has: [#""use": "ApiKey""#, #""key": "***""#]),
    Row(
      testDescription: "requests", target: "/accounts/100234?primary=100234&x=y",
      sent: [.cookie: "uid=100234; theme=primary", .contentType: "application/x-www-form-urlencoded"],
      content: "primary=100234&b=1", answer: "{}",
      has: [#"/accounts/***?primary=***&x=y""#, #""text": "primary=***&b=1""#]),
  ]

  private func exchange(_ row: Row, _ transport: any ClientTransport) async throws -> HTTPResponse {
    let request = HTTPRequest(
      row.content.isEmpty ? .get : .post, row.target, scheme: "http", authority: "h.example", fields: row.sent,
      body: row.content.isEmpty ? .empty : .bytes(Array(row.content.utf8)))
    return try await transport.send(request, options: TransportOptions())
  }

  private func live(_ row: Row) -> AnsweringTransport {
    var fields = row.got
    fields[.contentType] = row.type
    return AnsweringTransport { [fields] _, _ in
      HTTPResponse(.ok, fields: fields, body: .bytes(Array(row.answer.utf8)))
    }
  }

  @Test("A repeated secret is masked everywhere, and no other text is masked", arguments: rows)
  func repeated(row: Row) async throws {
    try await withFixtureFolder { folder in
      let recorder = try RecordingTransport(to: folder, over: live(row))
      _ = try await exchange(row, recorder)
      let text = try fixtureText("\(folder)/\(recorder.recorded[0])")
      for part in row.has { #expect(text.contains(part), "\(part) in \(text)") }
      for part in row.lacks { #expect(!text.contains(part), "\(part) in \(text)") }
      // The request matches with these secrets, with others and without any.
      var other = row
      other.sent = [:]
      other.sent[.contentType] = row.sent[.contentType]
      for row in [row, other] { _ = try await exchange(row, try ReplayingTransport(from: folder)) }
    }
  }

  @Test("A secret is masked in later exchanges of the same recorder")
  func later() async throws {
    try await withFixtureFolder { folder in
      let login = Row(
        testDescription: "", sent: [.authorization: "Basic s3cr3t-basic"], got: [.setCookie: "sid=s3cr3t-sid"],
        answer: "{}")
      let live = AnsweringTransport { _, number in
        number == 1
          ? HTTPResponse(.ok, fields: login.got) : .json(#"{"sid":"s3cr3t-sid","basic":"s3cr3t-basic","n":\#(number)}"#)
      }
      let recorder = try RecordingTransport(to: folder, over: live)
      _ = try await exchange(login, recorder)
      let rows = ["/s/s3cr3t-sid", "/t?x=s3cr3t-sid"].map { Row(testDescription: "", target: $0, answer: "") }
      for row in rows { _ = try await exchange(row, recorder) }
      for name in recorder.recorded {
        let text = try fixtureText("\(folder)/\(name)")
        #expect(!text.contains("s3cr3t"), "\(text)")
      }
      let replay = try ReplayingTransport(from: folder)
      for (index, row) in rows.enumerated() {
        #expect(try await exchange(row, replay).text == #"{"sid":"***","basic":"***","n":\#(index + 2)}"#)
      }
    }
  }

  /// Bodies recorded with the cookie `uid=100234`, and bodies requested without it that match them.
  static let matching: [(type: HTTPFieldValue, recorded: String, asked: String)] = [
    ("application/json", #"{"id":100234,"a":[1,"x-100234-y"]}"#, #"{"a":[1,"x-7-y"],"id":7}"#),
    ("application/x-www-form-urlencoded", "id=100234&b=1", "b=1&id=7"), ("text/plain", "a 100234 b 100234", "a 1 b 2"),
  ]

  /// Bodies recorded with the cookie, and bodies that differ from them in more than masked values.
  static let differing: [(type: HTTPFieldValue, recorded: String, asked: String)] = [
    ("application/json", #"{"id":100234,"a":[1,"x-100234-y"]}"#, #"{"a":[2,"x-7-y"],"id":7}"#),
    ("application/json", #"{"id":100234,"a":[1,"x-100234-y"]}"#, #"{"a":[1,"x-7-z"],"id":7}"#),
    ("application/json", #"{"id":100234,"a":true}"#, #"{"a":true,"b":1,"id":7}"#),
    ("application/json", #"{"id":100234,"a":true}"#, #"{"a":false,"id":7}"#),
    ("application/x-www-form-urlencoded", "id=100234&b=1", "b=2&id=7"), ("text/plain", "a 100234 b 100234", "a 1 c 2"),
  ]

  /// Returns the error of a replayed request, or nil if it matches the recorded one.
  private func mismatch(_ asked: String, recorded: String, type: HTTPFieldValue) async throws -> ClientError.Code? {
    var code: ClientError.Code?
    try await withFixtureFolder { folder in
      var row = Row(
        testDescription: "", sent: [.cookie: "uid=100234", .contentType: type], content: recorded, answer: "{}")
      _ = try await exchange(row, try RecordingTransport(to: folder, over: live(row)))
      row.sent = [.contentType: type]
      row.content = asked
      let replay = try ReplayingTransport(from: folder)
      code = await clientErrorCode { [row] in try await exchange(row, replay) }
    }
    return code
  }

  @Test("A masked value in a recorded body matches any value", arguments: matching)
  func wildcards(type: HTTPFieldValue, recorded: String, asked: String) async throws {
    #expect(try await mismatch(asked, recorded: recorded, type: type) == nil)
  }

  @Test("An unmasked value matches only an equal value", arguments: differing)
  func differences(type: HTTPFieldValue, recorded: String, asked: String) async throws {
    #expect(try await mismatch(asked, recorded: recorded, type: type) != nil)
  }

  @Test("A masked fixture is used only if no exact fixture matches")
  func exact() async throws {
    try await withFixtureFolder { folder in
      let recorder = try RecordingTransport(
        to: folder, over: AnsweringTransport { request, _ in .text(request.fields[.cookie] == nil ? "plain" : "own") })
      let own = Row(testDescription: "", target: "/u/100234", sent: [.cookie: "uid=100234"], answer: "")
      let rows = [own, Row(testDescription: "", target: "/u/7", answer: "")]
      for row in rows { _ = try await exchange(row, recorder) }
      let replay = try ReplayingTransport(from: folder)
      for (row, text) in zip(rows.reversed(), ["plain", "own"]) {
        #expect(try await exchange(row, replay).text == text)
      }
      var other = own
      other.target = "/u/999999"
      other.sent = [.cookie: "uid=999999"]
      #expect(try await exchange(other, replay).text == "own")
    }
  }
}
