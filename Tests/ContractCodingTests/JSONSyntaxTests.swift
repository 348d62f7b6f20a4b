import ContractTestSupport
import Testing

@testable import ContractCoding

@Suite("JSON syntax", .ownThreads)
struct JSONSyntaxTests {
  @Test("Texts that are almost JSON are refused", arguments: refused)
  func refuses(_ text: String) {
    #expect(throws: JSONSyntaxError.self) { try JSONDocument(Array(text.utf8)) }
  }

  @Test("Invalid UTF-8 is refused", arguments: notUTF8)
  func refusesBytes(_ bytes: [UInt8]) {
    #expect(throws: JSONSyntaxError.self) { try JSONDocument(bytes) }
    #expect(throws: JSONSyntaxError.self) { try JSONDocument(Array("[\"".utf8) + bytes + Array("\"]".utf8)) }
    // Truncated texts as well.
    #expect(throws: JSONSyntaxError.self) { try JSONDocument(Array("[\"".utf8) + bytes) }
  }

  @Test("Bytes in a string are accepted exactly if the standard library accepts them as UTF-8")
  func utf8() {
    var generator = Randomness.Generator(seed: 3)
    var inputs: [[UInt8]] = []
    for first in UInt8(0x80)...0xFF { for second in UInt8(0x70)...0xFF { inputs.append([first, second]) } }
    for _ in 0..<60_000 {
      let lead = UInt8.random(in: 0xC0...0xF7, using: &generator)
      let rest = (0..<Int.random(in: 1...4, using: &generator)).map { _ in
        UInt8.random(in: 0x7E...0xC2, using: &generator)
      }
      inputs.append([lead] + rest)
    }
    for input in inputs {
      let isValid = String(validating: input, as: UTF8.self) != nil
      let isAccepted = (try? JSONDocument([0x22] + input + [0x22])) != nil
      #expect(isValid == isAccepted, "\(input)")
    }
  }

