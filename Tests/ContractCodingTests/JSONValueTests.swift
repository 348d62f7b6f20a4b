import ContractCoding
import Foundation
import Testing

private struct Holder: Codable, Equatable { var value: JSONValue, other: JSONValue? }

@Suite("JSON values")
struct JSONValueTests {
  private static let texts = [
    "null", "true", "false", "0", "-0", "1.0", "1e400", "-12345678901234567890123456789", "0.1", "18446744073709551615",
    #""""#, #""a\"\\\n""#, "[]", "{}", "[1,[2,{}],null]", #"{"b":1,"a":{"c":[true]},"":""}"#,
    #"{"user_name":1,"userName":2}"#,
  ]

  @Test("A parsed JSON text is written unchanged", arguments: texts)
  func roundTrip(text: String) throws {
    let value = try JSONValue(parsing: text)
    #expect(value.description == text)
    #expect(try JSONReader().decode(JSONValue.self, from: Array(text.utf8)) == value)
    let inside = Array(#"{"value":\#(text),"other":\#(text)}"#.utf8)
    let options = JSONOptions(keys: .snakeCase)
    let holder = try JSONReader(options: options).decode(Holder.self, from: inside)
    #expect(holder == Holder(value: value, other: value == .null ? nil : value))
    if holder.other != nil { #expect(try JSONWriter.bytes(of: holder, options: options) == inside) }
  }

  @Test(
    "A value round-trips through Foundation's coders",
    arguments: texts.filter { !$0.contains("e400") && !$0.contains("-1234") })
  func foundation(text: String) throws {
    let value = try JSONValue(parsing: text)
    let read = try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(value))
    if text == "1.0" {
      #expect(read == 1)
    } else if text == "-0" {
      #expect(read.double == 0)
    } else {
      #expect(read == value)
    }
  }

  @Test("With Foundation's decoder, a number that JSONValue cannot represent is an error with its location")
  func foundationErrors() throws {
    for (text, path) in [("[1,[2,1e400]]", ["1", "1"]), (#"{"a":[1,{"b":1e999}]}"#, ["a", "1", "b"])] {
      let error = #expect(throws: DecodingError.self) {
        try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
      }
      guard case .typeMismatch(let type, let context)? = error else {
        Issue.record("\(error as Any)")
        continue
      }
      #expect(ObjectIdentifier(type) == ObjectIdentifier(JSONValue.self))
      #expect(context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue } == path)
    }
  }

  @Test("A nested value is found by name, index and pointer")
  func parts() throws {
    var value: JSONValue = ["a": [1, 2.5, ["b/c": "x", "~": .null]], "t": true]
    #expect(value["a"]?[1]?.double == 2.5 && value["a"]?[0]?.int == 1 && value["t"]?.bool == true)
    #expect(value[pointer: "/a/2/b~1c"]?.string == "x" && value[pointer: "/a/2/~0"]?.isNull == true)
    #expect(value[pointer: ""] == value)
    for none in ["a", "/b", "/a/01", "/a/-1", "/a/3", "/a/0/x", "/t/0"] { #expect(value[pointer: none] == nil) }
    value["t"] = nil
    value["new"] = "\(1)"
    #expect(value.description == #"{"a":[1,2.5,{"b/c":"x","~":null}],"new":"1"}"#)
  }

  @Test("The first of several members with one name is kept, in small and large objects", arguments: [3, 300])
  func repeated(count: Int) throws {
    let members = (0..<count).map { #""m\#($0)":\#($0)"# } + [#""m1":-1"#]
    let value = try JSONValue(parsing: "{\(members.joined(separator: ","))}")
    #expect(value.object?.count == count && value["m1"] == 1 && value["m\(count - 1)"]?.int == count - 1)
    var changed = value
    changed["m1"] = nil
    #expect(changed["m1"] == nil && changed["m2"] == 2 && changed != value)
    changed["m1"] = 1
    #expect(changed == value && changed.hashValue == value.hashValue && changed.description != value.description)
  }

  @Test("Member names are compared byte for byte")
  func names() throws {
    let value = try JSONValue(parsing: "{\"\u{E9}\":1,\"e\u{301}\":2}")
    #expect(value["\u{E9}"] == 1 && value["e\u{301}"] == 2)
  }

  @Test("`JSONDigits` accepts only JSON numbers, compares their digits, and converts to exact integers")
  func digits() throws {
    #expect(JSONDigits("1e2")?.integer(as: Int8.self) == 100)
    #expect(JSONDigits("1.5")?.integer(as: Int.self) == nil && JSONDigits("300")?.integer(as: Int8.self) == nil)
    for text in ["", " 1", "1 ", "01", "+1", "true", "1,2", "NaN"] { #expect(JSONDigits(text) == nil) }
    #expect(JSONDigits(Double.nan) == nil && JSONDigits(1.0) == JSONDigits(1) && JSONDigits("1.0") != JSONDigits(1))
  }

  @Test("A `JSONValue` can be nested 128 levels deep by default, and 512 if configured")
  func depth() throws {
    let text = String(repeating: "[", count: 129) + String(repeating: "]", count: 129)
    #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: text) }
    #expect(throws: JSONSyntaxError.self) { try JSONReader().decode(JSONValue.self, from: Array(text.utf8)) }
    let deepest = try JSONReader(limits: JSONLimits(maxDepth: 512)).decode(
      JSONValue.self, from: Array((String(repeating: "[", count: 512) + String(repeating: "]", count: 512)).utf8))
    #expect(deepest.description.utf8.count == 1024)
  }

  @Test("Encoding a `JSONValue` as a form throws an error with a remedy, and decoding one throws")
  func form() {
    let error = #expect(throws: EncodingError.self) { try URLFormEncoder().encode(Holder(value: 1, other: nil)) }
    #expect("\(error as Any)".contains("send JSON, or use a type such as String"))
    #expect(throws: (any Error).self) { try URLFormDecoder().decode(Holder.self, from: Array("value=1".utf8)) }
  }

  /// The examples of RFC 7396, appendix A: original, patch, result.
  private static let merges = [
    (#"{"a":"b"}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
    (#"{"a":"b"}"#, #"{"b":"c"}"#, #"{"a":"b","b":"c"}"#),
    (#"{"a":"b"}"#, #"{"a":null}"#, "{}"),
    (#"{"a":"b","b":"c"}"#, #"{"a":null}"#, #"{"b":"c"}"#),
    (#"{"a":["b"]}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
    (#"{"a":"c"}"#, #"{"a":["b"]}"#, #"{"a":["b"]}"#),
    (#"{"a":{"b":"c"}}"#, #"{"a":{"b":"d","c":null}}"#, #"{"a":{"b":"d"}}"#),
    (#"{"a":[{"b":"c"}]}"#, #"{"a":[1]}"#, #"{"a":[1]}"#),
    (#"["a","b"]"#, #"["c","d"]"#, #"["c","d"]"#),
    (#"{"a":"b"}"#, #"["c"]"#, #"["c"]"#),
    (#"{"a":"foo"}"#, "null", "null"),
    (#"{"a":"foo"}"#, #""bar""#, #""bar""#),
    (#"{"e":null}"#, #"{"a":1}"#, #"{"e":null,"a":1}"#),
    ("[1,2]", #"{"a":"b","c":null}"#, #"{"a":"b"}"#),
    ("{}", #"{"a":{"bb":{"ccc":null}}}"#, #"{"a":{"bb":{}}}"#),
  ]

  @Test("A merge patch changes a value as in RFC 7396", arguments: merges)
  func merging(original: String, patch: String, result: String) throws {
    #expect(try JSONValue(parsing: original).merging(JSONValue(parsing: patch)).description == result)
  }
}
