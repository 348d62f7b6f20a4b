import Contract
import ContractClient
import ContractHTTP
import ContractTesting
import Glibc
import Testing

@Suite("Recorded traffic", .timeLimit(.minutes(2)))
struct RecordingTests {
  private let replayed = APIClient(baseURL: "http://replayed.invalid")

  @Test("A fixture is a readable file without secrets")
  func fixture() async throws {
    let server = ScriptedServer { request in
      let token = request.field("authorization")?.split(separator: " ").last ?? "-"
      let body = #"{"id":7,"price":1.10,"echo":"\#(token)","access_token":"s3cr3t-fresh"}"#
      return ok(body, "Content-Type: application/json\r\nSet-Cookie: sid=s3cr3t-cookie; Path=/; Domain=example.com\r\n")
    }
    defer { server.stop() }
    try await withFixtureFolder { folder in
      let client = APIClient(baseURL: server.baseURL, transport: CurlTransport()).removingHeader(.userAgent)
        .auth(.bearer("s3cr3t-bearer")).environment(try .recording(to: folder))
      let call = client("users")(7).query("api_key", "s3cr3t-query").query("a", 1)
        .body(["name": "Jo", "password": "s3cr3t-password"])
      #expect(try await call.put.response().text.contains("s3cr3t-bearer"))
      let text = try fixtureText("\(folder)/001-PUT-users-7.json")
      #expect(
        text == """
          {
            "version": 1,
            "request": {
              "method": "PUT",
              "url": "\(server.baseURL)/users/7?api_key=***&a=1",
              "fields": {
                "Content-Type": "application/json",
                "Authorization": "***"
              },
              "json": {
                "name": "Jo",
                "password": "***"
              }
            },
            "response": {
              "status": 200,
              "fields": {
                "Content-Type": "application/json",
                "Set-Cookie": "***"
              },
              "json": {
                "id": 7,
                "price": 1.10,
                "echo": "***",
                "access_token": "***"
              }
            }
          }

          """)
      #expect(!text.contains("s3cr3t"))
      // The same call gets its response without a network, whatever its secrets are now.
      let again = replayed.auth(.bearer("another-bearer")).environment(try .replaying(from: folder))
      let response = try await again("users")(7).query("a", 1).query("api_key", "another")
        .body(["password": "another-password", "name": "Jo"]).put.response()
      #expect(response.text == #"{"id":7,"price":1.10,"echo":"***","access_token":"***"}"#)
      #expect(response.fields[.contentType] == "application/json")
    }
  }

  @Test("A fixture contains no credentials added by the client and matches without them")
  func ownCredentials() async throws {
    let secured = Endpoint<Empty, HTTPResponse>(.get, "/v1", .security(.apiKey(query: "who")), result: .raw)
    let auths: [@Sendable (APIClient, String) -> APIClient] = [
      { $0.auth(.apiKey($1, header: "Ocp-Apim-Subscription-Key")) }, { $0.auth(.apiKey($1, header: "X-Team")) },
      { $0.auth(.apiKey($1, query: "appid")) }, { $0.credentials(.apiKey($1)) },
      { client, key in client.tokenRefresher(auth: { .apiKey($0, query: "t") }) { _, _ in AuthTokens(accessToken: key) }
      },
      { client, key in
        client.auth(
          .custom { request in
            request.fields["X-Signed"] = HTTPFieldValue(key)
            request.target += "&by=\(key)"
          })
      },
    ]
    let live = AnsweringTransport { request, _ in
      HTTPResponse(
        .found, fields: [.location: HTTPFieldValue("/next?\(request.target.drop { $0 != "?" }.dropFirst())")!])
    }
    for auth in auths {
      try await withFixtureFolder { folder in
        let recorded = auth(replayed.transport(try RecordingTransport(to: folder, over: live)), "s3cr3t").query("a", 1)
        _ = try await recorded.call(secured)
        _ = try await recorded.response()
        for number in 1...2 {
          let text = try fixtureText("\(folder)/00\(number)-GET-\(number == 1 ? "v1" : "root").json")
          #expect(!text.contains("s3cr3t"), "\(text)")
        }
        let again = auth(replayed.environment(try .replaying(from: folder)), "0th3r").query("a", 1)
        #expect(try await again.call(secured).status == .found)
        #expect(try await again.response().status == .found)
        let error = await #expect(throws: ClientError.self) { try await again("b").response() }
        #expect(error?.message.contains("0th3r") == false)
      }
    }
  }

  @Test("A compressed body is recorded decompressed and masked")
  func compressed() async throws {
    try await withFixtureFolder { folder in
      let live = AnsweringTransport(.text("x"))
      let record = replayed.transport(try RecordingTransport(to: folder, over: live))
      let body = record.body(["pin": "s3cr3t", "name": "Jo"])
      _ = try await body.compressingBodies(from: 1).post.response()
      #expect(live.requests[0].fields[.contentEncoding] == "gzip")
      let text = try fixtureText("\(folder)/001-POST-root.json")
      #expect(text.contains(#""pin": "***""#) && text.contains(#""name": "Jo""#) && !text.contains("gzip"), "\(text)")
      let replay = replayed.environment(try .replaying(from: folder)).body(["pin": "other", "name": "Jo"])
      for client in [replay, replay.compressingBodies(.deflate, from: 1)] {
        #expect(try await client.post.response().text == "x")
      }
    }
  }

  @Test("A body of any type is recorded and replayed byte for byte")
  func kinds() async throws {
    let contents: [(HTTPFieldValue, [UInt8])] = [
      ("application/json", Array(#"{"a":[],"b":{},"c":1.0e5,"d":"\n\"é"}"#.utf8)),
      ("application/json", Array("not json".utf8)),
      ("text/plain", Array("a\r\nb\u{1}é😀".utf8)), ("image/png", [0, 255, 13, 10, 128]), ("image/png", [7]),
      ("image/png", [7, 8]), ("text/plain", []), ("application/json", Array("12".utf8)),
    ]
    let live = AnsweringTransport { _, number in
      HTTPResponse(
        .ok, fields: [.contentType: contents[number - 1].0],
        body: contents[number - 1].1.isEmpty ? .empty : .bytes(contents[number - 1].1))
    }
    try await withFixtureFolder { folder in
      let recorder = try RecordingTransport(to: folder, over: live)
      for index in contents.indices { _ = try await replayed.transport(recorder)("k")(index).response() }
      #expect(recorder.recorded.count == contents.count && recorder.recorded.first == "001-GET-k-0.json")
      let replay = try ReplayingTransport(from: folder)
      #expect(replay.unused.count == contents.count)
      for (index, content) in contents.enumerated() {
        let response = try await replayed.transport(replay)("k")(index).response()
        #expect(response.bytes == content.1 && response.fields[.contentType] == content.0, "\(index)")
      }
      #expect(replay.unused.isEmpty)
    }
  }

  @Test("A request is matched by method, path, query and body in recording order")
  func matching() async throws {
    let live = AnsweringTransport { _, number in .text("\(number)") }
    try await withFixtureFolder { folder in
      let record = replayed.transport(try RecordingTransport(to: folder, over: live))
      func text(_ client: APIClient) async throws -> String { try await client.call(.http, as: .string) }
      _ = try await text(record("a").query("x", 1).query("y", 2))
      _ = try await text(record("a").query("x", 1).query("y", 2))
      _ = try await text(record("a").post)
      _ = try await text(record("b").form(["p": 1, "q": 2]))
      _ = try await text(record("b").multipart(Part(text: "1", name: "p")))
      let replay = replayed.transport(try ReplayingTransport(from: folder))
      // The order of members has no effect. Repeated calls get the responses in order, and then the last one again.
      for answer in ["1", "2", "2"] { #expect(try await text(replay("a").query("y", 2).query("x", 1)) == answer) }
      #expect(try await text(replay("a").post) == "3")
      #expect(try await text(replay("b").form(["q": 2, "p": 1])) == "4")
      #expect(try await text(replay("b").multipart(Part(text: "1", name: "p"))) == "5")
      let misses: [(APIClient, String)] = [
        (replay("a").query("x", 2), "differs in its query"), (replay("a").put, "differs in its method"),
        (replay("b").form(["p": 3]), "differs in its body"), (replay("z"), "record it, or correct the request"),
      ]
      for (client, reason) in misses {
        let error = await #expect(throws: ClientError.self) { try await text(client) }
        #expect(error?.code == .transport && error?.message.contains(reason) == true, "\(error?.message ?? "")")
        #expect(error?.message.contains("no fixture in `\(folder)` matches") == true)
      }
      let lenient = try ReplayingTransport(from: folder, unknown: .sent(over: AnsweringTransport(.text("live"))))
      #expect(try await text(replayed.transport(lenient)("z")) == "live")
    }
  }

  @Test("Content-Length is recorded only for responses to HEAD")
  func lengths() async throws {
    let server = ScriptedServer { request in
      request.line.hasPrefix("HEAD") ? "HTTP/1.1 200 OK\r\nContent-Length: 1234\r\n\r\n" : ok("abc")
    }
    defer { server.stop() }
    try await withFixtureFolder { folder in
      let client = APIClient(baseURL: server.baseURL)("file").environment(try .recording(to: folder))
      for call in [client.head, client.get] { _ = try await call.response() }
      #expect(try fixtureText("\(folder)/001-HEAD-file.json").contains(#""Content-Length": "1234""#))
      let again = replayed("file").environment(try .replaying(from: folder))
      #expect(try await again.head.response().fields[.contentLength] == "1234")
      #expect(try await again.get.response().fields[.contentLength] == nil)
    }
  }

  @Test("Only a body declared as JSON is recorded as JSON")
  func unnamedJSON() async throws {
    let content = Array(#"{"b": 1,  "a": [ ]}"#.utf8)
    let types: [MediaType?] = [MediaType("text/plain"), nil, .json, MediaType("application/a+json")]
    let live = AnsweringTransport { request, _ in
      HTTPResponse(.ok, fields: request.fields, body: .bytes(content))
    }
    func answer(_ client: APIClient, _ type: MediaType?) async throws -> [UInt8] {
      try await client.body(bytes: content, type: type).post.response().bytes
    }
    try await withFixtureFolder { folder in
      let recorder = replayed.transport(try RecordingTransport(to: folder, over: live))
      for (index, type) in types.enumerated() { _ = try await answer(recorder(index), type) }
      let replay = replayed.transport(try ReplayingTransport(from: folder))
      for (index, type) in types.enumerated() {
        let isJSON = type?.isJSON == true
        #expect(try await answer(replay(index), type) == (isJSON ? Array(#"{"b":1,"a":[]}"#.utf8) : content))
        let text = try fixtureText("\(folder)/00\(index + 1)-POST-\(index).json")
        #expect(text.contains(#""json":"#) == isJSON && text.contains(#""text":"#) == !isJSON)
      }
    }
  }

  @Test("A stream is recorded when it has been read to its end, and a folder can be extended or replaced")
  func streams() async throws {
    let server = ScriptedServer { _ in
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\na\nb\r\n2\r\n\nc\r\n0\r\n\r\n"
    }
    defer { server.stop() }
    try await withFixtureFolder { folder in
      let recorder = try RecordingTransport(to: folder, over: CurlTransport())
      let client = APIClient(baseURL: server.baseURL, transport: recorder)
      var lines: [String] = []
      for try await line in try await client("log").call(.stream, as: .lines) { lines.append(line) }
      #expect(lines == ["a", "b", "c"] && recorder.recorded == ["001-GET-log.json"])
      let more = try RecordingTransport(to: folder, over: AnsweringTransport(.text("x")))
      _ = try await client.transport(more)("other").body(
        pieces: AsyncStream {
          $0.yield([65]); $0.finish()
        }
      ).post.response()
      #expect(more.recorded == ["002-POST-other.json"])
      let replay = replayed.transport(try ReplayingTransport(from: folder))
      #expect(try await replay("log").call(.http, as: .string) == "a\nb\nc")
      #expect(try await replay("other").body(bytes: [65]).post.response().text == "x")
      let fresh = try RecordingTransport(to: folder, over: AnsweringTransport(.text("y")), replacing: true)
      _ = try await client.transport(fresh)("new").response()
      #expect(try ReplayingTransport(from: folder).unused == ["001-GET-new.json"])
    }
  }

  @Test("An unusable fixture folder is refused with a reason")
  func folders() async throws {
    #expect(throws: FixtureError.self) { try RecordingTransport(to: "/dev/null/at/all") }
    let missing = #expect(throws: FixtureError.self) { try ReplayingTransport(from: "/nowhere/at/all") }
    #expect(missing?.description.contains("is not a readable folder: No such file or directory") == true)
    try await withFixtureFolder { folder in
      _ = try RecordingTransport(to: folder)
      let empty = #expect(throws: FixtureError.self) { try ReplayingTransport(from: folder) }
      #expect(empty?.description.contains("has no fixtures") == true)
      for (text, reason) in [
        ("{", "is not valid JSON"), ("{}", "is not a fixture of version 1"), (#"{"version":1}"#, "has no request"),
        (#"{"version":1,"request":{"method":"GET","url":"/"}}"#, "has no response"),
        (#"{"version":1,"request":{"method":"GET","url":"/"},"response":{"status":200,"base64":"?"}}"#, "`base64`"),
        (
          #"{"version":1,"request":{"method":"GET","url":"/"},"response":{"status":200,"fields":{"a b":"c"}}}"#, "`a b`"
        ),
      ] {
        let file = try #require(fopen("\(folder)/001-GET-x.json", "w"))
        fputs(text, file)
        fclose(file)
        let error = #expect(throws: FixtureError.self) { try ReplayingTransport(from: folder) }
        #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
        #expect(error?.path == "\(folder)/001-GET-x.json")
        let replacing = #expect(throws: FixtureError.self) { try RecordingTransport(to: folder, replacing: true) }
        #expect(replacing == error && access("\(folder)/001-GET-x.json", F_OK) == 0, "a file of another kind is kept")
      }
    }
  }

  @Test("A fixture folder is created with its parents and can be shared by recorders")
  func sharedFolders() async throws {
    try await withFixtureFolder { folder in
      let path = "\(folder)/of/some/users/"
      let recorders = try (1...2).map { number in
        try RecordingTransport(to: path, over: AnsweringTransport(.text("\(number)")))
      }
      for recorder in recorders + recorders { _ = try await replayed.transport(recorder)("a").response() }
      #expect(recorders[0].recorded == ["001-GET-a.json", "003-GET-a.json"])
      #expect(recorders[1].recorded == ["002-GET-a.json", "004-GET-a.json"])
      let replay = replayed.transport(try ReplayingTransport(from: path))
      for answer in ["1", "2", "1", "2"] { #expect(try await replay("a").response().text == answer) }
    }
  }

  @Test("A stream is recorded only once, even if its end is read repeatedly")
  func streamEnds() async throws {
    try await withFixtureFolder { folder in
      let pieces = Lock<[[UInt8]]>([[65], [66]])
      let live = AnsweringTransport { _, _ in
        HTTPResponse(
          .ok,
          body: .stream(
            ByteStream { pieces.withLock { $0.isEmpty ? nil : $0.removeFirst() } }))
      }
      let recorder = try RecordingTransport(to: folder, over: live)
      let request = HTTPRequest(.get, "/a", scheme: "http", authority: "h.example")
      let response = try await recorder.stream(request, options: TransportOptions())
      guard case .stream(let stream) = response.body else {
        Issue.record("expected a stream, got \(response.body)")
        return
      }
      var read: [UInt8] = []
      while let piece = try await stream.next() { read += piece }
      #expect(try await stream.next() == nil)
      #expect(read == [65, 66] && recorder.recorded == ["001-GET-a.json"])
    }
  }

  static let sameRequests: [(recorded: String, asked: String)] = [
    ("/a,b", "/a%2Cb"), ("/%7Eme", "/~me"), ("/a%2fb", "/a%2Fb"), ("/a?x=1%2C2", "/a?x=1,2"),
    ("/a?x=a+b", "/a?x=a%20b"), ("/a?x&x=1&x-y=2", "/a?x-y=2&x&x=1"), ("/a?x-y=2&x=1&x", "/a?x=1&x&x-y=2"),
    // A masked value is not compared, and may be absent.
    ("/a?token=s3cr3t", "/a"), ("/a?token=s3cr3t&b=1", "/a?b=1&token=other"),
  ]
  static let otherRequests: [(recorded: String, asked: String)] = [
    ("/a%2Fb", "/a/b"), ("/a?x=a%2Bb", "/a?x=a+b"), ("/a?x=1%262", "/a?x=1&2"), ("/a?x=1&x", "/a?x&x=1"),
    ("/a?token=s3cr3t&b=1", "/a?b=2"), ("/a", "/a?b=1"),
  ]

  /// Returns the error of a replayed request, or nil if it matches the recorded one.
  private func mismatch(_ asked: String, recorded: String) async throws -> ClientError.Code? {
    func request(_ target: String) -> HTTPRequest {
      HTTPRequest(.get, target, scheme: "http", authority: "h.example")
    }
    var code: ClientError.Code?
    try await withFixtureFolder { folder in
      let recorder = try RecordingTransport(to: folder, over: AnsweringTransport(.text("x")))
      _ = try await recorder.send(request(recorded), options: TransportOptions())
      let replay = try ReplayingTransport(from: folder)
      code = await clientErrorCode { try await replay.send(request(asked), options: TransportOptions()) }
    }
    return code
  }

  @Test("Requests match despite different but equivalent spellings", arguments: sameRequests)
  func spelling(recorded: String, asked: String) async throws {
    #expect(try await mismatch(asked, recorded: recorded) == nil)
  }

  @Test("Requests with different targets do not match", arguments: otherRequests)
  func otherTarget(recorded: String, asked: String) async throws {
    #expect(try await mismatch(asked, recorded: recorded) != nil)
  }
}
