package import ContractCoding
import FoundationEssentials

// Handwritten versions of the code that `@Schema` generates, because the fuzzers are built without macros.

extension JSONOracle.Members: Schema {
  private static let keys = SchemaKeys(
    of: Self.self, .optional("s"), .optional("b"), .optional("i"), .optional("j"), .optional("k"), .optional("q"),
    .optional("d"), .optional("f"), .optional("z"), .optional("t"), .optional("y"), .optional("x"), .optional("u"),
    .optional("l"), .optional("n"), .optional("o"), .optional("p"), .optional("c"), .optional("m"))

  package static func read(_ reader: inout SchemaReader) -> Self? {
    guard var object = reader.beginObject(keys) else { return nil }
    var value = Self()
    while let member = reader.nextMember(&object) {
      switch member {
      case 0: value.s = reader.optional(String.self)
      case 1: value.b = reader.optional(Bool.self)
      case 2: value.i = reader.optional(Int.self)
      case 3: value.j = reader.optional(Int8.self)
      case 4: value.k = reader.optional(UInt64.self)
      case 5: value.q = reader.optional(Int128.self)
      case 6: value.d = reader.optional(Double.self)
      case 7: value.f = reader.optional(Float.self)
      case 8: value.z = reader.optional(Decimal.self)
      case 9: value.t = reader.optional(Date.self)
      case 10: value.y = reader.optional(Data.self)
      case 11: value.x = reader.optional(UUID.self)
      case 12: value.u = reader.optional(URL.self)
      case 13: value.l = reader.optional([Int].self)
      case 14: value.n = reader.optional([String?].self)
      case 15: value.o = reader.optional([String: Double].self)
      case 16: value.p = reader.optional([Int: String].self)
      case 17: value.c = reader.optional(Choice.self)
      default: value.m = reader.optional([Self].self)
      }
    }
    return reader.endObject(object) ? value : nil
  }

  package func write(_ writer: inout SchemaWriter) {
    let keys = writer.beginObject(Self.keys)
    writer.optionalMember(keys, 0, s)
    writer.optionalMember(keys, 1, b)
    writer.optionalMember(keys, 2, i)
    writer.optionalMember(keys, 3, j)
    writer.optionalMember(keys, 4, k)
    writer.optionalMember(keys, 5, q)
    writer.optionalMember(keys, 6, d)
    writer.optionalMember(keys, 7, f)
    writer.optionalMember(keys, 8, z)
    writer.optionalMember(keys, 9, t)
    writer.optionalMember(keys, 10, y)
    writer.optionalMember(keys, 11, x)
    writer.optionalMember(keys, 12, u)
    writer.optionalMember(keys, 13, l)
    writer.optionalMember(keys, 14, n)
    writer.optionalMember(keys, 15, o)
    writer.optionalMember(keys, 16, p)
    writer.optionalMember(keys, 17, c)
    writer.optionalMember(keys, 18, m)
    writer.endObject()
  }

  package static var schema: JSONSchema { JSONSchema(keys) }
}

extension JSONOracle.Members.Choice: Schema {
  private static let keys = SchemaKeys(of: Self.self, .optional("none"), .optional("one"), .optional("two"))
  private static let one = SchemaKeys(.required("_0", Int.self))
  private static let two = SchemaKeys(.required("a", String.self), .required("b", [JSONOracle.Members].self))

  package static func read(_ reader: inout SchemaReader) -> Self? {
    guard var object = reader.beginObject(keys) else { return nil }
    var value: Self?
    while let member = reader.nextMember(&object) {
      switch member {
      case 0:
        if reader.emptyObject() { value = Self.none }
      case 1:
        guard var object = reader.beginObject(one) else { continue }
        var number: Int?
        while reader.nextMember(&object) != nil { number = reader.value(Int.self) }
        if reader.endObject(object), let number { value = .one(number) }
      default:
        guard var object = reader.beginObject(two) else { continue }
        var a: String?
        var b: [JSONOracle.Members]?
        while let member = reader.nextMember(&object) {
          switch member {
          case 0: a = reader.value(String.self)
          default: b = reader.value([JSONOracle.Members].self)
          }
        }
        if reader.endObject(object), let a, let b { value = .two(a: a, b: b) }
      }
    }
    return reader.endChoice(object) ? value : nil
  }

  package func write(_ writer: inout SchemaWriter) {
    let keys = writer.beginObject(Self.keys)
    switch self {
    case .none: writer.emptyMember(keys, 0)
    case .one(let number):
      writer.beginMember(keys, 1)
      let names = writer.beginObject(Self.one)
      writer.member(names, 0, number)
      writer.endObject()
      writer.endMember()
    case .two(let a, let b):
      writer.beginMember(keys, 2)
      let names = writer.beginObject(Self.two)
      writer.member(names, 0, a)
      writer.member(names, 1, b)
      writer.endObject()
      writer.endMember()
    }
    writer.endObject()
  }

  package static var schema: JSONSchema { JSONSchema(keys, cases: [nil, one, two]) }
}

extension JSONOracle {
  /// An object with required members, and any others.
  package struct Required: Codable, Equatable, Schema {
    package var a: Int
    package var s: String
    package var o: [String: [Required]]

    private static let keys = SchemaKeys(
      of: Self.self, .required("a", Int.self), .required("s", String.self), .required("o", [String: [Self]].self))

    package static func read(_ reader: inout SchemaReader) -> Self? {
      guard var object = reader.beginObject(keys) else { return nil }
      var a: Int?
      var s: String?
      var o: [String: [Self]]?
      while let member = reader.nextMember(&object) {
        switch member {
        case 0: a = reader.value(Int.self)
        case 1: s = reader.value(String.self)
        default: o = reader.value([String: [Self]].self)
        }
      }
      guard reader.endObject(object), let a, let s, let o else { return nil }
      return Self(a: a, s: s, o: o)
    }

    package func write(_ writer: inout SchemaWriter) {
      let keys = writer.beginObject(Self.keys)
      writer.member(keys, 0, a)
      writer.member(keys, 1, s)
      writer.member(keys, 2, o)
      writer.endObject()
    }

    package static var schema: JSONSchema { JSONSchema(keys) }
  }

  /// A type that reads nothing.
  package struct Skipped: Codable, Equatable, Schema {
    package static func read(_ reader: inout SchemaReader) -> Self? {
      reader.skip()
      return Self()
    }

    package func write(_ writer: inout SchemaWriter) {
      _ = writer.beginObject(Self.keys)
      writer.endObject()
    }

    private static let keys = SchemaKeys(of: Self.self)

    package static var schema: JSONSchema { JSONSchema(keys) }
  }
}
