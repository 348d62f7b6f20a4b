import Contract
import ContractHTTP
import Testing

@testable import ContractClient

@Suite("Masking")
struct MaskingTests {
  static let json: [(String, String)] = [
    (#"{"a":1}"#, #"{"a":1}"#),
    (#"{"password":"x","b":2}"#, #"{"password":"***","b":2}"#),
    (#"{ "Pass-Word" : 12 , "b":2}"#, #"{ "Pass-Word" : "***", "b":2}"#),
    (#"{"token":{"a":[1,"}"]},"b":2}"#, #"{"token":"***","b":2}"#),
    (#"[{"client_secret":null},{"k":"password"}]"#, #"[{"client_secret":"***"},{"k":"password"}]"#),
    (#"{"pass\u0077ord":"x"}"#, #"{"pass\u0077ord":"***"}"#),
    (#"{"q\"":"a","api_key":"x\"y"}"#, #"{"q\"":"a","api_key":"***"}"#),
    // Cut off and broken texts.
    (#"{"password":"abc"#, #"{"password":"***""#), (#"{"password":"abc\"#, #"{"password":"***""#),
    (#"{"password":{"a":"b"#, #"{"password":"***""#), (#"{"password": "#, #"{"password": "#),
    (#"{"passw"#, #"{"passw"#),
    ("{\"token\":1}\n{\"token\":2}", "{\"token\":\"***\"}\n{\"token\":\"***\"}"), ("", ""),
  ]

  @Test("replaces values of secret members in JSON and no other byte", arguments: json)
  func objects(text: String, masked: String) {
    let bytes = Masking.standard.masked(Array(text.utf8), [.contentType: "application/json"])
    #expect(String(decoding: bytes, as: UTF8.self) == masked)
    #expect(Masking.none.masked(Array(text.utf8), [:]) == Array(text.utf8))
  }

  @Test("holds for any prefix of a text: no part of a secret is ever left")
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
  ]

  @Test("replaces values of secret members in queries", arguments: targets)
  func queries(target: String, masked: String) {
    #expect(Masking.standard.masked(target: target) == masked)
    #expect(Masking.none.masked(target: target) == target)
  }

  @Test("takes names of a program's own, in any spelling")
  func own() {
    let masking = Masking(fields: ["X-Tenant"], names: ["i-ban"], replacement: "-")
    #expect(masking.masked(target: "/?IBAN=1&a=2") == "/?IBAN=-&a=2")
    let fields = masking.masked(["x-tenant": "a", "Authorization": "b", "X": "c"])
    #expect(fields.lines.map(\.value.rawValue) == ["-", "-", "c"])
    #expect(Masking.none.masked(["Authorization": "b"])[.authorization] == "b")
    let form = masking.masked(Array("i_ban=1&b=2".utf8), [.contentType: "application/x-www-form-urlencoded"])
    #expect(String(decoding: form, as: UTF8.self) == "i_ban=-&b=2")
  }
}
