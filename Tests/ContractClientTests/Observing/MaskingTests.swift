import Contract
import ContractCoding
import ContractHTTP
import ContractTestSupport
import Testing

@testable import ContractClient

@Suite("Masking", .ownThreads)
struct MaskingTests {
  static let json: [(String, String)] = [
    (#"{"a":1}"#, #"{"a":1}"#),
    (#"{"password":"x","b":2}"#, #"{"password":"***","b":2}"#),
    (#"{ "Pass-Word" : 12 , "b":2}"#, #"{ "Pass-Word" : "***", "b":2}"#),
    (#"{"token":{"a":[1,"}"]},"b":2}"#, #"{"token":"***","b":2}"#),
    (#"[{"client_secret":null},{"k":"password"}]"#, #"[{"client_secret":"***"},{"k":"password"}]"#),
    (#"{"pass\u0077ord":"x"}"#, #"{"pass\u0077ord":"***"}"#),
    (#"{"q\"":"a","api_key":"x\"y"}"#, #"{"q\"":"a","api_key":"***"}"#),
    (#"{"SecretAccessKey":"x","SessionToken":"y"}"#, #"{"SecretAccessKey":"***","SessionToken":"***"}"#),
    (#"{"secret_access_key":"x","signing_key":"y"}"#, #"{"secret_access_key":"***","signing_key":"***"}"#),
    (#"{"encryptionKey":"x","sort_key":"y","rowKey":1}"#, #"{"encryptionKey":"***","sort_key":"y","rowKey":1}"#),
    (
      #"{"client_assertion":"x","mfa_code":"y","PHPSESSID":"z"}"#,
      #"{"client_assertion":"***","mfa_code":"***","PHPSESSID":"***"}"#
    ),
    (
      #"{"code":"not_found","state":"open","country_code":"de"}"#,
      #"{"code":"not_found","state":"open","country_code":"de"}"#
    ),
    (#"{"code":"S","grant_type":"authorization_code"}"#, #"{"code":"***","grant_type":"authorization_code"}"#),
    (#"{"access":"S","refresh":"S","scope":"a"}"#, #"{"access":"***","refresh":"***","scope":"a"}"#),
    (#"{"access":"public","refreshes":3}"#, #"{"access":"public","refreshes":3}"#),
    (
      #"{"secrets":["S"],"recovery_codes":["S"],"total_tokens":7}"#,
      #"{"secrets":"***","recovery_codes":"***","total_tokens":7}"#
    ),
    (
      #"{"passcode":1,"codes":[1],"zip_codes":[1],"keys":1}"#,
      #"{"passcode":"***","codes":[1],"zip_codes":[1],"keys":1}"#
    ),
    // Cut off and broken texts.
    (#"{"password":"abc"#, #"{"password":"***""#), (#"{"password":"abc\"#, #"{"password":"***""#),
    (#"{"password":{"a":"b"#, #"{"password":"***""#), (#"{"password": "#, #"{"password": "#),
    (#"{"passw"#, #"{"passw"#),
    ("{\"token\":1}\n{\"token\":2}", "{\"token\":\"***\"}\n{\"token\":\"***\"}"), ("", ""),
  ]

  @Test("Masking replaces only the values of secret JSON members", arguments: json)
  func objects(text: String, masked: String) {
    let bytes = Masking.standard.masked(Array(text.utf8), [.contentType: "application/json"])
    #expect(String(decoding: bytes, as: UTF8.self) == masked)
    #expect(Masking.none.masked(Array(text.utf8), [:]) == Array(text.utf8))
  }

  @Test("Masking any prefix of a JSON text removes every part of a secret")
  func prefixes() {
    let text = Array(
      #"{"a":"x","password":{"s":["\"s3cr3t","s3cr3t"]},"token" : "s3\\","b":[1,{"api-key":-12.5e7}]}"#.utf8)
    for count in 0...text.count {
      let masked = String(decoding: JSONMask(.standard).masked(Array(text.prefix(count))), as: UTF8.self)
      #expect(!masked.contains("s3") && !masked.contains("12"), "\(masked)")
    }
  }

  static let targets: [(String, String)] = [
    ("/a", "/a"), ("/a?b=1", "/a?b=1"), ("/token?x=token", "/token?x=token"), ("/a?token=1&b=2", "/a?token=***&b=2"),
    ("/a?api%5Fkey=1", "/a?api%5Fkey=***"), ("/a?user%5Bpassword%5D=1&k", "/a?user%5Bpassword%5D=***&k"),
    ("/a?X-Amz-Signature=1&KEY=2", "/a?X-Amz-Signature=***&KEY=***"), ("/a?monkey=1&tokens=2", "/a?monkey=1&tokens=2"),
    ("/a?card%5Bcvv%5D=1&user.pin=2&pin.a=3", "/a?card%5Bcvv%5D=***&user.pin=***&pin.a=3"),
    ("/a?token[0]=1&a[b][otp][]=2&[pin=3", "/a?token[0]=***&a[b][otp][]=***&[pin=***"),
    ("/a?subscription-key=1&Idempotency-Key=2", "/a?subscription-key=***&Idempotency-Key=2"),
    ("/a?code=404&zip_code=1", "/a?code=404&zip_code=1"), ("/cb?code=S&state=1", "/cb?code=***&state=1"),
    ("/cb?%63ode=S&grant%5Ftype=x", "/cb?%63ode=***&grant%5Ftype=x"),
    ("/a?\u{301}token=1&token=\u{301}2", "/a?\u{301}token=***&token=***"),
  ]

  @Test("Masking replaces values of secret query members", arguments: targets)
  func queries(target: String, masked: String) {
    #expect(Masking.standard.masked(target: target) == masked)
    #expect(Masking.none.masked(target: target) == target)
  }

  @Test("Custom names are masked in any spelling")
  func own() {
    let masking = Masking(fields: ["X-Tenant"], names: ["i-ban"], replacement: "-")
    #expect(masking.masked(target: "/?IBAN=1&a=2") == "/?IBAN=-&a=2")
    let fields = masking.masked(["x-tenant": "a", "Authorization": "b", "X": "c"])
    #expect(fields.lines.map(\.value.rawValue) == ["-", "-", "c"])
    #expect(Masking.none.masked(["Authorization": "b"])[.authorization] == "b")
    let form = masking.masked(Array("i_ban=1&b=2".utf8), [.contentType: "application/x-www-form-urlencoded"])
    #expect(String(decoding: form, as: UTF8.self) == "i_ban=-&b=2")
  }

  static let urls: [(HTTPFieldName, HTTPFieldValue, String)] = [
    (.location, "https://h/cb?code=1&access_token=S#state=1", "https://h/cb?code=***&access_token=***#state=1"),
    (.location, "/cb#access_token=S&expires_in=3", "/cb#access_token=***&expires_in=3"),
    (.location, "/#/cb?token=S", "/#/cb?token=***"), (.location, "/a?next=/b?token=S", "/a?next=/b?token=***"),
    (.location, "https://u:S@h/@a?b=1", "https://***@h/@a?b=1"), (.location, "/a=1&token=2", "/a=1&token=2"),
    (.location, "//ann:S@h/a", "//***@h/a"), (.location, "/a//b@h/c", "/a//b@h/c"),
    ("Refresh", "5; url='//ann:S@h/a'", "5; url='//***@h/a'"), ("Refresh", "5;//ann:S@h/a", "5;//***@h/a"),
    ("Link", "<//ann:S@h/a>; rel=next, <//h/a@b>", "<//***@h/a>; rel=next, <//h/a@b>"),
    ("Content-Location", "?sig=S", "?sig=***"), ("Referer", "https://h/?session=S", "https://h/?session=***"),
    ("Refresh", "5; url=https://h/a?token=S", "5; url=https://h/a?token=***"),
    (
      "Link", "<https://h/a?token=S&page=2>; rel=\"next\", </b?pin=S>; rel=last; title=\"x?pin=1\"",
      "<https://h/a?token=***&page=2>; rel=\"next\", </b?pin=***>; rel=last; title=\"x?pin=1\""
    ),
    // Marks that form one `Character` with the separator before them.
    ("Location", "https://u:S@\u{308}h/", "https://***@\u{308}h/"),
    ("Link", "<\u{338}https://h/?token=S>; rel=next", "<\u{338}https://h/?token=***>; rel=next"),
    ("X-Other", "https://h/?token=S", "https://h/?token=S"),
  ]

  @Test("Masking replaces secrets in URLs in headers, including fragments", arguments: urls)
  func fieldsWithURLs(name: HTTPFieldName, value: HTTPFieldValue, masked: String) {
    #expect(Masking.standard.masked([name: value])[name]?.rawValue == masked)
    #expect(Masking.standard.value(of: HTTPField(name, value)) == masked)
    #expect(Masking.none.masked([name: value])[name] == value)
  }

  static let secretNames: [HTTPFieldName] = [
    "Ocp-Apim-Subscription-Key", "x-functions-key", "Api-Key", "X-Password", "X-Session-Id", "X-Authorization",
    "X-Auth", "DPoP", "Cf-Access-Jwt-Assertion", "Client-Secret", "Proxy-Authorization",
    "X-JWT", "X-Credential", "X-Credentials", "Signature", "webhook-signature", "X-Hub-Signature-256",
  ]
  static let otherNames: [HTTPFieldName] = [
    "X-Idempotency-Key", "Sec-WebSocket-Key", "X-Monkey", "WWW-Authenticate", "Access-Control-Allow-Credentials",
    "Accept-Signature", "Signature-Input",
  ]

  @Test("Known names of secret headers are masked", arguments: secretNames)
  func keys(name: HTTPFieldName) {
    #expect(Masking.standard.masks(name) && name.isSensitive)
  }

  @Test("Names that only resemble those of secret headers are not masked", arguments: otherNames)
  func otherKeys(name: HTTPFieldName) {
    #expect(!Masking.standard.masks(name) && !name.isSensitive)
  }

  @Test("Masking covers the client's own credentials in headers and queries, but not JSON members of that name")
  func places() {
    let masking = Masking.standard.hiding([.queryKey("appid"), .headerKey("X-Team")])
    #expect(masking.masked(target: "/a?%61ppid=1&b=2") == "/a?%61ppid=***&b=2")
    #expect(
      masking.masked(["X-Team": "a", .location: "/?appid=1"]).lines.map(\.value.rawValue) == ["***", "/?appid=***"])
    let json = Array(#"{"appid":1}"#.utf8)
    #expect(masking.masked(json, [.contentType: "application/json"]) == json)
    #expect(Masking.none.hiding([.queryKey("a")]).masked(target: "/?a=1") == "/?a=1")
  }

  private static let form: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]

  @Test("Masking replaces nested form members, including custom names")
  func nested() {
    let grant = Masking.standard.masked(Array("grant_type=authorization_code&code=S".utf8), Self.form)
    #expect(String(decoding: grant, as: UTF8.self) == "grant_type=authorization_code&code=***")
    let text = "card[cvv]=S&user[pin]=S&account%5Biban%5D=S&a[b]=1"
    let masked = Masking(names: ["iban"]).masked(Array(text.utf8), Self.form)
    #expect(String(decoding: masked, as: UTF8.self) == "card[cvv]=***&user[pin]=***&account%5Biban%5D=***&a[b]=1")
  }

  /// A part's header lines and body, and the body to show.
  static let parts: [(String, String, String)] = [
    ("Content-Disposition: form-data; name=\"name\"\r\n\r\n", "Jo", "Jo"),
    ("Content-Disposition: form-data; name=\"password\"\r\n\r\n", "S\r\nS", "***"),
    ("content-disposition:form-data;name=user[pin]\r\n\r\n", "S", "***"),
    ("Content-Type: text/plain\r\nContent-Disposition: form-data; name=\"token\"; filename=\"a\"\r\n\r\n", "S", "***"),
    ("Content-Disposition: form-data\r\n\r\n", "S", "***"), ("Content-Disposition: x\r\n\r\n", "S", "***"),
    ("Content-Disposition: form-data; name=\"password\"\r\n\r\n", "", ""),
    ("Content-Disposition: form-data; name=\"password\"\n\n", "S\r\n--bS", "***"),
    (
      "Content-Type: application/json\r\nContent-Disposition: form-data; name=\"meta\"\r\n\r\n", #"{"pin":"S","a":1}"#,
      #"{"pin":"***","a":1}"#
    ),
    ("Content-Type: application/x-www-form-urlencoded\r\n\r\n", "token=S&a=1", "token=***&a=1"),
  ]

  @Test("Masking replaces only the bodies of secret parts")
  func multipart() {
    let fields: HTTPFields = [.contentType: "multipart/form-data; boundary=\"b\""]
    func form(_ content: KeyPath<(String, String, String), String>) -> String {
      "preamble\r\n" + Self.parts.map { "--b\r\n\($0.0)\($0[keyPath: content])\r\n" }.joined() + "--b--\r\n"
    }
    let text = form(\.1)
    #expect(String(decoding: Masking.standard.masked(Array(text.utf8), fields), as: UTF8.self) == form(\.2))
    #expect(Masking.none.masked(Array(text.utf8), fields) == Array(text.utf8))
    for count in 0...text.utf8.count {
      let masked = Masking.standard.masked(Array(text.utf8.prefix(count)), fields)
      #expect(!masked.contains(UInt8(ascii: "S")), "\(String(decoding: masked, as: UTF8.self))")
    }
  }

  static let unparsableTypes: [(HTTPFieldValue, String, String)] = [
    ("application/x-www-form-urlencoded; charset", "token=S&a=1", "token=***&a=1"),
    ("application/x-www-form-urlencoded, application/x-www-form-urlencoded", "token=S&a=1", "token=***&a=1"),
    ("application/x-www-form-urlencoded charset=utf-8", "token=S&a=1", "token=***&a=1"),
    ("application/json; =", #"{"a":1,"token":"S"}"#, #"{"a":1,"token":"***"}"#),
    ("application/json\u{301}; charset", #"{"a":1,"token":"S"}"#, #"{"a":1,"token":"***"}"#),
    (
      "multipart/form-data; boundary=----=_Part_1_2.3", "------=_Part_1_2.3\r\n\(secretPart)",
      "------=_Part_1_2.3\r\n\(maskedPart)"
    ),
    ("multipart/form-data; BOUNDARY=\"b\" x; y", "--b\r\n\(secretPart)", "--b\r\n\(maskedPart)"),
    ("multipart/form-data; boundary=b, multipart/form-data", "--b\r\n\(secretPart)", "--b\r\n\(maskedPart)"),
    ("multipart/form-data; boundary==c", "--b\r\n\(secretPart)", "***"),
    ("multipart/form-data; boundary=", "--b\r\n\(secretPart)", "***"),
    ("multipart/form-data; boundary=\"", "--b\r\n\(secretPart)", "***"),
    ("multipart/form-data", "--b\r\n\(secretPart)", "***"), ("multipart/form-data", "", ""),
  ]
  private static let secretPart = "Content-Disposition: form-data; name=\"pin\"\r\n\r\nS"
  private static let maskedPart = "Content-Disposition: form-data; name=\"pin\"\r\n\r\n***"

  @Test("Masking replaces secrets of bodies whose Content-Type cannot be parsed", arguments: unparsableTypes)
  func unparsable(type: HTTPFieldValue, text: String, masked: String) {
    let (bytes, fields): ([UInt8], HTTPFields) = (Array(text.utf8), [.contentType: type])
    #expect(String(decoding: Masking.standard.masked(bytes, fields), as: UTF8.self) == masked)
    #expect(Masking.standard.text(of: bytes, fields, upTo: 1000)?.contains("S") != true)
    #expect(Masking.none.masked(bytes, fields) == bytes)
  }

  @Test("Deeply nested multipart bodies are masked as a whole")
  func nestedParts() {
    func nested(_ depth: Int) -> [UInt8] {
      var text = ""
      for level in 0..<depth {
        text += "--b\(level)\r\nContent-Disposition: form-data; name=\"a\"\r\n"
        text += "Content-Type: multipart/mixed; boundary=b\(level + 1)\r\n\r\n"
      }
      return Array((text + "--b\(depth)\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\nS").utf8)
    }
    let fields: HTTPFields = [.contentType: "multipart/form-data; boundary=b0"]
    let rows: [(depth: Int, masked: String)] = [
      (0, "\r\n\r\n***"), (7, "\r\n\r\n***"), (8, "boundary=b8\r\n\r\n***"), (20_000, "***"),
    ]
    for (depth, masked) in rows {
      let text = String(decoding: Masking.standard.masked(nested(depth), fields), as: UTF8.self)
      #expect(text.hasSuffix(masked) && !text.contains("S"), "\(depth)")
    }
  }

  @Test("Compressed bodies are decompressed for masking or left out")
  func compressed() {
    let form = Array("password=S&a=1".utf8)
    let rows: [(coding: HTTPFieldValue, [UInt8], String)] = [
      ("gzip", Deflater.deflate(form, .gzip), "password=***&a=1"),
      ("Deflate", Deflater.deflate(form, .deflate), "password=***&a=1"),
      ("deflate, gzip", Deflater.deflate(Deflater.deflate(form, .deflate), .gzip), "password=***&a=1"),
      ("identity", form, "password=***&a=1"), ("gzip", form, ""), ("br", [1, 2, 3], ""), ("gzip", [], ""),
    ]
    for (coding, content, shown) in rows {
      var fields = Self.form
      fields[.contentEncoding] = coding
      #expect(String(decoding: Masking.standard.masked(content, fields), as: UTF8.self) == shown)
      #expect(Masking.none.masked(content, fields) == content)
      #expect(
        Masking.standard.text(of: content, fields, upTo: 100) == (shown.isEmpty && !content.isEmpty ? nil : shown))
    }
  }
}
