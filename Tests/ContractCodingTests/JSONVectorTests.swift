import ContractFuzzers
import ContractTestSupport
import FoundationEssentials
import Testing

@testable import ContractCoding

@Suite("JSON vectors", .ownThreads)
struct JSONVectorTests {
  @Test("Every text that must be accepted is decoded as in Foundation", arguments: JSONVector.mustRead)
  func reads(_ vector: JSONVector) throws {
    let ours = try JSONReader().decode(JSONOracle.Tree.self, from: vector.bytes)
    // Foundation refuses a zero with an exponent.
    if vector.name == "y_number_0e1" { return #expect(ours == .array([.number(0)])) }
    #expect(try ours == JSONDecoder().decode(JSONOracle.Tree.self, from: Data(vector.bytes)))
  }

  @Test("Every text that must be refused is refused", arguments: JSONVector.mustRefuse)
  func refuses(_ vector: JSONVector) {
    #expect(throws: JSONSyntaxError.self) { try JSONDocument(vector.bytes) }
  }

  @Test(
    "Every text that may be accepted or refused has the result given in docs/json.md", arguments: JSONVector.mayDiffer)
  func decisions(_ vector: JSONVector) throws {
    let isText = vector.name.hasPrefix("i_number") || vector.name == "i_structure_UTF-8_BOM_empty_object"
    #expect(((try? JSONDocument(vector.bytes)) != nil) == isText)
    guard vector.name.hasPrefix("i_number") else { return }
    // Integers that fit no integer type are read as `Double`. Numbers outside the range of `Double` are refused.
    let isDouble = vector.name.contains("too_big") || vector.name.contains("very_big")
    #expect(((try? JSONReader().decode([Double].self, from: vector.bytes)) != nil) == isDouble)
    #expect(throws: DecodingError.self) { try JSONReader().decode([Int].self, from: vector.bytes) }
  }

  @Test("Only the listed texts are decoded differently by Foundation when all values are read")
  func differences() {
    let differing = JSONVector.all.filter { vector in
      let ours = try? JSONReader().decode(JSONOracle.Tree.self, from: vector.bytes)
      return ours != (try? JSONDecoder().decode(JSONOracle.Tree.self, from: Data(vector.bytes)))
    }
    #expect(
      differing.map(\.name) == [
        "y_number_0e1", "n_array_extra_comma", "n_array_number_and_comma", "n_object_trailing_comma",
        "i_string_UTF-16LE_with_BOM",
        "i_string_utf16BE_no_BOM", "i_string_utf16LE_no_BOM", "i_structure_500_nested_arrays",
      ])
  }

  @Test("Compiled readers and `JSONFields` accept the same texts as `JSONDocument`", arguments: JSONVector.all)
  func compiled(_ vector: JSONVector) throws {
    let isText = (try? JSONDocument(vector.bytes)) != nil
    let agreement = SchemaAgreement()
    #expect(agreement.difference(SkippedSchema.self, vector.bytes) == nil)
    // The Codable tree tries several types before it fails, so it reports other failures than the compiled reader.
    switch (agreement.compiled(TreeSchema.self, vector.bytes), agreement.plain(TreeSchema.self, vector.bytes)) {
    case (.failures, .failures): #expect(vector.name.hasPrefix("i_number"))
    case (let compiled, let plain): #expect(compiled == plain)
    }
    #expect((agreement.compiled(SkippedSchema.self, vector.bytes) == .value(SkippedSchema())) == isText)

    let member = Array("{\"x\":".utf8) + vector.bytes + Array("}".utf8)
    let fields = Result { try JSONFields(member) }
    let document = Result { try JSONDocument(member) }
    switch (fields, document) {
    case (.success(let fields), .success): #expect(fields != nil)
    case (.failure(let fault), .failure(let other)):
      #expect(fault as? JSONSyntaxError == other as? JSONSyntaxError)
    default: Issue.record("\(fields) is not \(document)")
    }
    #expect(readsInOrder(member) == ((try? document.get()) != nil))
  }

  /// Returns true if the only member of the text can be read in order.
  private func readsInOrder(_ text: [UInt8]) -> Bool {
    withUnsafePointer(to: JSONReader()) { source in
      text.withUnsafeBufferPointer { text in
        var reader = SchemaReader(membersOf: text, with: source)
        var separator = UInt8(ascii: "{")
        return reader.beginMembers() && reader.stepOver("x", &separator) && reader.value(SkippedSchema.self) != nil
          && reader.endMembers(separator)
      }
    }
  }

  @Test("Every vector has a unique name, whose prefix is its expected result")
  func names() {
    #expect(Set(JSONVector.all.map(\.name)).count == JSONVector.all.count)
    #expect(JSONVector.mustRead.allSatisfy { $0.name.hasPrefix("y_") })
    #expect(JSONVector.mustRefuse.allSatisfy { $0.name.hasPrefix("n_") })
    #expect(JSONVector.mayDiffer.allSatisfy { $0.name.hasPrefix("i_") })
  }
}

/// Reads no values.
private struct SkippedSchema: Schema, Equatable {
  init() {}
  init(from decoder: any Decoder) throws {}
  func encode(to encoder: any Encoder) throws { _ = encoder.container(keyedBy: JSONPath.self) }

  static func read(_ reader: inout SchemaReader) -> SkippedSchema? {
    reader.skip()
    return SkippedSchema()
  }

  func write(_ writer: inout SchemaWriter) { writer.null() }

  static var schema: JSONSchema { JSONSchema() }
}

/// Any value, as the Codable tree has it.
private struct TreeSchema: Schema, Equatable {
  let tree: JSONOracle.Tree

  init(_ tree: JSONOracle.Tree) { self.tree = tree }
  init(from decoder: any Decoder) throws { tree = try JSONOracle.Tree(from: decoder) }
  func encode(to encoder: any Encoder) throws { try tree.encode(to: encoder) }

  static func read(_ reader: inout SchemaReader) -> TreeSchema? {
    reader.skipSpace()
    let first = reader.next < reader.end ? reader.next.pointee : 0
    let tree: JSONOracle.Tree? =
      switch first {
      case UInt8(ascii: "n"): reader.null() ? .null : nil
      case UInt8(ascii: "t"), UInt8(ascii: "f"): reader.bool().map { .bool($0) }
      case UInt8(ascii: "\""): reader.string().map { .string($0) }
      case UInt8(ascii: "["): reader.value([TreeSchema].self).map { .array($0.map(\.tree)) }
      case UInt8(ascii: "{"): reader.value([String: TreeSchema].self).map { .object($0.mapValues(\.tree)) }
      default: reader.double().map { .number($0) }
      }
    if tree == nil, first == UInt8(ascii: "n") { reader.skip() }
    return tree.map { TreeSchema($0) }
  }

  func write(_ writer: inout SchemaWriter) { writer.null() }

  static var schema: JSONSchema { JSONSchema() }
}
