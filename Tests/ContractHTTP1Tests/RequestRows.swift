import Testing

/// The bytes of a connection with the expected events. Ideas for rows come from the public suites h1spec, Http11Probe,
/// llhttp, httparse, picohttpparser, h11, gunicorn, nginx-tests, smuggler and HTTP Garden; the bytes are our own.
struct RequestRow: Sendable, CustomTestStringConvertible {
  let name: String
  let input: String
  /// Methods of requests and statuses of refusals in order, then `close` if the connection ends.
  let expected: [String]

  init(_ name: String, _ input: String, _ expected: String...) {
    self.name = name
    self.input = input
    self.expected = expected
  }

  var testDescription: String { name }

  /// A GET request with `Host: a`, the given fields and the empty line.
  static func get(_ name: String, _ fields: String, _ expected: String...) -> RequestRow {
    var row = RequestRow(name, "GET / HTTP/1.1\r\nHost: a\r\n\(fields)\r\n")
    row = RequestRow(row, expected)
    return row
  }

  static func post(_ name: String, _ fieldsAndContent: String, _ expected: String...) -> RequestRow {
    RequestRow(RequestRow(name, "POST / HTTP/1.1\r\nHost: a\r\n\(fieldsAndContent)"), expected)
  }

  static func chunked(_ name: String, _ content: String, _ expected: String...) -> RequestRow {
    RequestRow(
      RequestRow(name, "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n\(content)"), expected)
  }

  private init(_ row: RequestRow, _ expected: [String]) {
    self.name = row.name
    self.input = row.input
    self.expected = expected
  }

  static var all: [RequestRow] {
    requestLines + targets + hosts + fields + lengths + codings + chunks + connections
  }

