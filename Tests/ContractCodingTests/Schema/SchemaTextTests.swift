import ContractCoding
import ContractTestSupport
import FoundationEssentials
import Testing

@Suite("Compiled JSON compared with the Codable reader", .ownThreads)
struct SchemaTextTests {
  private let agreement = SchemaAgreement()

  private static let todo = Array(
    #"{"id":-12,"title":"a\"\u00fc\ud83c\udf89é","done":true,"x":[1.5e1,{"a":null}],"tags":["b"]}"#.utf8)

  private static func task() throws -> [UInt8] {
    var values = SchemaValues(seed: 4)
    return try JSONWriter.bytes(of: values.task())
  }

  @Test("Every prefix of a text has the same result as with the Codable reader")
  func truncation() throws {
    for text in [Self.todo, try Self.task(), Array(#"{"group":{"name":"","of":[{"nothing":{}}]}}"#.utf8)] {
      for end in 0..<text.count {
        let start = Array(text[..<end])
        #expect(agreement.difference(HandTodo.self, start) == nil)
        #expect(agreement.difference(HandTask.self, start) == nil)
        #expect(agreement.difference(HandShape.self, start) == nil)
      }
    }
  }

  @Test("A text with any byte replaced has the same result as with the Codable reader", arguments: 0..<8)
  func corruption(part: Int) {
    for index in Self.todo.indices where index % 8 == part {
      for byte in UInt8.min...UInt8.max {
        var text = Self.todo
        text[index] = byte
        #expect(agreement.difference(HandTodo.self, text) == nil)
      }
    }
  }

  @Test("A long text with one byte replaced has the same result as with the Codable reader", arguments: 0..<4)
  func largeCorruption(part: Int) throws {
    let original = try Self.task()
    for index in original.indices where index % 4 == part {
      for byte in [0, 0x09, 0x20, 0x22, 0x2C, 0x2D, 0x30, 0x39, 0x3A, 0x5B, 0x5C, 0x5D, 0x7B, 0x7D, 0x80, 0xC3, 0xFF] {
        var text = original
        text[index] = UInt8(byte)
        #expect(agreement.difference(HandTask.self, text) == nil)
      }
    }
  }

  static let texts: [String] = [
    "", " ", "null", "true", "false", "nul", "tru", "fals", "truex", "0", "-0", "00", "01", "-", "-1", "+1", "1.",
    "1.0",
    "1.5", ".5", "1e", "1e5", "1E+2", "1e-2", "100e-2", "1e400", "-1e400", "1e-400", "0e400", "255", "256", "-129",
    "32768", "65536", "2147483648", "4294967296", "9223372036854775807", "9223372036854775808",
    "-9223372036854775808", "-9223372036854775809", "18446744073709551615", "18446744073709551616",
    "999999999999999999", "1000000000000000000", "0.1", "0.30000000000000004", "123456789012345678",
    "12345678901234567890123456789012345678", "340282366920938463463374607431768211455",
    "340282366920938463463374607431768211456", "3.4028235e38", "3.5e38", "1e-46", "2.5e-1", "1.7976931348623157e308",
    "4.9e-324", "2e-324", "NaN", "Infinity", "\"\"", "\"a\"", "\"\\n\"", "\"\\x\"", "\"\\u12\"", "\"\\ud800\"",
    "\"\\udc00\"", "\"\\ud83c\\udf89\"", "\"\\ud83c\\u0041\"", "\"\\u0000\"", "\"a\nb\"", "\"unended", "\"ü\"",
    "\"fifteen bytes!!\"", "\"sixteen bytes!!!\"", "\"2020-01-02T03:04:05Z\"", "\"2020-01-02T03:04:05.678+01:00\"",
    "\"2020-13-02T03:04:05Z\"", "\"2020\\u002d01-02T03:04:05Z\"", "\"9F2C1A90-0B6D-4C41-9E5E-1F6C4F6B7A12\"",
    "\"9f2c1a90-0b6d-4c41-9e5e-1f6c4f6b7a12\"", "\"9f2c1a90-0b6d-4c41-9e5e-1f6c4f6b7a1\"",
    "\"9f2c1a90x0b6d-4c41-9e5e-1f6c4f6b7a12\"", "\"9f2c1a90-0b6d-4c41-9e5e-1f6c4f6b7a1g\"",
    "\"9f2c1a90-0b6d-4c41-9e5e-1f6c4f6b7a1\\u0032\"", "\"aGVsbG8=\"", "\"aGVsbG8\"", "\"https://example.com/a?b=c\"",
    "\"a b\"", "[]", "[ ]", "[1]", "[1,2]", "[1,]", "[,1]", "[1 2]", "[1", "[null]", "[\"a\"]", "[[1]]", "{}", "{ }",
    "{\"a\":1}", "{\"a\":1,}", "{\"a\"}", "{a:1}", "{\"a\":1 \"b\":2}", "{\"a\":1,\"a\":2}", "{\"a\":1,\"a\":\"x\"}",
    "{\"a\":\"x\",\"a\":1}", "{\"1\":1,\"01\":2}", "{\"1\":1,\"\\u0031\":2}", "{\"é\":1,\"e\\u0301\":2}", "1 2",
    "\u{feff}1",
    "[1]x", "{\"open\":1}", "\"open\"", "\"closed\"", "{\"nothing\":{}}", "{\"nothing\":{},\"x\":1}",
    "{\"nothing\":null}", "{\"line\":{\"_0\":1}}", "{\"line\":{}}", "{\"line\":[]}",
    "{\"line\":{\"_0\":1,\"_1\":null}}",
    "{\"nothing\":{},\"circle\":{\"radius\":1}}", "{\"nothing\":{},\"nothing\":1}",
  ]

  @Test("A text decodes to each type as with the Codable reader", arguments: texts)
  func scalars(text: String) {
    expect(String.self, text)
    expect(Bool.self, text)
    expect(Int.self, text)
    expect(Int8.self, text)
    expect(Int16.self, text)
    expect(Int32.self, text)
    expect(Int64.self, text)
    expect(Int128.self, text)
    expect(UInt.self, text)
    expect(UInt8.self, text)
    expect(UInt16.self, text)
    expect(UInt32.self, text)
    expect(UInt64.self, text)
    expect(UInt128.self, text)
    expect(Double.self, text)
    expect(Float.self, text)
    expect(Decimal.self, text)
    expect(Date.self, text)
    expect(UUID.self, text)
    expect(Data.self, text)
    expect(URL.self, text)
    expect(Int?.self, text)
    expect([Int].self, text)
    expect([String].self, text)
    expect([Int?].self, text)
    expect([[Int]].self, text)
    expect(Set<Int>.self, text)
    expect([String: Int].self, text)
    expect([Int: Int].self, text)
    expect(HandState.self, text)
    expect([HandState].self, text)
    expect(HandShape.self, text)
    expect(HandTodo.self, text)
  }

  private func expect<T: Schema & Equatable>(_ type: T.Type, _ text: String) {
    #expect(agreement.difference(T.self, Array(text.utf8)) == nil)
  }

  @Test("Dates are read with every strategy as with the Codable reader", arguments: texts)
  func dates(text: String) {
    let strategies: [DateStrategy] = [
      .secondsSince1970, .millisecondsSince1970, .deferredToDate,
      .custom(encode: { "\($0.timeIntervalSince1970)" }, decode: { Double($0).map(Date.init(timeIntervalSince1970:)) }),
    ]
    for strategy in strategies {
      let agreement = SchemaAgreement(options: JSONOptions(dates: strategy))
      #expect(agreement.difference([Date].self, Array("[\(text)]".utf8)) == nil)
    }
  }

  @Test("Random bytes in a string are accepted or refused as with the Codable reader")
  func invalidUTF8() {
    var values = SchemaValues(seed: 9)
    for _ in 0..<3000 {
      let bytes = (0..<1 + values.pick(5)).map { _ in UInt8(0x7E + values.pick(0x82)) }
      let filler = [UInt8](repeating: 0x61, count: values.pick(12))
      let text = [0x5B, 0x22] + filler + bytes + filler + [0x22, 0x5D]
      #expect(agreement.difference([String].self, text) == nil)
    }
  }

  @Test(
    "The depth limit applies to values that are read or skipped, as in the Codable reader",
    arguments: [1, 2, 5, 128, 200, 512, 600])
  func depth(limit: Int) {
    let agreement = SchemaAgreement(limits: JSONLimits(maxDepth: limit))
    for depth in [1, 2, 3, 5, 6, 127, 128, 129, 510, 511, 512, 513] {
      let array = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      let object = String(repeating: "{\"a\":", count: depth) + "1" + String(repeating: "}", count: depth)
      for text in [array, object, "{\"x\":\(array)}", "[\(object)]"] {
        #expect(agreement.difference([Int].self, Array(text.utf8)) == nil)
        #expect(agreement.difference(HandTodo.self, Array(text.utf8)) == nil)
      }
    }
    for depth in [1, 40, 42, 43, 44, 170] {
      let text =
        String(repeating: #"{"group":{"name":"","of":["#, count: depth) + String(repeating: "]}}", count: depth)
      #expect(agreement.difference(HandShape.self, Array(text.utf8)) == nil)
    }
  }

  @Test("A text longer than the limit is refused as with the Codable reader")
  func size() {
    let agreement = SchemaAgreement(limits: JSONLimits(maxBytes: 10))
    #expect(agreement.difference([Int].self, Array("[1,2,3,4]".utf8)) == nil)
    #expect(agreement.difference([Int].self, Array("[1,2,3,4,5]".utf8)) == nil)
  }
}
