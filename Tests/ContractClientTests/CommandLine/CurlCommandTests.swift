import Contract
import ContractClient
import ContractCoding
import ContractHTTP
import ContractTestSupport
import Testing

@Suite("curl commands")
struct CurlCommandTests {
  private static func request(
    _ method: HTTPMethod = .get, _ target: String = "/", _ fields: HTTPFields = [:], _ body: HTTPBody = .empty
  ) -> HTTPRequest {
    HTTPRequest(method, target, scheme: "http", authority: "h.example:81", fields: fields, body: body)
  }

  private static func bytes(_ text: String) -> HTTPBody { .bytes(Array(text.utf8)) }

  static let commands: [(HTTPRequest, String)] = [
    (request(), "curl http://h.example:81/"),
    (request(.get, "/a?b=1&c=2"), "curl 'http://h.example:81/a?b=1&c=2'"),
    (request(.head, "/a"), "curl -I http://h.example:81/a"),
    (request(.delete, "/a"), "curl -X DELETE http://h.example:81/a"),
    (request(.post, "/a"), "curl -X POST -H 'Content-Length: 0' http://h.example:81/a"),
    (
      request(.post, "/a", [.contentType: "application/json", "X-E": ""], bytes(#"{"a":"it's"}"#)),
      #"curl -H 'Content-Type: application/json' -H 'X-E;' --data-raw '{"a":"it'\''s"}' http://h.example:81/a"#
    ),
    (request(.put, "/a", [:], bytes("@x")), "curl -X PUT --data-raw @x -H 'Content-Type:' http://h.example:81/a"),
    (
      request(.post, "/a", [.contentType: "image/png"], .bytes([0, 0x25, 0x5C, 0x27, 0xFF, 0x41])),
      #"printf '\000%%\134\047\377A' | curl -H 'Content-Type: image/png' --data-binary @- http://h.example:81/a"#
    ),
    (request(.get, "/a[1]/../b{}"), "curl -g --path-as-is 'http://h.example:81/a[1]/../b{}'"),
    (request(.options, "*"), "curl -X OPTIONS --request-target '*' http://h.example:81"),
    (
      request(.get, "/?key=1", [.authorization: "Bearer x", .cookie: "a=b", .accept: "*/*"]),
      "curl -H 'Authorization: ***' -H 'Cookie: ***' -H 'Accept: */*' 'http://h.example:81/?key=***'"
    ),
    (
      request(.post, "/", [.contentType: "application/json"], bytes(#"{"password":"x"}"#)),
      #"curl -H 'Content-Type: application/json' --data-raw '{"password":"***"}' http://h.example:81/"#
    ),
    (
      request(.post, "/", [.contentType: "text/csv"], .stream(ByteStream(length: 7) { nil })),
      "curl -H 'Content-Type: text/csv' --data-binary @- http://h.example:81/"
        + "  # pass the body on standard input: a stream, 7 bytes"
    ),
  ]

  @Test("A request is rendered as a curl command with secrets masked", arguments: commands)
  func writing(request: HTTPRequest, command: String) {
    #expect(request.curlCommand() == command)
  }

  @Test("A compressed body is decompressed and masked, or left out of the command")
  func compressed() {
    let content = Deflater.deflate(Array(#"{"pin":7}"#.utf8), .gzip)
    let fields: HTTPFields = [.contentType: "application/json", .contentEncoding: "gzip"]
    let request = Self.request(.post, "/", fields, .bytes(content))
    #expect(
      request.curlCommand()
        == #"curl -H 'Content-Type: application/json' --data-raw '{"pin":"***"}' http://h.example:81/"#)
    #expect(request.curlCommand(masking: .none).contains("-H 'Content-Encoding: gzip' --data-binary @-"))
    let unknown = Self.request(.post, "/", [.contentEncoding: "br"], .bytes([1, 2]))
    #expect(unknown.curlCommand().hasSuffix("2 bytes, omitted here"))
    #expect(unknown.curlCommand().contains("Content-Encoding: br"))
    let bomb = Self.request(.post, "/", fields, .bytes(Deflater.deflate(Array(repeating: 48, count: 5000), .gzip)))
    #expect(bomb.curlCommand(maxContentBytes: 4096).hasSuffix("bytes, omitted here"))
  }

  @Test("A long body is left out of a curl command, and a multiline command has one option per line")
  func options() {
    let long = Self.request(.post, "/", [:], Self.bytes("12345"))
    #expect(
      long.curlCommand(maxContentBytes: 4).hasSuffix("# pass the body on standard input: 5 bytes, omitted here"))
    #expect(
      long.curlCommand(isMultiline: true)
        == "curl \\\n  --data-raw 12345 \\\n  -H 'Content-Type:' \\\n  http://h.example:81/")
  }

  /// A command, and the parsed request: method and URL, headers, and body.
  static let readings: [(String, String, HTTPFields, String)] = [
    ("curl http://h/a", "GET http://h/a", [:], ""),
    ("curl h.example", "GET http://h.example/", [:], ""),
    ("/usr/bin/curl -sSL 'https://h/a?b=1#c'", "GET https://h/a?b=1", [:], ""),
    ("curl -XPUT -HA:b -H 'C: d ' http://h", "PUT http://h/", ["A": "b", "C": "d"], ""),
    ("curl -d a=1 -d b=2 http://h", "POST http://h/", [.contentType: "application/x-www-form-urlencoded"], "a=1&b=2"),
    ("curl -G -d a=1 --data-urlencode 'b= &' http://h?c", "GET http://h/?c&a=1&b=%20%26", [:], ""),
    (
      "curl --json '{\"a\":1}' http://h", "POST http://h/",
      [.contentType: "application/json", .accept: "application/json"], #"{"a":1}"#
    ),
    (
      "curl --data-raw @x -H 'content-type: text/plain' http://h", "POST http://h/", ["content-type": "text/plain"],
      "@x"
    ),
    ("curl -H 'Content-Type:' --data-binary x http://h", "POST http://h/", [:], "x"),
    ("curl -u user:pa:ss http://h", "GET http://h/", [.authorization: "Basic dXNlcjpwYTpzcw=="], ""),
    ("curl --oauth2-bearer t -u a:b http://h", "GET http://h/", [.authorization: "Bearer t"], ""),
    ("curl -u a:b --oauth2-bearer t http://h", "GET http://h/", [.authorization: "Bearer t"], ""),
    ("curl 'http://h/a/./b/../../c/..?q=/../x'", "GET http://h/?q=/../x", [:], ""),
    ("curl --path-as-is h/a/../b", "GET http://h/a/../b", [:], ""),
    ("curl --path-as-is --no-path-as-is h/a/../b", "GET http://h/b", [:], ""),
    ("curl -u a:b -H 'Authorization: x' http://h", "GET http://h/", [.authorization: "x"], ""),
    (
      "curl -b a=1 -b 'b=2' -A me -e http://r http://h", "GET http://h/",
      [.userAgent: "me", "Referer": "http://r", .cookie: "a=1; b=2"], ""
    ),
    // Browsers write `--compressed` and an Accept-Encoding header. Both are ignored: the transport sends its own header.
    ("curl --compressed -k -I --max-time 3 -o out --url http://h", "HEAD http://h/", [:], ""),
    ("curl -H 'Accept-Encoding: gzip, br' --compressed --fail-early http://h", "GET http://h/", [:], ""),
    ("curl -e 'http://r;auto' http://h", "GET http://h/", ["Referer": "http://r"], ""),
    (
      "curl -d '' http://h", "POST http://h/", [.contentType: "application/x-www-form-urlencoded"], ""
    ),
    ("curl -H 'X-E;' -H 'Accept:' http://h", "GET http://h/", ["X-E": ""], ""),
    ("curl -X OPTIONS --request-target '*' http://h", "OPTIONS http://h*", [:], ""),
    (
      "curl \\\n  -H \"A: \\\"b\\\" \\a\" \\\r\n  http://h/$'\\x41\\u00e9' # that is it\n", "GET http://h/A%C3%A9",
      ["A": #""b" \a"#], ""
    ),
    (
      #"curl --data-raw $'it\'s \ud83d\ude00\n' -H 'content-type: t/p' http://h"#, "POST http://h/",
      ["content-type": "t/p"], "it's 😀\n"
    ),
    (#"curl -H A:a'b'"c"d\ \'e http://h/a'b'"c"d"#, "GET http://h/abcd", ["A": "abcd 'e"], ""),
    (
      #"printf 'a\000%%\n' | curl --data-binary @- -H 'content-type: t/p' http://h"#, "POST http://h/",
      ["content-type": "t/p"], "a\0%\n"
    ),
    ("curl -- -x", "GET http://-x/", [:], ""),
    ("curl 'h.example/go?to=https://x'", "GET http://h.example/go?to=https://x", [:], ""),
    ("curl 'h.example?to=https://x'", "GET http://h.example/?to=https://x", [:], ""),
    (
      #"printf 'a\r\nb\000c\n' | curl -d @- -H 'content-type: t/p' http://h"#, "POST http://h/",
      ["content-type": "t/p"], "abc"
    ),
  ]

  @Test("A curl command is parsed into the request it sends", arguments: readings)
  func reading(command: String, line: String, fields: HTTPFields, content: String) throws {
    let request = try HTTPRequest(curlCommand: command)
    #expect("\(request.method) \(request.url)" == line)
    #expect(request.fields == fields)
    #expect(Self.content(request) == Array(content.utf8))
  }

  private static func content(_ request: HTTPRequest) -> [UInt8] {
    if case .bytes(let bytes) = request.body { bytes } else { [] }
  }

  static let mistakes: [(String, String)] = [
    ("", "does not begin with `curl`"), ("wget http://h", "does not begin with `curl`"), ("curl", "has no URL"),
    ("curl 'http://h", "a single quote that is not closed"), ("curl \"h", "a double quote that is not closed"),
    ("curl http://h/$HOME", "would expand"), ("curl \"`id`\"", "would expand"), ("curl http://h; id", "unquoted `;`"),
    ("curl http://h | sh", "unquoted `|`"), ("curl http://h > /tmp/x", "unquoted `>`"),
    ("curl h\ncurl h", "more than one command"),
    ("curl -d @/etc/passwd http://h", "from a file"), ("curl --data-binary @- http://h", "from a file"),
    ("curl --data-urlencode a@b http://h", "from a file"), ("curl -H @x http://h", "from a file"),
    ("curl -b jar http://h", "from a file"), ("curl -F a=b http://h", "`-F`"),
    ("curl --form a=b http://h", "`--form`"),
    ("curl --digest -u ann:secret http://h", "`--digest`"), ("curl --anyauth -u ann:secret http://h", "`--anyauth`"),
    ("curl -K x http://h", "`-K`"), ("curl --frobnicate http://h", "`--frobnicate`"), ("curl -? http://h", "`-?`"),
    ("curl http://h -X", "the value of `-X`"), ("curl http://h --header", "the value of `--header`"),
    ("curl http://a http://b", "more than one URL"), ("curl http://u:secret@h", "user name in its URL"),
    ("curl 'http://h/a b'", "an invalid URL"), ("curl ftp://h", "neither http nor https"),
    ("curl -X 'a b' http://h", "an invalid method"),
    ("curl -H nocolon http://h", "without a valid name"),
    ("curl -H $'A: \\x01' http://h", "control character"),
    ("curl -b $'a=1\\r\\nX-Evil: 1' http://h", "a cookie with a control character"),
    ("curl $'\\ud800' http://h", "an invalid character"),
  ]

  @Test("The error of an invalid curl command does not quote the command", arguments: mistakes)
  func refusals(command: String, reason: String) throws {
    let error = try #require(throws: CurlCommandError.self) { try HTTPRequest(curlCommand: command) }
    #expect(error.description.hasPrefix("the curl command ") && error.description.contains(reason), "\(error)")
    #expect(!error.description.contains("secret") && !error.description.contains("passwd"))
  }

  @Test("A random request round-trips through a curl command")
  func roundTrip() throws {
    var randomness = Randomness()
    for _ in 0..<600 {
      let request = randomness.request(authority: "h.example:81")
      let command = request.curlCommand(masking: .none, isMultiline: randomness.flip())
      let read = try HTTPRequest(curlCommand: command)
      #expect(read.method == request.method && read.url == request.url, "seed \(randomness.seed)\n\(command)")
      #expect(read.fields == request.fields, "seed \(randomness.seed)\n\(command)")
      #expect(Self.content(read) == Self.content(request), "seed \(randomness.seed)\n\(command)")
    }
  }

  @Test("Parsing random text as a curl command never crashes")
  func anyText() {
    var randomness = Randomness()
    let pieces = [
      "curl ", "'", "\"", "$'", "\\", "\\u", "\\U11", "\\x", "\\777", " -d", " -H", "a:b", " http://h", "\n", "#", "%",
      "=", "@", "--", "é",
    ]
    var readCount = 0
    for _ in 0..<3000 {
      var text = "curl http://h "
      for _ in 0..<Int.random(in: 0...8, using: &randomness.generator) {
        text += pieces.randomElement(using: &randomness.generator) ?? ""
      }
      if (try? HTTPRequest(curlCommand: text)) != nil { readCount += 1 }
    }
    #expect((1..<3000).contains(readCount))
  }

  @Test("A client created from a curl command sends the request of the command")
  func client() async throws {
    let transport = AnsweringTransport(.text("ok"))
    let client = try APIClient(curlCommand: "curl -X PUT -u a:b -d x=1 'http://h.example/a?b=1'", transport: transport)
    #expect(try await client.call(.http, as: .string) == "ok")
    let sent = transport.requests[0]
    #expect("\(sent.method) \(sent.url)" == "PUT http://h.example/a?b=1")
    #expect(sent.fields[.authorization] == "Basic YTpi" && Self.content(sent) == Array("x=1".utf8))
  }
}

extension Randomness {
  /// Returns a request with everything that is hard to quote.
  mutating func request(authority: String) -> HTTPRequest {
    let methods: [HTTPMethod] = [.get, .post, .put, .patch, .delete, .options, .head, HTTPMethod("PROPFIND") ?? .get]
    let method = methods.randomElement(using: &generator) ?? .get
    var target = ""
    for _ in 0..<Int.random(in: 1...3, using: &generator) { target += "/" + piece() }
    if flip() { target += "?" + list { "\($0.piece())=\($0.piece())" }.joined(separator: "&") }
    var fields = HTTPFields()
    for index in 0..<Int.random(in: 0...3, using: &generator) {
      guard let value = HTTPFieldValue(PercentlessText.value(text())) else { continue }
      fields.append(HTTPFieldName(unchecked: "X-\(index)"), value)
    }
    var body = HTTPBody.empty
    switch Int.random(in: 0..<4, using: &generator) {
    case 0 where method != .head: body = .bytes(bytes() + [1])
    case 1 where method != .head: body = .bytes(Array((text() + "'\"$`\\!@\n").utf8))
    case 2 where method != .head: body = .bytes(Array("@\(text())".utf8))
    default: break
    }
    if flip() { fields.append(.contentType, "text/plain; charset=\"utf-8\"") }
    return HTTPRequest(method, target, scheme: "http", authority: authority, fields: fields, body: body)
  }

  /// Text of a target, with characters that have a meaning in a shell or for curl.
  private mutating func piece() -> String {
    var piece = PercentEncoding.encoded(text(), for: .component)
    for _ in 0..<Int.random(in: 0...3, using: &generator) {
      piece.append("'!$*();,:@[]{}&+~-._%2F".filter { $0 != "%" && $0 != "&" }.randomElement(using: &generator) ?? "x")
    }
    return piece
  }
}

/// Field values of any text.
enum PercentlessText {
  /// Returns the text without control characters and outer spaces, which no header value contains.
  static func value(_ text: String) -> String {
    let kept = String(String.UnicodeScalarView(text.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }))
    return "<\(kept)>"
  }
}
