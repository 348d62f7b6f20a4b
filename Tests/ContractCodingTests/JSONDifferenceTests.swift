import ContractFuzzers
import FoundationEssentials
import Testing

@testable import ContractCoding

/// The differences from Foundation listed in docs/json.md.
@Suite("Differences of JSON from Foundation")
struct JSONDifferenceTests {
  private func ours<T: Decodable>(_ type: T.Type, _ text: String) -> T? {
    try? JSONReader().decode(T.self, from: Array(text.utf8))
  }

  private func theirs<T: Decodable>(_ type: T.Type, _ text: String) -> T? {
    try? JSONDecoder().decode(T.self, from: Data(text.utf8))
  }

  @Test("Integers are read exactly, while Foundation converts them through Double")
  func integers() {
    for text in ["1.0000000000000001", "1e-400"] {
      #expect(ours(Int.self, text) == nil && theirs(Int.self, text) != nil)
    }
    #expect(ours(Int128.self, "1e20") == 100_000_000_000_000_000_000 && theirs(Int128.self, "1e20") == nil)
    let wide = "184467440737095516150e-1"
    #expect(ours(UInt64.self, wide) == .max && theirs(UInt64.self, wide) == nil)
    #expect(ours(Double.self, "0e1") == 0 && theirs(Double.self, "0e1") == nil)
  }

  @Test("Values that a type does not decode are checked for syntax, unlike in Foundation")
  func unread() {
    struct Nothing: Decodable {
      init(from decoder: any Decoder) {}
    }
    for text in ["[01]", #"["\x"]"#, #"["\ud800"]"#, #"{"a":1,"a":-}"#, "[1,]"] {
      #expect(ours(Nothing.self, text) == nil && theirs(Nothing.self, text) != nil, "\(text)")
    }
  }

  @Test(
    "A UUID has 36 characters, while Foundation also reads signs and a text after NUL",
    arguments: [
      #"E621E1F8-C36C-495A-93FC-0C247A3E6E5F\u0000anything"#, "E621E1F8-C36C-495A-93FC-0C247A3E6E+5",
      "-1-1-1-1--1-1--1-1--1-1--1-1-1-1-1-1",
    ])
  func looseUUIDs(text: String) {
    let text = "\"\(text)\""
    #expect(ours(UUID.self, text) == nil && theirs(UUID.self, text) != nil)
    #expect((try? JSONReader().decode(UUID.self, from: Array(text.utf8))) == nil)
  }

  @Test("A UUID may contain escapes")
  func escapedUUID() throws {
    let text = #""\u00456\u00321E1F8-C36C-495A-93FC-0C247A3E6E5\u0066""#
    let uuid = UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
    #expect(ours(UUID.self, text) == uuid)
    #expect(try JSONReader().decode(UUID.self, from: Array(text.utf8)) == uuid)
  }

  @Test("500 levels of nesting are refused by default, and accepted with maxDepth 500")
  func depth() throws {
    let text = String(repeating: "[", count: 500) + String(repeating: "]", count: 500)
    #expect(ours(JSONOracle.Tree.self, text) == nil)
    #expect(try JSONDocument(Array(text.utf8), limits: JSONLimits(maxDepth: 500)).root.count == 1)
  }

  @Test("A key that a type encodes twice is written twice")
  func twice() throws {
    struct Twice: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: JSONPath.self)
        try container.encode(1, forKey: .name("a"))
        try container.encode(2, forKey: .name("a"))
      }
    }
    #expect(String(decoding: try JSONWriter.bytes(of: Twice()), as: UTF8.self) == #"{"a":1,"a":2}"#)
    #expect(String(decoding: try JSONEncoder().encode(Twice()), as: UTF8.self) == #"{"a":2}"#)
  }

  @Test("Slashes are not escaped, and members are in the order of declaration")
  func text() throws {
    struct Ordered: Encodable { var z = "/", y = 1, x = 2, w = 3, v = 4 }
    #expect(
      String(decoding: try JSONWriter.bytes(of: Ordered()), as: UTF8.self) == #"{"z":"/","y":1,"x":2,"w":3,"v":4}"#)
    #expect(String(decoding: try JSONEncoder().encode("/"), as: UTF8.self) == #""\/""#)
  }

  @Test("Keys are mapped to JSON names, never back, so `userID` matches `user_id`, unlike in Foundation")
  func mapping() throws {
    struct Account: Decodable { var userID: Int }
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let text = #"{"user_id":1}"#
    #expect(throws: DecodingError.self) { try decoder.decode(Account.self, from: Data(text.utf8)) }
    #expect(try JSONReader(options: .init(keys: .snakeCase)).decode(Account.self, from: Array(text.utf8)).userID == 1)
  }

  @Test("Dates before October 15, 1582 use the Gregorian calendar, unlike in Foundation")
  func calendar() throws {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    let text = #""1582-10-04T00:00:00Z""#
    let date = try #require(ours(Date.self, text))
    #expect(date.timeIntervalSince1970 == -12_220_243_200)
    #expect(try decoder.decode(Date.self, from: Data(text.utf8)) != date)
    let later = #""1582-10-15T00:00:00Z""#
    #expect(try decoder.decode(Date.self, from: Data(later.utf8)) == ours(Date.self, later))
  }
}
