import ContractTestSupport
import FoundationEssentials
import Testing

@testable import ContractCoding

@Suite("JSON reader", .ownThreads)
struct JSONReaderTests {
  private func read<T: Decodable>(_ type: T.Type, _ text: String) throws -> T {
    try JSONReader().decode(T.self, from: Array(text.utf8))
  }

  // MARK: - Nodes

  @Test("A node returns its kind, members, pointer and value, or nil for a value of another type")
  func nodes() throws {
    let text = #"{"a/b":[1,{"~":true}],"n\u0061me":"x\ny","big":12345678901234567890,"null":null,"r":1.50e1}"#
    let root = try JSONDocument(Array(text.utf8)).root
    #expect(root.kind == .object && root.count == 5 && root.pointer == "")
    #expect(root.member("name")?.string == "x\ny")
    #expect(root.member("nothing") == nil)
    #expect(root.member("big")?.integer(as: UInt64.self) == 12_345_678_901_234_567_890)
    #expect(root.member("big")?.integer() == nil)
    #expect(root.member("null")?.isNull == true && root.member("null")?.kind == .null)
    let number = try #require(root.member("r"))
    #expect(number.numberText == "1.50e1" && number.double == 15 && number.integer() == 15 && number.string == nil)
    let array = try #require(root.member("a/b"))
    #expect(array.kind == .array && array.count == 2 && array.pointer == "/a~1b")
    #expect(array.elements.map(\.kind) == [.number, .object])
    let inner = try #require(Array(array.elements).last?.member("~"))
    #expect(inner.bool == true && inner.pointer == "/a~1b/1/~0" && inner.count == 0)
    #expect(root.members.map(\.name) == ["a/b", "name", "big", "null", "r"])
    #expect(inner.elements.map(\.kind).isEmpty && inner.members.map(\.name).isEmpty && inner.member("a") == nil)
  }

  @Test("The first of several members with one name is found, in small and large objects")
  func repeated() throws {
    for count in [2, 16, 17, 40, 500] {
      var members = (0..<count).map { "\"k\($0)\":\($0)" }
      members.append("\"k1\":-1")
      members.append("\"\\u006b0\":-1")
      members.append("\"\\u006cate\":7")
      let document = try JSONDocument(Array("{\(members.joined(separator: ","))}".utf8))
      let values = try JSONReader().decode([String: Int].self, from: document)
      #expect(values.count == count + 1 && values["k0"] == 0 && values["k1"] == 1 && values["late"] == 7)
      #expect(document.root.member("k1")?.integer() == 1 && document.root.member("late")?.integer() == 7)
    }
  }

  @Test("An object of 100,000 members is decoded within 60 s, without quadratic work")
  func large() throws {
    let members = (0..<100_000).map { "\"key number \($0)\":\($0)" }
    let bytes = Array("{\(members.joined(separator: ","))}".utf8)
    let elapsed = try ContinuousClock().measure {
      let values = try JSONReader().decode([String: Int].self, from: bytes)
      #expect(values.count == 100_000)
    }
    // Quadratic work would be ten thousand million steps.
    #expect(elapsed < .seconds(60))
  }

  @Test("A path finder returns the path of each value, in any order of lookups")
  func paths() throws {
    var generator = Randomness.Generator(seed: 31)
    let bytes = try JSONWriter.bytes(of: (0..<3).map { _ in Everything(random: &generator, depth: 2) })
    let tape = try JSONDocument(bytes).tape
    var indices: [Int] = []
    collect(JSONDocument.Node(tape: tape, index: 0), &indices)
    var finder = JSONPathFinder()
    for order in [indices, indices.reversed(), indices.shuffled(using: &generator)] {
      for index in order {
        let path = finder.path(to: index, in: tape)
        #expect(tape.index(at: path) == index && path == tape.path(to: index))
      }
    }
  }

  private func collect(_ node: JSONDocument.Node, _ indices: inout [Int]) {
    indices.append(node.index)
    for element in node.elements { collect(element, &indices) }
    for (_, value) in node.members { collect(value, &indices) }
  }

