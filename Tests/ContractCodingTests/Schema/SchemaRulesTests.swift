import Testing

@testable import ContractCoding

@Suite("Validation rules in compiled JSON")
struct SchemaRulesTests {
  private func failures(_ text: String, checksRules: Bool = true) throws -> [CodingFailure] {
    var failures: [CodingFailure] = []
    let value = try JSONReader()
      .decode([Ruled].self, from: Array(text.utf8), checksRules: checksRules, failures: &failures)
    #expect((value == nil) == !failures.isEmpty)
    return failures
  }

  @Test("Broken rules are collected with other failures, in the order of members, with their locations")
  func places() throws {
    let found = try failures(#"[{"tags":["a","","b",""],"size":7,"name":1},{"size":200,"tags":[]}]"#)
    #expect(
      found.map(\.pointer) == ["/0/name", "/0/tags/1", "/0/tags/3", "/1/name", "/1/size"])
    #expect(found.map(\.code) == [.type, .invalid, .invalid, .missing, .invalid])
    #expect(
      found.map(\.expected) == ["String", "of 1 character at least", "of 1 character at least", "String", "up to 100"])
    #expect(
      found.map(\.requirement) == [
        nil, "must be of 1 character at least", "must be of 1 character at least", nil, "must be up to 100",
      ])
  }

  @Test("An otherwise valid value that breaks a rule is refused")
  func refusal() throws {
    #expect(try failures(#"[{"name":"","size":101,"tags":[]}]"#).map(\.pointer) == ["/0/size"])
    #expect(try failures(#"[{"name":"","size":100,"tags":["x"]}]"#).isEmpty)
  }

  @Test("Rules are not checked if `checksRules` is false, as for a client")
  func clients() throws {
    #expect(try failures(#"[{"name":"","size":101,"tags":[""]}]"#, checksRules: false).isEmpty)
  }

  @Test("At most a hundred broken rules are reported")
  func bound() throws {
    let text = "[" + Array(repeating: #"{"name":"","size":101,"tags":[]}"#, count: 150).joined(separator: ",") + "]"
    #expect(try failures(text).count == 100)
  }
}

private struct Ruled: Codable, Equatable {
  var name: String
  var size: Int
  var tags: [String]
}

extension Ruled: Schema {
  private static let keys = SchemaKeys(
    of: Ruled.self, .required("name", String.self), .required("size", Int.self), .required("tags", [String].self))

  static func read(_ reader: inout SchemaReader) -> Ruled? {
    guard var object = reader.beginObject(keys) else { return nil }
    var name: String?
    var size: Int?
    var tags: [String]?
    while let member = reader.nextMember(&object) {
      switch member {
      case 0: name = reader.value(String.self)
      case 1: size = reader.value(Int.self)
      default: tags = reader.value([String].self)
      }
    }
    if reader.checksRules {
      if let size, size > 100 { reader.refuse(object, 1, steps: [], "must be up to 100") }
      for (index, tag) in (tags ?? []).enumerated() where tag.isEmpty {
        reader.refuse(object, 2, steps: [index], "must be of 1 character at least")
      }
    }
    guard reader.endObject(object), let name, let size, let tags else { return nil }
    return Ruled(name: name, size: size, tags: tags)
  }

  func write(_ writer: inout SchemaWriter) {
    let keys = writer.beginObject(Self.keys)
    writer.member(keys, 0, name)
    writer.member(keys, 1, size)
    writer.member(keys, 2, tags)
    writer.endObject()
  }

  static var schema: JSONSchema { JSONSchema(.object) }
}
