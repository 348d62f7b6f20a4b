import FoundationEssentials
import Testing

@testable import ContractCoding

/// A handwritten version of an enumeration with `@Tagged("type")` that contains itself.
private indirect enum Nested: Schema, Equatable {
  case group(of: [Nested], text: String)
  case leaf

  private static let tags = SchemaTags(of: Nested.self, "type", ["group", "leaf"])
  private static let keys = SchemaKeys(
    of: Nested.self, .optional("type"), .required("of", [Nested].self), .required("text", String.self))

  static func read(_ reader: inout SchemaReader) -> Nested? {
    guard let index = reader.tag(tags) else { return nil }
    if index == 1 { return reader.emptyObject() ? .leaf : nil }
    guard var object = reader.beginObject(keys) else { return nil }
    var of: [Nested]?
    var text: String?
    while let member = reader.nextMember(&object) {
      switch member {
      case 1: of = reader.value([Nested].self)
      case 2: text = reader.value(String.self)
      default: reader.skip()
      }
    }
    guard reader.endObject(object), let of, let text else { return nil }
    return .group(of: of, text: text)
  }

  func write(_ writer: inout SchemaWriter) { writer.null() }
  static var schema: JSONSchema { JSONSchema() }

  init(from decoder: any Decoder) throws { self = .leaf }
  func encode(to encoder: any Encoder) throws {}
}

@Suite("Searches for tags")
struct TagSearchTests {
  /// The result of reading a text, its failures, and the bytes that searches for tags have skipped or indexed.
  private static func read(_ text: String) -> (value: Nested?, failures: [String], searched: Int) {
    let bytes = Array(text.utf8)
    return withUnsafePointer(to: JSONReader()) { source in
      bytes.withUnsafeBufferPointer { text in
        var reader = SchemaReader(text, reader: source, checksRules: false)
        let value = Nested.read(&reader)
        let failures = reader.failures.map { "\($0.member ?? "") \($0.code)" }
        return (reader.isAtEnd() ? value : nil, failures, reader.extras?.searchedBytes ?? 0)
      }
    }
  }

  /// Returns nested groups, with their tags first or last.
  ///
  /// - Parameter leaf: the text of the innermost value.
  private static func text(_ depth: Int, tagIsLast: Bool, leaf: String = #"{"type":"leaf"}"#) -> String {
    (0..<depth).reduce(leaf) { inner, level in
      let tag = #""type":"gr\#(level % 2 == 0 ? "o" : "\\u006f")up""#
      let members = #""of":[\#(inner),{ "x" : 1 , "type" : "leaf" },{"type":"leaf"}],"text":"\#(level)""#
      return tagIsLast ? "{\(members),\(tag)}" : "{\(tag),\(members)}"
    }
  }

  @Test(
    "A tag after nested tagged objects is found by searching at most four times the size of the text",
    arguments: [1, 5, 50])
  func steps(depth: Int) throws {
    let last = Self.text(depth, tagIsLast: true)
    let first = Self.text(depth, tagIsLast: false)
    let read = Self.read(last)
    #expect(read.value != nil)
    #expect(read.value == Self.read(first).value)
    #expect(read.failures == [])
    #expect(read.searched <= 4 * last.utf8.count)
  }

  @Test(
    "Failures do not depend on the way in which the tag is found",
    arguments: [
      "{}", #"{"a":1}"#, #"{"type":1}"#, #"{"a":{},"type":"other"}"#, "7", "[]", #"{"type":"leaf""#, #"{"a":}"#,
    ])
  func failures(leaf: String) {
    let alone = Self.read(leaf)
    // The search in the leaf uses an index.
    let text = Self.text(50, tagIsLast: true, leaf: leaf)
    let inside = Self.read(text)
    #expect(alone.value == nil && inside.value == nil)
    #expect(inside.failures == alone.failures)
    #expect(inside.searched <= 4 * text.utf8.count)
  }
}