  @Test("100,000 values of a type that tries two decodings are decoded within 60 s, without quadratic work")
  func alternatives() throws {
    let bytes = Array("[\(Array(repeating: "\"x\"", count: 100_000).joined(separator: ","))]".utf8)
    let elapsed = try ContinuousClock().measure {
      let values = try JSONReader().decode([IntOrString].self, from: bytes)
      #expect(values.count == 100_000)
    }
    #expect(elapsed < .seconds(60))
  }

  // MARK: - Decoder

  @Test("A class can decode nested containers and super decoders")
  func containers() throws {
    let text = """
      {"kind":"x","super":{"name":"base"},"point":[1,[2,3],{"z":4},null,[5]],"inner":{"deep":{"value":9}},"other":7}
      """
    let value = try read(Contorted.self, text)
    #expect(value.name == "base" && value.kind == "x" && value.point == [1, 2, 3, 4, 5] && value.deep == 9)
    #expect(value.other == 7)
    #expect(value.path == "/inner/deep" && value.keys == ["kind", "super", "point", "inner", "other"])
  }

  @Test("A super decoder for a missing key decodes nil and has the path of the key")
  func missingSuper() throws {
    struct Probe: Decodable {
      let isNil: Bool
      let path: String
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: JSONPath.self)
        let parent = try container.superDecoder(forKey: .name("p"))
        isNil = try parent.singleValueContainer().decodeNil()
        path = JSONPath.pointer(parent.codingPath)
      }
    }
    let probe = try read([Probe].self, "[{}]")
    #expect(probe[0].isNil && probe[0].path == "/0/p")
  }

  @Test("An element that failed to decode is not skipped")
  func retry() throws {
    struct Mixed: Decodable {
      var texts: [String] = []
      init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        #expect(container.count == 4 && container.currentIndex == 0)
        while !container.isAtEnd {
          if try container.decodeNil() {
            texts.append("nil")
          } else if let number = try? container.decode(Int.self) {
            texts.append("#\(number)")
          } else {
            texts.append(try container.decode(String.self))
          }
        }
        #expect(throws: DecodingError.self) { try container.decode(Int.self) }
      }
    }
    #expect(try read(Mixed.self, #"[1,"a",null,2]"#).texts == ["#1", "a", "nil", "#2"])
  }

  @Test("The `userInfo` of a reader or a writer is passed to the types that it codes")
  func userInfo() throws {
    struct Probe: Codable {
      static let key = CodingUserInfoKey(rawValue: "probe")
      var value: Int
      init(from decoder: any Decoder) throws {
        value = Self.key.flatMap { decoder.userInfo[$0] as? Int } ?? 0
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(Self.key.flatMap { encoder.userInfo[$0] as? Int } ?? 0)
      }
    }
    let key = try #require(Probe.key)
    let probe = try JSONReader(userInfo: [key: 5]).decode(Probe.self, from: Array("{}".utf8))
    #expect(probe.value == 5)
    #expect(String(decoding: try JSONWriter.bytes(of: [probe], userInfo: [key: 6]), as: UTF8.self) == "[6]")
  }

  @Test("Each decoding error has its `DecodingError` case, the path to the value and a description")
  func errors() throws {
    struct Row: Decodable {
      var id: Int8
      var at: Date?
    }
    let table: [(String, String)] = [
      (#"{"rows":[{"id":1},{"at":null}]}"#, "keyNotFound /rows/1 The member \"id\" is missing."),
      (#"{"rows":[{"id":"x"}]}"#, "typeMismatch /rows/0/id Expected a value of type Int8, found \"x\"."),
      (#"{"rows":[{"id":null}]}"#, "valueNotFound /rows/0/id Expected a value of type Int8, found null."),
      (#"{"rows":[{"id":300}]}"#, "dataCorrupted /rows/0/id 300 is out of range for Int8."),
      (#"{"rows":[{"id":1,"at":"now"}]}"#, "dataCorrupted /rows/0/at The string is not a valid Date."),
      (#"{"rows":{"id":1}}"#, "typeMismatch /rows Expected an array, found an object."),
      (#"{"rows":[[]]}"#, "typeMismatch /rows/0 Expected an object, found an array."),
      (#"{"rows":[null]}"#, "valueNotFound /rows/0 Expected an object, found null."),
    ]
    for (text, expected) in table {
      #expect {
        try read([String: [Row]].self, text)
      } throws: { error in
        guard let error = error as? DecodingError, let context = error.context else { return false }
        let kind =
          "\(error)".contains("keyNotFound") ? "keyNotFound" : String("\(error)".dropFirst(14).prefix { $0 != ":" })
        let found = "\(kind) \(JSONPath.pointer(context.codingPath)) \(context.debugDescription)"
        if found != expected { Issue.record("\(found)") }
        return found == expected
      }
    }
  }

  @Test("An error thrown while decoding a node has the path from the root of the document")
  func fromNode() throws {
    let root = try JSONDocument(Array(#"{"a":{"b":"x"}}"#.utf8)).root
    let node = try #require(root.member("a"))
    #expect {
      try JSONReader().decode([String: Int].self, at: node)
    } throws: {
      JSONPath.pointer(($0 as? DecodingError)?.context?.codingPath ?? []) == "/a/b"
    }
  }

  @Test("Dates are read and written with the configured strategy")
  func dates() throws {
    let moment = Date(timeIntervalSince1970: 1_500_000_000.25)
    let table: [(DateStrategy, String)] = [
      (.rfc3339, #"["2017-07-14T02:40:00.25Z"]"#), (.secondsSince1970, "[1500000000.25]"),
      (.millisecondsSince1970, "[1500000000250]"), (.deferredToDate, "[521692800.25]"),
    ]
    for (strategy, text) in table {
      let options = JSONOptions(dates: strategy)
      #expect(try JSONReader(options: options).decode([Date].self, from: Array(text.utf8)) == [moment])
      #expect(String(decoding: try JSONWriter.bytes(of: [moment], options: options), as: UTF8.self) == text)
    }
    #expect(try read(Date.self, #""2017\u002D07-14T02:40:00.25Z""#) == moment)
    #expect(throws: DecodingError.self) { try read(Date.self, "1500000000") }
  }

  @Test("Texts deeper or longer than the limits of a reader are refused")
  func limits() {
    let reader = JSONReader(limits: JSONLimits(maxDepth: 1, maxBytes: 10))
    #expect(throws: JSONSyntaxError.self) { try reader.decode([[Int]].self, from: Array("[[]]".utf8)) }
    #expect(throws: JSONSyntaxError.self) { try reader.decode([Int].self, from: Array("[1,2,3,4,5]".utf8)) }
  }
}

private class Base: Decodable {
  let name: String
}

private final class Contorted: Base {
  let kind: String
  let point: [Int]
  let deep: Int
  let path: String
  let keys: [String]
  let other: Int

  enum Keys: String, CodingKey { case kind, point, inner, `super`, deep, value, z, other }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    kind = try container.decode(String.self, forKey: .kind)
    keys = container.allKeys.map(\.stringValue)
    var list = try container.nestedUnkeyedContainer(forKey: .point)
    var point = [try list.decode(Int.self)]
    var inner = try list.nestedUnkeyedContainer()
    while !inner.isAtEnd { point.append(try inner.decode(Int.self)) }
    point.append(try list.nestedContainer(keyedBy: Keys.self).decode(Int.self, forKey: .z))
    _ = try list.decodeNil()
    var last = try list.superDecoder().unkeyedContainer()
    point.append(try last.decode(Int.self))
    self.point = point
    let deepest = try container.nestedContainer(keyedBy: Keys.self, forKey: .inner)
      .nestedContainer(keyedBy: Keys.self, forKey: .deep)
    deep = try deepest.decode(Int.self, forKey: .value)
    path = JSONPath.pointer(deepest.codingPath)
    other = try container.superDecoder(forKey: .other).singleValueContainer().decode(Int.self)
    try super.init(from: container.superDecoder())
  }
}