  static let requestLines = [
    RequestRow("plain", "GET / HTTP/1.1\r\nHost: a\r\n\r\n", "GET"),
    RequestRow("one empty line first", "\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", "GET"),
    RequestRow("endless empty lines first", String(repeating: "\r\n", count: 9), "400", "close"),
    RequestRow("space first", " GET / HTTP/1.1\r\nHost: a\r\n\r\n", "400", "close"),
    RequestRow("unknown method", "PURGE / HTTP/1.1\r\nHost: a\r\n\r\n", "PURGE"),
    RequestRow("method in lower case", "get / HTTP/1.1\r\nHost: a\r\n\r\n", "get"),
    RequestRow("method with a colon", "G:T / HTTP/1.1\r\nHost: a\r\n\r\n", "400", "close"),
    RequestRow("method beyond ASCII", "G\u{C9}T / HTTP/1.1\r\nHost: a\r\n\r\n", "400", "close"),
    RequestRow("method without end", String(repeating: "A", count: 65) + " / HTTP/1.1\r\n\r\n", "501", "close"),
    RequestRow("two spaces", "GET  / HTTP/1.1\r\nHost: a\r\n\r\n", "400", "close"),
    RequestRow("tab for space", "GET\t/ HTTP/1.1\r\nHost: a\r\n\r\n", "400", "close"),
    RequestRow("no target", "GET HTTP/1.1\r\nHost: a\r\n\r\n", "400", "close"),
    RequestRow("no version", "GET /\r\nHost: a\r\n\r\n", "400", "close"),
    RequestRow("space after the version", "GET / HTTP/1.1 \r\nHost: a\r\n\r\n", "400", "close"),
    RequestRow("version in lower case", "GET / http/1.1\r\nHost: a\r\n\r\n", "400", "close"),
    RequestRow("version with two digits", "GET / HTTP/1.10\r\nHost: a\r\n\r\n", "400", "close"),
    RequestRow("version without minor", "GET / HTTP/1\r\nHost: a\r\n\r\n", "400", "close"),
    RequestRow("another protocol", "GET / FTTP/1.1\r\nHost: a\r\n\r\n", "400", "close"),
    RequestRow("version 1.2 is 1.1", "GET / HTTP/1.2\r\nHost: a\r\n\r\n", "GET"),
    RequestRow("version 2.0", "GET / HTTP/2.0\r\nHost: a\r\n\r\n", "505", "close"),
    RequestRow("version 0.9", "GET / HTTP/0.9\r\nHost: a\r\n\r\n", "505", "close"),
    RequestRow("the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "505", "close"),
    RequestRow("LF alone", "GET / HTTP/1.1\nHost: a\n\n", "400", "close"),
    RequestRow("CR alone", "GET / HTTP/1.1\rHost: a\r\n\r\n", "400", "close"),
    RequestRow("NUL in the target", "GET /\u{0} HTTP/1.1\r\nHost: a\r\n\r\n", "400", "close"),
    RequestRow("a TLS hello", "\u{16}\u{3}\u{1}\u{0}\u{A5}", "400", "close"),
    RequestRow("line too long", "GET /" + String(repeating: "a", count: 8188), "414", "close"),
  ]

  static let targets = [
    RequestRow("query", "GET /a?b=c?d HTTP/1.1\r\nHost: a\r\n\r\n", "GET"),
    RequestRow("bar in the query", "GET /?a=| HTTP/1.1\r\nHost: a\r\n\r\n", "GET"),
    RequestRow("fragment", "GET /a#b HTTP/1.1\r\nHost: a\r\n\r\n", "400", "close"),
    RequestRow("beyond ASCII", "GET /\u{C3}\u{A9} HTTP/1.1\r\nHost: a\r\n\r\n", "400", "close"),
    RequestRow("DEL", "GET /\u{7F} HTTP/1.1\r\nHost: a\r\n\r\n", "400", "close"),
    RequestRow("relative", "GET a/b HTTP/1.1\r\nHost: a\r\n\r\n", "400", "close"),
    RequestRow("absolute", "GET http://a/b HTTP/1.1\r\nHost: a\r\n\r\n", "GET"),
    RequestRow("absolute without path", "GET HTTP://a?b HTTP/1.1\r\nHost: a\r\n\r\n", "GET"),
    RequestRow("absolute, other host", "GET https://b:8/ HTTP/1.1\r\nHost: a\r\n\r\n", "GET"),
    RequestRow("absolute IPv6", "GET http://[::1]:80/ HTTP/1.1\r\nHost: a\r\n\r\n", "GET"),
    RequestRow("absolute with user", "GET http://u:p@a/ HTTP/1.1\r\nHost: a\r\n\r\n", "400", "close"),
    RequestRow("absolute without host", "GET http:///b HTTP/1.1\r\nHost: a\r\n\r\n", "400", "close"),
    RequestRow("absolute, other scheme", "GET ftp://a/ HTTP/1.1\r\nHost: a\r\n\r\n", "400", "close"),
    RequestRow("absolute without Host", "GET http://a/ HTTP/1.1\r\n\r\n", "400", "close"),
    RequestRow("authority with GET", "GET a:80 HTTP/1.1\r\nHost: a\r\n\r\n", "400", "close"),
    RequestRow("asterisk", "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n", "OPTIONS"),
    RequestRow("asterisk with GET", "GET * HTTP/1.1\r\nHost: a\r\n\r\n", "400", "close"),
    RequestRow("CONNECT", "CONNECT a:80 HTTP/1.1\r\nHost: a:80\r\n\r\n", "501", "close"),
    RequestRow("CONNECT to a path", "CONNECT /a HTTP/1.1\r\nHost: a\r\n\r\n", "400", "close"),
    RequestRow("CONNECT without port", "CONNECT a HTTP/1.1\r\nHost: a\r\n\r\n", "400", "close"),
  ]

  static let hosts =
    [
      "a.example", "a:80", "a:", "127.0.0.1:8080", "[::1]", "[::1]:80", "[::ffff:1.2.3.4]", "a-b_c.d.", "%41", "",
      "[v1.x:y]", "[vAf.~]", "[::]", "[1::]", "[1:2:3:4:5:6:7:8]", "[1:2:3:4:5:6:7::]", "[::2:3:4:5:6:7:8]",
      "[1:2:3:4:5:6:255.0.10.199]", "[1::1.2.3.4]", "[FFFF:0000::abcd]:1",
    ].map { RequestRow("Host: \($0)", "GET / HTTP/1.1\r\nHost: \($0)\r\n\r\n", "GET") }
    + [
      "a/b", "a b", "u@a", "a, b", "a:b", "a:1.2", "a:80:80", "a:65536", "[::1", "[::g]", "[]", "::1", "%4", "%zz",
      "\u{FF}", "a\\b", ":80", "[1:2]", "[:::]", "[::1::2]", "[1::2::]", "[12345::]", "[1:2:3:4:5:6:7:8:9]",
      "[1:2:3:4:5:6:7:8::]", "[1:2:3:4:5:6:7:]", "[:1:2:3:4:5:6:7]", "[1.2.3.4]", "[::1.2.3]", "[::1.2.3.256]",
      "[::1.2.3.04]", "[::1.2.3.]", "[::1..2.3]", "[::1.2.3.4.5]", "[::1.2.3.4:5]", "[1:2:3:4:5:6:7:1.2.3.4]", "[v1]",
      "[v.x]", "[vz.x]", "[v1.]", "[v1x]", "[fe80::1%25eth0]",
    ].map { RequestRow("Host: \($0)", "GET / HTTP/1.1\r\nHost: \($0)\r\n\r\n", "400", "close") }
    + [
      RequestRow("no Host", "GET / HTTP/1.1\r\n\r\n", "400", "close"),
      RequestRow("no Host in 1.0", "GET / HTTP/1.0\r\n\r\n", "GET", "close"),
      RequestRow("two Hosts", "GET / HTTP/1.1\r\nHost: a\r\nhost: a\r\n\r\n", "400", "close"),
      RequestRow("two Hosts in 1.0", "GET / HTTP/1.0\r\nHost: a\r\nhost: a\r\n\r\n", "400", "close"),
    ]

  static let fields = [
    get("any token", "!#$%&'*+-.^_`|~09: v\r\n", "GET"),
    get("no value", "X:\r\nY: \r\n", "GET"),
    get("white space around the value", "X:\t v w \t\r\n", "GET"),
    get("bytes beyond ASCII in a value", "X: \u{FC}\u{FF}\r\n", "GET"),
    get("tab in a value", "X: a\tb\r\n", "GET"),
    get("NUL in a value", "X: a\u{0}\r\n", "400", "close"),
    get("BEL in a value", "X: a\u{7}\r\n", "400", "close"),
    get("DEL in a value", "X: a\u{7F}\r\n", "400", "close"),
    get("CR in a value", "X: a\rb\r\n", "400", "close"),
    get("LF in a value", "X: a\nY: b\r\n", "400", "close"),
    get("folded", "X: a\r\n b\r\n", "400", "close"),
    get("folded with tab", "X: a\r\n\tb\r\n", "400", "close"),
    get("space before the colon", "X : a\r\n", "400", "close"),
    get("tab before the colon", "X\t: a\r\n", "400", "close"),
    get("space in a name", "X Y: a\r\n", "400", "close"),
    get("bracket in a name", "X[]: a\r\n", "400", "close"),
    get("beyond ASCII in a name", "X\u{FF}: a\r\n", "400", "close"),
    get("no colon", "X\r\n", "400", "close"),
    get("no name", ": a\r\n", "400", "close"),
    RequestRow("space before the first field", "GET / HTTP/1.1\r\n Host: a\r\n\r\n", "400", "close"),
    RequestRow(
      "a line of white space before the first field", "GET / HTTP/1.1\r\n \r\nHost: a\r\n\r\n", "400", "close"),
    get("CR after the end", "\rX: a\r\n", "400", "close"),
    get("100 fields", (1..<100).map { "X\($0): v\r\n" }.joined(), "GET"),
    get("101 fields", (1...100).map { "X\($0): v\r\n" }.joined(), "431", "close"),
    get("head too long", "X: " + String(repeating: "v", count: 16_400), "431", "close"),
  ]

  static let lengths = [
    post("content", "Content-Length: 5\r\n\r\nhello", "POST"),
    post("no content", "\r\n", "POST"),
    post("zero", "Content-Length: 0\r\n\r\n", "POST"),
    post("leading zeroes are decimal", "Content-Length: 010\r\n\r\n0123456789", "POST"),
    post("the same twice", "Content-Length: 5\r\nContent-Length: 5\r\n\r\nhello", "POST"),
    post("two equal lengths in a list", "Content-Length: 5, 5\r\n\r\nhello", "POST"),
    post("two different", "Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello", "400", "close"),
    post("two different lengths in a list", "Content-Length: 5, 6\r\n\r\nhello", "400", "close"),
    post("zero and more", "Content-Length: 0\r\nContent-Length: 5\r\n\r\nhello", "400", "close"),
    post("empty member", "Content-Length: 5,\r\n\r\nhello", "400", "close"),
    post("empty", "Content-Length:\r\n\r\n", "400", "close"),
    post("sign", "Content-Length: +5\r\n\r\nhello", "400", "close"),
    post("minus", "Content-Length: -1\r\n\r\n", "400", "close"),
    post("minus zero", "Content-Length: -0\r\n\r\n", "400", "close"),
    post("hexadecimal", "Content-Length: 0x5\r\n\r\nhello", "400", "close"),
    post("two numbers", "Content-Length: 1 2\r\n\r\n", "400", "close"),
    post("exponent", "Content-Length: 5e0\r\n\r\nhello", "400", "close"),
    post("one more than an Int holds", "Content-Length: 9223372036854775808\r\n\r\n", "413", "close"),
    post("far more than an Int holds", "Content-Length: 99999999999999999999999\r\n\r\n", "413", "close"),
    post("enormous twice", "Content-Length: 99999999999999999999, 99999999999999999999\r\n\r\n", "400", "close"),
    post("more than wanted", "Content-Length: 1048577\r\n\r\n", "413", "close"),
    RequestRow("length in 1.0", "POST / HTTP/1.0\r\nContent-Length: 2\r\n\r\nhi", "POST", "close"),
    RequestRow(
      "content is not read as a request",
      "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n",
      "GET", "T"),
  ]

  static let codings = [
    post("any case", "Transfer-Encoding: cHuNkEd\r\n\r\n0\r\n\r\n", "POST"),
    post("white space", "Transfer-Encoding: \tchunked \r\n\r\n0\r\n\r\n", "POST"),
    post("with a length", "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n", "400", "close"),
    post("after a length", "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "400", "close"),
    post(
      "chunked with an invalid length", "Content-Length: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "400",
      "close"),
    post("unknown", "Transfer-Encoding: gzip\r\n\r\n", "501", "close"),
    post("an unknown coding before chunked", "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", "501", "close"),
    post("chunked before another coding", "Transfer-Encoding: chunked, gzip\r\n\r\n", "400", "close"),
    post("chunked twice", "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n", "400", "close"),
    post("identity", "Transfer-Encoding: identity\r\n\r\n", "501", "close"),
    post("empty", "Transfer-Encoding:\r\n\r\n", "400", "close"),
    post("trailing comma", "Transfer-Encoding: chunked,\r\n\r\n0\r\n\r\n", "400", "close"),
    post("quoted", "Transfer-Encoding: \"chunked\"\r\n\r\n0\r\n\r\n", "400", "close"),
    post("parameter", "Transfer-Encoding: chunked;q=1\r\n\r\n0\r\n\r\n", "400", "close"),
    post("vertical tab", "Transfer-Encoding: \u{B}chunked\r\n\r\n0\r\n\r\n", "400", "close"),
    post("obs-text", "Transfer-Encoding: chunked\u{FF}\r\n\r\n0\r\n\r\n", "400", "close"),
    post("another name", "Transfer_Encoding: chunked\r\nContent-Length: 2\r\n\r\nhi", "POST"),
    RequestRow(
      "in 1.0", "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "400", "close"),
  ]

  static let chunks = [
    chunked("none", "0\r\n\r\n", "POST"),
    chunked("two", "5\r\nhello\r\n6\r\n world\r\n0\r\n\r\n", "POST"),
    chunked("hexadecimal in both cases", "a\r\n0123456789\r\nB\r\n0123456789a\r\n000\r\n\r\n", "POST"),
    chunked("leading zeroes", "0000000000000000000000000005\r\nhello\r\n0\r\n\r\n", "POST"),
    chunked("extensions", "5;a;b=c;d=\"e f\" ; g\r\nhello\r\n0;x\r\n\r\n", "POST"),
    chunked("white space before the extension", "5 \t;a\r\nhello\r\n0\r\n\r\n", "POST"),
    chunked("trailers are dropped", "0\r\nX: a\r\nContent-Length: 7\r\n\r\n", "POST"),
    chunked("another request follows", "0\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", "POST", "GET"),
    chunked("content that looks like a request", "12\r\nGET / HTTP/1.1\r\n\r\n\r\n0\r\n\r\n", "POST"),
    chunked("no size", "\r\nhello\r\n", "400", "close"),
    chunked("no hexadecimal", "x\r\nhello\r\n", "400", "close"),
    chunked("prefix", "0x5\r\nhello\r\n", "400", "close"),
    chunked("underscore", "1_0\r\nhello", "400", "close"),
    chunked("sign", "+5\r\nhello\r\n", "400", "close"),
    chunked("minus", "-5\r\nhello\r\n", "400", "close"),
    chunked("space first", " 5\r\nhello\r\n", "400", "close"),
    chunked("space after the size", "5 \r\nhello\r\n", "400", "close"),
    chunked("words after the size", "5 abc\r\nhello\r\n", "400", "close"),
    chunked("LF after the size", "5\nhello\r\n", "400", "close"),
    chunked("CR after the size", "5\rhello\r\n", "400", "close"),
    chunked("CR twice", "5\r\r\nhello\r\n", "400", "close"),
    chunked("LF in an extension", "5;a\nb\r\nhello\r\n", "400", "close"),
    chunked("CR in an extension", "5;a\rb\r\nhello\r\n", "400", "close"),
    chunked("NUL in an extension", "5;\u{0}\r\nhello\r\n", "400", "close"),
    chunked("data too long", "5\r\nhello!\r\n0\r\n\r\n", "400", "close"),
    chunked("data too short", "5\r\nhell\r\n0\r\n\r\n", "400", "close"),
    chunked("LF after the data", "5\r\nhello\n0\r\n\r\n", "400", "close"),
    chunked("CR after the data", "5\r\nhello\r0\r\n\r\n", "400", "close"),
    chunked("LF after the trailers", "0\r\n\n", "400", "close"),
    chunked("trailer without colon", "0\r\nbad\r\n\r\n", "400", "close"),
    chunked("trailer folded", "0\r\nX: a\r\n b\r\n\r\n", "400", "close"),
    chunked("trailer with CR", "0\r\nX: a\rb\r\n\r\n", "400", "close"),
    chunked("size overflows", "10000000000000000\r\nhello", "413", "close"),
    chunked("a size that sets the sign bit", "ffffffffffffffff\r\nhello", "413", "close"),
    chunked("wraps around to 3", "f0000000000000003\r\nabc\r\n0\r\n\r\n", "413", "close"),
    chunked("more than wanted", "100001\r\n", "413", "close"),
    chunked("line too long", "5;" + String(repeating: "a", count: 4096), "400", "close"),
    chunked(
      "extensions too long", String(repeating: "1;\(String(repeating: "a", count: 2000))\r\nx\r\n", count: 9), "400",
      "close"),
    chunked(
      "many small chunks are fine", String(repeating: "1\r\nx\r\n", count: 4000) + "0\r\n\r\n", "POST"),
    chunked("trailers too long", "0\r\nX: " + String(repeating: "a", count: 16_384), "431", "close"),
  ]

  static let connections = [
    RequestRow(
      "pipelined",
      "GET /1 HTTP/1.1\r\nHost: a\r\n\r\nPOST /2 HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx"
        + "HEAD /3 HTTP/1.1\r\nHost: a\r\n\r\n", "GET", "POST", "HEAD"),
    RequestRow(
      "close", "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\nGET /2 HTTP/1.1\r\nHost: a\r\n\r\n", "GET",
      "close"),
    RequestRow(
      "close in a list", "GET / HTTP/1.1\r\nHost: a\r\nConnection: x, CLOSE\r\n\r\nGET / HTTP/1.1\r\n", "GET", "close"),
    RequestRow(
      "close on a second line", "GET / HTTP/1.1\r\nHost: a\r\nConnection: x\r\nConnection: close\r\n\r\n", "GET",
      "close"),
    RequestRow("1.0 closes", "GET / HTTP/1.0\r\n\r\nGET / HTTP/1.0\r\n\r\n", "GET", "close"),
    RequestRow(
      "1.0 kept alive", "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\nGET / HTTP/1.0\r\n\r\n", "GET", "GET", "close"),
    RequestRow(
      "invalid after valid", "GET / HTTP/1.1\r\nHost: a\r\n\r\nGET /\u{0} HTTP/1.1\r\n\r\nGET / HTTP/1.1\r\n", "GET",
      "400",
      "close"),
    get("unknown expectation", "Expect: 200-ok\r\n", "417"),
    get("empty expectation", "Expect:\r\n", "GET"),
    post("unknown expectation, content is passed", "Expect: x\r\nContent-Length: 2\r\n\r\nhi", "417"),
  ]
}
