import FoundationEssentials
import Testing

@testable import ContractCoding

@Suite("JSON writer")
struct JSONWriterTests {
  private func write<T: Encodable>(_ value: T) throws -> String {
    String(decoding: try JSONWriter.bytes(of: value), as: UTF8.self)
  }

  @Test("Members are written in the order of declaration")
  func order() throws {
    struct Ordered: Encodable {
      var zebra = 1
      var apple = "a"
      var none: Int?
      var mango: [Bool] = [true, false]
      var inner = Inner()
      struct Inner: Encodable { var y = 0.5, x = Int8(-1) }
    }
    #expect(try write(Ordered()) == #"{"zebra":1,"apple":"a","mango":[true,false],"inner":{"y":0.5,"x":-1}}"#)
  }

  @Test("Values of every standard type are written")
  func scalars() throws {
    #expect(
      try write(["/\"\\\u{8}\t\n\u{C}\r\u{1}\u{1F}\u{7F}é😀\u{2028}"])
        == "[\"/\\\"\\\\\\b\\t\\n\\f\\r\\u0001\\u001f\u{7F}é😀\u{2028}\"]")
    #expect(
      try write([Int.min, .max, 0, -1, 10, 99, 100]) == "[-9223372036854775808,9223372036854775807,0,-1,10,99,100]")
    #expect(try write([UInt64.max]) == "[18446744073709551615]")
    #expect(try write([Int128.min]) == "[-170141183460469231731687303715884105728]")
    #expect(try write([UInt128.max]) == "[340282366920938463463374607431768211455]")
    #expect(
      try write([1.0, -0.0, 0.1, 1e-7, 1e20, .leastNonzeroMagnitude, 1.7976931348623157e308])
        == "[1,-0,0.1,1e-07,1e+20,5e-324,1.7976931348623157e+308]")
    #expect(try write([Float(0.1), 16_777_216]) == "[0.1,16777216]")
    #expect(try write([nil, 1] as [Int?]) == "[null,1]")
    #expect(try write(Data([1, 2, 255])) == "\"AQL/\"")
    #expect(try write([URL(string: "http://a/b?c")]) == "[\"http://a/b?c\"]")
    #expect(try write(Decimal(string: "1.50")) == "1.5")
    #expect(
      try write(["a": UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")])
        == "{\"a\":\"E621E1F8-C36C-495A-93FC-0C247A3E6E5F\"}")
    #expect(try write([7: "x"]) == "{\"7\":\"x\"}")
    #expect(try write([Suit.hearts: 1]) == "{\"hearts\":1}")
    #expect(try write([0.5: true]) == "[0.5,true]")
    #expect(try write(Shape.circle(radius: 2)) == "{\"circle\":{\"radius\":2}}")
    #expect(try write(nil as Int?) == "null")
    #expect(try write([UInt8(1), 2]) == "[1,2]" && write([String]()) == "[]" && write([String: Int]()) == "{}")
  }

  @Test(
    "Numbers and dates without a JSON form are refused with their path", arguments: [Double.nan, .infinity, -.infinity])
  func refusals(_ value: Double) {
    struct Row: Encodable {
      var id = 1
      var values: [String: [Double]]
    }
    expectRefusal([Row(values: ["a/b": [0, value]])], at: "/0/values/a~1b/1")
    expectRefusal(value, at: "")
    expectRefusal([Float(value)], at: "/0")
    expectRefusal(["x": Decimal.nan], at: "/x")
    expectRefusal(["x": Date(timeIntervalSinceReferenceDate: value)], at: "/x")
    expectRefusal([Date.distantFuture.addingTimeInterval(1e12)], at: "/0")
  }

  private func expectRefusal<T: Encodable>(
    _ value: T, at pointer: String, _ location: SourceLocation = #_sourceLocation
  ) {
    #expect(sourceLocation: location) {
      try JSONWriter.bytes(of: value)
    } throws: { error in
      guard case .invalidValue(_, let context)? = error as? EncodingError else { return false }
      return JSONPath.pointer(context.codingPath) == pointer
    }
  }

  // MARK: - Encoder

  @Test("Containers that are filled out of order are written in the order of their creation")
  func outOfOrder() throws {
    struct Jumble: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: JSONPath.self)
        let late = container.superEncoder(forKey: .name("late"))
        var nested = container.nestedContainer(keyedBy: JSONPath.self, forKey: .name("nested"))
        try container.encode(1, forKey: .name("a"))
        try nested.encode("x", forKey: .name("b"))
        var list = container.nestedUnkeyedContainer(forKey: .name("list"))
        var again = encoder.container(keyedBy: JSONPath.self)
        try again.encodeNil(forKey: .name("c"))
        try list.encode(1)
        var inner = list.nestedContainer(keyedBy: JSONPath.self)
        var innermost = list.nestedUnkeyedContainer()
        try list.encode(4)
        try inner.encode(2, forKey: .name("two"))
        try innermost.encode(3)
        try nested.encode(["y"], forKey: .name("d"))
        var lateValue = late.singleValueContainer()
        try lateValue.encode([1.5])
        _ = container.superEncoder()
        #expect(list.count == 4)
        #expect(JSONPath.pointer(nested.codingPath) == "/0/nested")
        #expect(JSONPath.pointer(encoder.codingPath) == "/0")
      }
    }
    #expect(
      try write([Jumble()])
        == #"[{"late":[1.5],"nested":{"b":"x","d":["y"]},"a":1,"list":[1,{"two":2},[3],4],"c":null,"super":{}}]"#)
  }

  @Test("The members of a superclass are written inline or under the key `super`")
  func classes() throws {
    class Animal: Encodable { var legs = 4 }
    final class Dog: Animal {
      var name = "rex"
      enum Keys: String, CodingKey { case name }
      override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(name, forKey: .name)
        try super.encode(to: encoder)
      }
    }
    final class Cat: Animal {
      enum Keys: String, CodingKey { case name }
      override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try super.encode(to: container.superEncoder())
        try container.encode("tom", forKey: .name)
      }
    }
    #expect(try write([Dog()]) == #"[{"name":"rex","legs":4}]"#)
    #expect(try write([Cat()]) == #"[{"super":{"legs":4},"name":"tom"}]"#)
  }

  @Test("A member whose value failed to encode is removed")
  func takesBack() throws {
    struct Fallback: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: JSONPath.self)
        try container.encode(1, forKey: .name("a"))
        try? container.encode(["x": [Double.nan]], forKey: .name("bad"))
        try? container.encode(Halfway(), forKey: .name("worse"))
        var list = container.nestedUnkeyedContainer(forKey: .name("list"))
        try? list.encode(Double.nan)
        try list.encode(2)
        try? list.encode([Double.nan])
        try container.encode(OneOf(), forKey: .name("one"))
      }
    }
    struct Halfway: Encodable {
      func encode(to encoder: any Encoder) throws {
        var list = encoder.unkeyedContainer()
        try list.encode(1)
        _ = list.nestedContainer(keyedBy: JSONPath.self)
        throw CancellationError()
      }
    }
    struct OneOf: Encodable {
      func encode(to encoder: any Encoder) throws {
        var single = encoder.singleValueContainer()
        do { try single.encode([Double.infinity]) } catch { try single.encode("fallback") }
      }
    }
    #expect(try write(Fallback()) == #"{"a":1,"list":[2],"one":"fallback"}"#)
  }

  /// Writes a value that JSON cannot represent, and then another one instead.
  private struct Second: Encodable {
    enum Choice: Sendable {
      case null, text, list, object, shape, nested
    }

    let choice: Choice

    func encode(to encoder: any Encoder) throws {
      var single = encoder.singleValueContainer()
      do {
        try single.encode(Shape.circle(radius: .nan))
      } catch {
        switch choice {
        case .null: try single.encodeNil()
        case .text: try single.encode("longer than all that was taken back")
        case .list: try single.encode(["a", "b"])
        case .object: try single.encode(["a": [1, 2]])
        case .shape: try single.encode(Shape.circle(radius: 2))
        case .nested: try single.encode([Second(choice: .shape), Second(choice: .text)])
        }
      }
    }
  }

  // Foundation cannot be compared here: it keeps parts of the first value, or traps.
  @Test(
    "A single value replaces a failed value that has nested containers",
    arguments: [
      (Second.Choice.null, "null"),
      (.text, #""longer than all that was taken back""#),
      (.list, #"["a","b"]"#),
      (.object, #"{"a":[1,2]}"#),
      (.shape, #"{"circle":{"radius":2}}"#),
      (.nested, #"[{"circle":{"radius":2}},"longer than all that was taken back"]"#),
    ])
  private func takesBackSingle(_ choice: Second.Choice, text: String) throws {
    let second = Second(choice: choice)
    #expect(try write(second) == text)
    #expect(try write([second, second]) == "[\(text),\(text)]")
    #expect(try write(["a": second]) == #"{"a":\#(text)}"#)
    #expect(try write(["a": [[second], [second, second]]]) == #"{"a":[[\#(text)],[\#(text),\#(text)]]}"#)
  }

  @Test("A value that writes nothing becomes an empty object, and is refused at the root")
  func nothing() throws {
    struct Nothing: Encodable {
      func encode(to encoder: any Encoder) throws {}
    }
    #expect(try write(["a": Nothing()]) == #"{"a":{}}"#)
    #expect(throws: EncodingError.self) { try write(Nothing()) }
  }

  @Test("Misuse of encoding containers throws an `EncodingError`")
  func misuse() {
    struct TwoKinds: Encodable {
      func encode(to encoder: any Encoder) throws {
        _ = encoder.unkeyedContainer()
        var container = encoder.container(keyedBy: JSONPath.self)
        try? container.encode(1, forKey: .name("a"))
      }
    }
    struct TwoValues: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(1)
        try? container.encode(2)
      }
    }
    final class Keeper: Encodable {
      nonisolated(unsafe) static var kept: (any UnkeyedEncodingContainer)?
      func encode(to encoder: any Encoder) throws {
        var list = encoder.unkeyedContainer()
        try list.encode(1)
        Self.kept = list
      }
    }
    struct Late: Encodable {
      func encode(to encoder: any Encoder) throws {
        var list = encoder.unkeyedContainer()
        try list.encode(Keeper())
        try? Keeper.kept?.encode(2)
        try? list.encode(3)
      }
    }
    struct Outer: Encodable {
      func encode(to encoder: any Encoder) throws {
        var list = encoder.unkeyedContainer()
        try list.encode(Inner(outer: list))
      }
      struct Inner: Encodable {
        let outer: any UnkeyedEncodingContainer
        func encode(to encoder: any Encoder) throws {
          var outer = outer
          try outer.encode(1)
        }
      }
    }
    #expect(throws: EncodingError.self) { try write(TwoKinds()) }
    #expect(throws: EncodingError.self) { try write(TwoValues()) }
    #expect(throws: EncodingError.self) { try write(Late()) }
    #expect(throws: EncodingError.self) { try write(Outer()) }
  }

  // MARK: - Streaming

  @Test("Members are written one by one, with commas between them")
  func streaming() throws {
    var writer = JSONWriter(appendingTo: Array("data: ".utf8))
    writer.beginObject()
    writer.key("a\"")
    writer.beginArray()
    writer.endArray()
    writer.key("b")
    writer.beginArray()
    writer.write(1)
    writer.write("x")
    writer.writeNull()
    writer.write(true)
    writer.beginObject()
    writer.endObject()
    try writer.write(0.5)
    writer.write(UInt64.max)
    writer.write(["p", "q"])
    writer.write([1, 2])
    writer.write(json: "{\"raw\":1}".utf8)
    try writer.write(Date(timeIntervalSince1970: 0))
    try writer.encode(Address(street: "s", zip: 1))
    writer.endArray()
    writer.key("c")
    try writer.encode([String: Int]())
    writer.endObject()
    #expect(
      String(decoding: writer.bytes, as: UTF8.self)
        == "data: {\"a\\\"\":[],\"b\":[1,\"x\",null,true,{},0.5,18446744073709551615,[\"p\",\"q\"],[1,2],{\"raw\":1},"
        + "\"1970-01-01T00:00:00Z\",{\"street\":\"s\",\"zip\":1}],\"c\":{}}")
  }

  @Test("A writer is unchanged by a value that fails to encode, and can return to a mark")
  func rollsBack() throws {
    var writer = JSONWriter()
    writer.beginArray()
    let mark = writer.mark()
    for _ in 0..<2 {
      #expect(throws: EncodingError.self) { try writer.encode(["a": [1, Double.nan]]) }
      #expect(throws: EncodingError.self) { try writer.write(Double.infinity) }
    }
    writer.write(1)
    #expect(throws: EncodingError.self) { try writer.encode([Double.nan]) }
    writer.write(2)
    writer.endArray()
    #expect(String(decoding: writer.bytes, as: UTF8.self) == "[1,2]")
    writer.rollBack(to: mark)
    writer.write("again")
    writer.endArray()
    #expect(String(decoding: writer.bytes, as: UTF8.self) == "[\"again\"]")
  }
}