  @Test("A syntax error has a line, a column and a message")
  func place() {
    let table: [(String, Int, Int, String)] = [
      ("", 1, 1, "The text is empty."),
      ("{\n  \"a\": 01\n}", 2, 9, "A number must not have leading zeros."),
      ("[1,\r\n 2,\r\n]", 3, 1, "A value is expected."),
      ("[1 2]", 1, 4, "A comma or the end of the array is expected."),
      ("{\"a\" 1}", 1, 6, "A colon is expected after the member name."),
      ("{a:1}", 1, 2, "A member name in quotation marks is expected."),
      ("[\"\\x\"]", 1, 3, "The escape sequence is invalid."),
      ("[\"\\ud800\"]", 1, 9, "A high surrogate must be followed by a low surrogate."),
      ("[1]]", 1, 4, "Unexpected data follows the value."),
      ("{\"a\":[1", 1, 8, "The text ends within an array."),
    ]
    for (text, line, column, message) in table {
      #expect {
        try JSONDocument(Array(text.utf8))
      } throws: { error in
        guard let error = error as? JSONSyntaxError else { return false }
        return error.line == line && error.column == column && error.message == message
          && error.description == "Line \(line), column \(column): \(message)"
      }
    }
  }

  @Test("Every prefix of a text is refused, and surrounding spaces are accepted")
  func truncation() throws {
    let text = Array(#" {"a\u00e9":[1.5e-3,true,null,"\n\ud83d\ude00é😀",{}],"b":{"c":[[]]},"d":-0} "#.utf8)
    _ = try JSONDocument(text)
    for length in 0..<text.count - 1 {
      #expect(throws: JSONSyntaxError.self) { try JSONDocument(Array(text.prefix(length))) }
    }
  }

  @Test("Parsing random bytes and randomly changed texts never traps")
  func noise() {
    var generator = Randomness.Generator(seed: 11)
    let text = Array(#"{"id":[1,-2.5E+3,"a\u00e9\\\"😀"],"x":{"y":null,"z":[true,false,{}]},"w":""}"#.utf8)
    for _ in 0..<20_000 {
      var bytes = text
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        let index = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0...2, using: &generator) {
        case 0: bytes[index] = UInt8.random(in: 0...255, using: &generator)
        case 1: bytes.remove(at: index)
        default: bytes.insert(#"{}[]",:\u0e-.1"#.utf8.randomElement(using: &generator) ?? 0, at: index)
        }
      }
      guard let document = try? JSONDocument(bytes) else { continue }
      walk(document.root)
    }
    for _ in 0..<20_000 {
      let bytes = (0..<Int.random(in: 0...12, using: &generator)).map { _ in
        UInt8.random(in: 0...255, using: &generator)
      }
      if let document = try? JSONDocument(bytes) { walk(document.root) }
    }
  }

  /// Reads all values.
  private func walk(_ node: JSONDocument.Node) {
    _ = (node.string, node.double, node.numberText, node.integer(as: Int8.self), node.pointer, node.rendered())
    for element in node.elements { walk(element) }
    for (name, value) in node.members {
      _ = node.member(name)
      walk(value)
    }
  }

  // MARK: - Limits

  @Test("A million opening brackets are refused as nested deeper than 128 levels")
  func bomb() {
    for open in ["[", "{\"a\":", "[{\"a\":"] {
      let bytes = Array(String(repeating: open, count: 1 << 20).utf8)
      #expect {
        try JSONDocument(bytes)
      } throws: {
        ($0 as? JSONSyntaxError)?.message == "The text is nested deeper than 128 levels."
      }
    }
  }

  @Test("The depth limit is exact, 128 by default, and at most 512")
  func depth() throws {
    func nested(_ depth: Int) -> [UInt8] {
      [UInt8](repeating: UInt8(ascii: "["), count: depth) + [UInt8](repeating: UInt8(ascii: "]"), count: depth)
    }
    _ = try JSONDocument(nested(128))
    #expect(throws: JSONSyntaxError.self) { try JSONDocument(nested(129)) }
    _ = try JSONDocument(nested(3), limits: JSONLimits(maxDepth: 3))
    #expect(throws: JSONSyntaxError.self) { try JSONDocument(nested(4), limits: JSONLimits(maxDepth: 3)) }
    _ = try JSONDocument(nested(512), limits: JSONLimits(maxDepth: .max))
    #expect(throws: JSONSyntaxError.self) { try JSONDocument(nested(513), limits: JSONLimits(maxDepth: .max)) }
    _ = try JSONDocument(Array("1".utf8), limits: JSONLimits(maxDepth: 0))
    #expect(throws: JSONSyntaxError.self) { try JSONDocument(nested(1), limits: JSONLimits(maxDepth: -1)) }
  }

  @Test("Texts longer than `maxBytes` are refused")
  func bytes() throws {
    _ = try JSONDocument(Array("[1]".utf8), limits: JSONLimits(maxBytes: 3))
    #expect(throws: JSONSyntaxError.self) { try JSONDocument(Array("[1] ".utf8), limits: JSONLimits(maxBytes: 3)) }
  }
}

/// Texts that JSONTestSuite does not contain; see `JSONVectors`.
private let refused = [
  "fals", "tru", "nul", "nulll", "truE", "False", "-", "1.", "01", "[1e]", "00", "-00", "1e1.5", "--1", "1_000", "[]]",
  "{\"a\":1,}", "{,}", "{\"a\":}", "{\"a\":1 \"b\":2}", "[\"\u{1F}\"]", "[\"\\u\"]", "[\"\\u12\"", "\u{FFFD}{}", "{'",
  "[\u{00}", "@", "{\"a\":1]", "[1}", "\u{FEFF}\u{FEFF}{}", "\n\t", "[],", ",", "[\"\", {\"\": [\"\"",
  #""\ud83d\u0061""#,
]

private let notUTF8: [[UInt8]] = [
  [0xFF], [0xE5], [0x80], [0xC0, 0xAF], [0xE0, 0x80, 0xAF], [0xF0, 0x80, 0x80, 0xAF], [0xF8, 0x80, 0x80, 0x80, 0xAF],
  [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80], [0xF4, 0xBF, 0xBF, 0xBF], [0xC3], [0xE2, 0x82],
  [0xF0, 0x9F, 0x98], [0xFE, 0xFF], [0xFC, 0x83, 0xBF, 0xBF, 0xBF, 0xBF], [0xE6, 0x97, 0xA5, 0xD1, 0x88, 0xFA],
]
