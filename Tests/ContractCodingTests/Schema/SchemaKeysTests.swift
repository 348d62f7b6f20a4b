import ContractCoding
import ContractTestSupport
import FoundationEssentials
import Testing

@Suite("Keys of compiled JSON")
struct SchemaKeysTests {
  private static let shout = KeyMapping.custom(to: { $0.uppercased() }, from: { $0.lowercased() })

  static let texts = [
    #"{"userID":1,"firstName":"a","nestedPart":{"someValue":2}}"#,
    #"{"user_id":1,"first_name":"a","nested_part":{"some_value":2}}"#,
    #"{"user-id":1,"first-name":"a","nested-part":{"some-value":2}}"#,
    #"{"User-Id":1,"First-Name":"a","Nested-Part":{"Some-Value":2}}"#,
    #"{"USERID":1,"FIRSTNAME":"a","NESTEDPART":{"SOMEVALUE":2}}"#,
    // The mapped name wins in any order; without it the key itself is used.
    #"{"userID":1,"user_id":2,"firstName":"a","nestedPart":{"someValue":2},"first_name":"b"}"#,
    #"{"user_id":2,"userID":"x","firstName":"a","firstName":1,"nestedPart":{"someValue":2,"some_value":3}}"#,
    #"{ "nestedPart" : { "someValue" : 2 } , "firstName" : "a" , "userID" : 1 }"#,
    #"{"nestedPart":{"someValue":"x"},"firstName":null,"userID":[1]}"#,
    #"{"first_name":1,"nested_part":[]}"#, #"{"userID":1,"firstName":"#, "{}", #"{"userID":1}"#,
  ]

  @Test("Under every mapping, members are found where the Codable reader finds them", arguments: texts)
  func mapping(text: String) {
    for keys in [KeyMapping.useDefaultKeys, .snakeCase, .kebabCase, .trainCase, Self.shout] {
      let agreement = SchemaAgreement(options: JSONOptions(keys: keys))
      #expect(agreement.difference(MappedUser.self, Array(text.utf8)) == nil)
      #expect(agreement.difference([MappedUser].self, Array("[\(text),\(text)]".utf8)) == nil)
    }
  }

  @Test("Under every mapping, members are written as with the Codable writer")
  func writing() {
    for keys in [KeyMapping.useDefaultKeys, .snakeCase, .kebabCase, .trainCase, Self.shout] {
      let agreement = SchemaAgreement(options: JSONOptions(keys: keys))
      let user = MappedUser(userID: 1, firstName: "ü", nestedPart: MappedPart(someValue: 2))
      #expect(agreement.difference(writing: [user, user]) == nil)
      #expect(agreement.difference(writing: ["someKey": user]) == nil)
      #expect(agreement.difference(writing: HandShape.group(name: "", of: [.line(1, nil)])) == nil)
    }
  }

  @Test("A type with 150 members, more than a word has bits, is coded as with Codable")
  func manyMembers() throws {
    let agreement = SchemaAgreement()
    let value = Wide(values: (0..<WideKey.count).map { $0 % 7 == 3 ? nil : $0 })
    #expect(agreement.difference(writing: value) == nil)
    var tree = SchemaTree(try JSONDocument(JSONWriter.bytes(of: value)).root)
    var generator = Randomness.Generator(seed: 1)
    for _ in 0..<200 {
      #expect(agreement.difference([Wide].self, Array("[\(tree.text(&generator))]".utf8)) == nil)
      tree.mutate(&generator)
      if case .object = tree {} else { tree = SchemaTree(try JSONDocument(JSONWriter.bytes(of: value)).root) }
    }
  }

  @Test("Empty keys and keys that need escapes are coded as with Codable")
  func escapes() {
    let agreement = SchemaAgreement()
    let value = OddNames(quote: 1, empty: 2, emoji: 3)
    #expect(agreement.difference(writing: value) == nil)
    for text in [
      #"{"a\"\\b":1,"":2,"🎉 and a long name":3}"#, #"{"":2,"\ud83c\udf89 and a long name":3,"\u0061\u0022\\b":1}"#,
      #"{"":2,"":3,"a\"\\b":1}"#, #"{"a":1,"a\"\\bc":2,"🎉":1}"#,
    ] {
      #expect(agreement.difference(OddNames.self, Array(text.utf8)) == nil)
    }
  }
}

struct MappedUser: Codable, Equatable {
  var userID: Int
  var firstName: String
  var nestedPart: MappedPart
}

struct MappedPart: Codable, Equatable {
  var someValue: Int
}

extension MappedUser: Schema {
  private static let keys = SchemaKeys(
    of: MappedUser.self, .required("userID", Int.self), .required("firstName", String.self),
    .required("nestedPart", MappedPart.self))

  static func read(_ reader: inout SchemaReader) -> MappedUser? {
    guard var object = reader.beginObject(keys) else { return nil }
    var userID: Int?
    var firstName: String?
    var nestedPart: MappedPart?
    while let member = reader.nextMember(&object) {
      switch member {
      case 0: userID = reader.value(Int.self)
      case 1: firstName = reader.value(String.self)
      default: nestedPart = reader.value(MappedPart.self)
      }
    }
    guard reader.endObject(object), let userID, let firstName, let nestedPart else { return nil }
    return MappedUser(userID: userID, firstName: firstName, nestedPart: nestedPart)
  }

