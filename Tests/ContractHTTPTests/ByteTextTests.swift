import Testing

@testable import ContractHTTP

@Suite("Byte operations on untrusted strings")
struct ByteTextTests {
  /// Marks that combine with an adjacent separator into one `Character`, and a string canonically equal to a separator.
  static let odd = ["\u{600}", "\u{301}", "\u{200D}", "\u{37E}", "\r"]

  @Test("Delimiters are matched by bytes, not by characters or canonical equivalence", arguments: odd)
  func cutting(odd: String) throws {
    let text = "a\(odd);\(odd)b"
    #expect(text.split(atByte: ";") == ["a\(odd)", "\(odd)b"])
    #expect(text.split(whereByte: { $0 == 0x3B }) == ["a\(odd)", "\(odd)b"])
    #expect(text.prefix(toByte: ";") == "a\(odd)")
    #expect(text.contains(byte: ";") && "\(odd);".starts(withByte: ";") == false)
    let cut = try #require(text.cut(atByte: ";"))
    #expect(cut.front == "a\(odd)" && cut.back == "\(odd)b")
    #expect("W/\(odd)".rest(afterBytes: "W/") == "\(odd)"[...])
    #expect("\(odd)]".ends(withBytes: "]"))
    #expect("[\(odd)x\(odd)]".text(between: "[", and: "]") == "\(odd)x\(odd)")
    #expect(" \t\(odd) \t".withoutOuterSpace == "\(odd)")
    #expect("\(odd)~\(odd)~".replacingBytes("~", with: "~0") == "\(odd)~0\(odd)~0")
  }

  static let rows: [(text: String, omitting: [Substring], keeping: [Substring], once: [Substring])] = [
    ("", [], [""], [""]), (",", [], ["", ""], ["", ""]), ("a", ["a"], ["a"], ["a"]),
    ("a,b,,c", ["a", "b", "c"], ["a", "b", "", "c"], ["a", "b,,c"]), (",a,", ["a"], ["", "a", ""], ["", "a,"]),
  ]

  @Test("Splitting omits or keeps empty parts, and stops at the maximum number of splits", arguments: rows)
  func lists(row: (text: String, omitting: [Substring], keeping: [Substring], once: [Substring])) {
    #expect(row.text.split(atByte: ",") == row.omitting)
    #expect(row.text.split(atByte: ",", keepsEmpty: true) == row.keeping)
    #expect(row.text.split(atByte: ",", maxSplits: 1, keepsEmpty: true) == row.once)
  }

  @Test("A missing prefix or delimiter results in nil or the unchanged string, and spaces alone are trimmed to empty")
  func absent() {
    #expect("w/x".rest(afterBytes: "W/") == nil && "W".rest(afterBytes: "W/") == nil)
    #expect("\"".text(between: "\"", and: "\"") == nil && "\"\"".text(between: "\"", and: "\"") == "")
    #expect(" \t".withoutOuterSpace.isEmpty && "".withoutOuterSpace.isEmpty && !"".ends(withBytes: "x"))
    #expect("a".cut(atByte: ",") == nil && "a".prefix(toByte: ",") == "a" && "ab".replacingBytes("", with: "x") == "ab")
  }
}