  func write(_ writer: inout SchemaWriter) {
    let keys = writer.beginObject(Self.keys)
    writer.member(keys, 0, userID)
    writer.member(keys, 1, firstName)
    writer.member(keys, 2, nestedPart)
    writer.endObject()
  }

  static var schema: JSONSchema { JSONSchema(.object) }
}

extension MappedPart: Schema {
  private static let keys = SchemaKeys(of: MappedPart.self, .required("someValue", Int.self))

  static func read(_ reader: inout SchemaReader) -> MappedPart? {
    guard var object = reader.beginObject(keys) else { return nil }
    var someValue: Int?
    while reader.nextMember(&object) != nil { someValue = reader.value(Int.self) }
    guard reader.endObject(object), let someValue else { return nil }
    return MappedPart(someValue: someValue)
  }

  func write(_ writer: inout SchemaWriter) {
    let keys = writer.beginObject(Self.keys)
    writer.member(keys, 0, someValue)
    writer.endObject()
  }

  static var schema: JSONSchema { JSONSchema(.object) }
}

/// The key of one of 150 members.
struct WideKey: CodingKey {
  static let count = 150

  let index: Int
  var stringValue: String { "member\(index)" }
  var intValue: Int? { nil }

  init(_ index: Int) { self.index = index }
  init?(intValue: Int) { nil }
  init?(stringValue: String) {
    guard stringValue.hasPrefix("member"), let index = Int(stringValue.dropFirst(6)), index < Self.count else {
      return nil
    }
    self.index = index
  }
}

/// An object of 150 members, every tenth of them required.
struct Wide: Equatable {
  var values: [Int?]

  static func isRequired(_ index: Int) -> Bool { index % 10 == 0 }
}

extension Wide: Codable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: WideKey.self)
    values = try (0..<WideKey.count).map { index in
      Self.isRequired(index)
        ? try container.decode(Int.self, forKey: WideKey(index))
        : try container.decodeIfPresent(Int.self, forKey: WideKey(index))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: WideKey.self)
    for (index, value) in values.enumerated() {
      if Self.isRequired(index) {
        try container.encode(value ?? 0, forKey: WideKey(index))
      } else {
        try container.encodeIfPresent(value, forKey: WideKey(index))
      }
    }
  }
}

extension Wide: Schema {
  private static let keys = SchemaKeys(
    of: Wide.self,
    members: (0..<WideKey.count).map { index in
      isRequired(index) ? .required(WideKey(index).stringValue, Int.self) : .optional(WideKey(index).stringValue)
    })

  static func read(_ reader: inout SchemaReader) -> Wide? {
    guard var object = reader.beginObject(keys) else { return nil }
    var values = [Int?](repeating: nil, count: WideKey.count)
    while let member = reader.nextMember(&object) {
      values[member] = isRequired(member) ? reader.value(Int.self) : reader.optional(Int.self)
    }
    return reader.endObject(object) ? Wide(values: values) : nil
  }

  func write(_ writer: inout SchemaWriter) {
    let keys = writer.beginObject(Self.keys)
    for (index, value) in values.enumerated() {
      if Self.isRequired(index) {
        writer.member(keys, index, value ?? 0)
      } else {
        writer.optionalMember(keys, index, value)
      }
    }
    writer.endObject()
  }

  static var schema: JSONSchema { JSONSchema(.object) }
}

/// Names that no Swift property has.
struct OddNames: Codable, Equatable {
  var quote: Int
  var empty: Int
  var emoji: Int

  enum CodingKeys: String, CodingKey {
    case quote = "a\"\\b"
    case empty = ""
    case emoji = "🎉 and a long name"
  }
}

extension OddNames: Schema {
  private static let keys = SchemaKeys(
    of: OddNames.self, .required("a\"\\b", Int.self), .required("", Int.self),
    .required("🎉 and a long name", Int.self))

  static func read(_ reader: inout SchemaReader) -> OddNames? {
    guard var object = reader.beginObject(keys) else { return nil }
    var quote: Int?
    var empty: Int?
    var emoji: Int?
    while let member = reader.nextMember(&object) {
      switch member {
      case 0: quote = reader.value(Int.self)
      case 1: empty = reader.value(Int.self)
      default: emoji = reader.value(Int.self)
      }
    }
    guard reader.endObject(object), let quote, let empty, let emoji else { return nil }
    return OddNames(quote: quote, empty: empty, emoji: emoji)
  }

  func write(_ writer: inout SchemaWriter) {
    let keys = writer.beginObject(Self.keys)
    writer.member(keys, 0, quote)
    writer.member(keys, 1, empty)
    writer.member(keys, 2, emoji)
    writer.endObject()
  }

  static var schema: JSONSchema { JSONSchema(.object) }
}
