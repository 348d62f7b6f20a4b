import ContractFuzzers
import ContractTestSupport
import FoundationEssentials
import Testing

@testable import ContractCoding

/// Random texts and values with every option, read and written by this package and by Foundation.
@Suite("Generated JSON", .ownThreads)
struct JSONGeneratedTests {
  @Test("Random JSON texts are decoded as in Foundation", arguments: 0..<4)
  func texts(seed: UInt64) {
    var generator = Randomness.Generator(seed: seed)
    let oracle = JSONOracle()
    for _ in 0..<500 {
      let bytes = Array(JSONTextGenerator.value(&generator, depth: 4).utf8)
      #expect((try? JSONDocument(bytes)) != nil)
      expectNone(oracle.complaint(about: JSONOracle.Tree.self, bytes, readsAll: true))
    }
  }

  @Test("Random JSON objects are decoded as in Foundation, or refused by both decoders", arguments: 0..<4)
  func members(seed: UInt64) {
    var generator = Randomness.Generator(seed: seed + 100)
    let oracle = JSONOracle()
    var count = 0
    for _ in 0..<500 {
      let bytes = Array(JSONTextGenerator.members(&generator, depth: 2).utf8)
      if (try? JSONReader(options: .init(dates: .deferredToDate)).decode(JSONOracle.Members.self, from: bytes)) != nil {
        count += 1
      }
      expectNone(oracle.complaint(about: JSONOracle.Members.self, bytes))
    }
    // With fewer accepted texts, mostly refusals would have been compared.
    #expect(count > 100)
  }

  @Test("Modified texts are refused if Foundation refuses them", arguments: 0..<4)
  func mutations(seed: UInt64) {
    var generator = Randomness.Generator(seed: seed + 200)
    let oracle = JSONOracle()
    for _ in 0..<500 {
      let isObject = Bool.random(using: &generator)
      let text =
        isObject
        ? JSONTextGenerator.members(&generator, depth: 2) : JSONTextGenerator.value(&generator, depth: 3)
      let bytes = mutated(Array(text.utf8), &generator)
      expectNone(oracle.complaint(about: JSONOracle.Tree.self, bytes, readsAll: true))
      expectNone(oracle.complaint(about: JSONOracle.Members.self, bytes))
    }
  }

  @Test("Interleaved containers, super coders and user info agree with Foundation")
  func woven() throws {
    var generator = Randomness.Generator(seed: 300)
    let key = try #require(Woven.key)
    let encoder = JSONEncoder()
    encoder.userInfo[key] = 7
    let decoder = JSONDecoder()
    decoder.userInfo[key] = 7
    let reader = JSONReader(userInfo: [key: 7])
    for _ in 0..<300 {
      let value = Woven(random: &generator, depth: 3)
      let ours = try JSONWriter.bytes(of: value, userInfo: [key: 7])
      let theirs = Array(try encoder.encode(value))
      #expect(try reader.decode(Woven.self, from: ours) == value)
      #expect(try reader.decode(Woven.self, from: theirs) == value)
      #expect(try decoder.decode(Woven.self, from: Data(ours)) == value)
      #expect(try JSONDecoder().decode(JSONOracle.Tree.self, from: Data(ours)) == tree(theirs))
      let changed = mutated(ours, &generator)
      expectNone(JSONOracle(reader: reader, decoder: decoder).complaint(about: Woven.self, changed))
    }
    #expect(throws: DecodingError.self) { try JSONReader().decode(Woven.self, from: Array("{}".utf8)) }
  }

  @Test("Each date strategy writes and reads dates like the corresponding strategy of Foundation")
  func dates() throws {
    let encoder = JSONEncoder()
    let decoder = JSONDecoder()
    let table: [(DateStrategy, JSONEncoder.DateEncodingStrategy, JSONDecoder.DateDecodingStrategy)] = [
      (.deferredToDate, .deferredToDate, .deferredToDate), (.secondsSince1970, .secondsSince1970, .secondsSince1970),
      (.millisecondsSince1970, .millisecondsSince1970, .millisecondsSince1970), (.rfc3339, .iso8601, .iso8601),
    ]
    var generator = Randomness.Generator(seed: 400)
    for (strategy, encoding, decoding) in table {
      encoder.dateEncodingStrategy = encoding
      decoder.dateDecodingStrategy = decoding
      let options = JSONOptions(dates: strategy)
      for _ in 0..<500 {
        // Foundation's `iso8601` has no fractions of a second, and the Julian calendar before 1582-10-15.
        var date = RandomValue.date(&generator)
        if case .rfc3339 = strategy {
          date = Date(timeIntervalSince1970: max(date.timeIntervalSince1970.rounded(), -12_219_292_800))
        }
        let ours = try JSONWriter.bytes(of: [date], options: options)
        #expect(try ours == Array(encoder.encode([date])))
        expectNone(JSONOracle(options, decoder: decoder).complaint(about: [Date].self, ours))
      }
      for text in ["null", "\"\"", "true", "[]", "\"2026\"", "\"x\"", "1e400"] {
        expectNone(JSONOracle(options, decoder: decoder).complaint(about: Date.self, Array(text.utf8)))
      }
    }
  }

  @Test("Dates are read and written with a custom strategy")
  func customDates() throws {
    let options = JSONOptions(
      dates: .custom(
        encode: { "day \(Int($0.timeIntervalSince1970 / 86_400))" },
        decode: { text in Int(text.dropFirst(4)).map { Date(timeIntervalSince1970: Double($0) * 86_400) } }))
    let dates = ["b": Date(timeIntervalSince1970: 172_800)]
    let bytes = try JSONWriter.bytes(of: dates, options: options)
    #expect(String(decoding: bytes, as: UTF8.self) == #"{"b":"day 2"}"#)
    #expect(try JSONReader(options: options).decode([String: Date].self, from: bytes) == dates)
    #expect(throws: DecodingError.self) {
      try JSONReader(options: options).decode([Date].self, from: Array(#"["day x"]"#.utf8))
    }
    #expect(throws: DecodingError.self) { try JSONReader(options: options).decode(Date.self, from: Array("2".utf8)) }
  }

  @Test("Snake-case keys are mapped as in Foundation, even in modified texts")
  func keys() throws {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let options = JSONOptions(dates: .deferredToDate, keys: .snakeCase)
    var generator = Randomness.Generator(seed: 500)
    for _ in 0..<500 {
      let value = Renamed(random: &generator, depth: 2)
      let ours = try JSONWriter.bytes(of: value, options: options)
      #expect(try tree(ours) == tree(Array(encoder.encode(value))))
      expectNone(JSONOracle(options, decoder: decoder).complaint(about: Renamed.self, ours))
      expectNone(JSONOracle(options, decoder: decoder).complaint(about: Renamed.self, mutated(ours, &generator)))
    }
  }

  @Test("UUIDs are read and written as in Foundation")
  func uuids() throws {
    var generator = Randomness.Generator(seed: 600)
    for _ in 0..<500 {
      let value = UUID.random(using: &generator)
      let bytes = try JSONWriter.bytes(of: [value])
      #expect(String(decoding: bytes, as: UTF8.self) == "[\"\(value.uuidString)\"]")
      #expect(try JSONReader().decode([UUID].self, from: bytes) == [value])
      #expect(try JSONReader().decode(UUID.self, from: Array("\"\(value.uuidString.lowercased())\"".utf8)) == value)
      expectNone(JSONOracle().complaint(about: [UUID].self, mutated(bytes, &generator)))
    }
  }

  // MARK: - Names

  @Test("The first of several members with one name is read, even if one has escapes")
  func firstCounts() throws {
    let texts = [
      #"{"i":1,"i":2}"#, #"{"i":1,"\u0069":2}"#, #"{"\u0069":1,"i":2}"#, #"{"i":1,"i":"x"}"#, #"{"i":1,"j":5,"i":[]}"#,
    ]
    for text in texts {
      let filler = (0..<40).map { "\"x\($0)\":0" }.joined(separator: ",")
      for text in [text, text.replacing("{", with: "{\(filler),")] {
        let members = try JSONReader().decode(JSONOracle.Members.self, from: Array(text.utf8))
        #expect(members.i == 1)
        expectNone(JSONOracle().complaint(about: JSONOracle.Members.self, Array(text.utf8)))
      }
    }
    for text in [#"{"i":"x","i":1}"#, #"{"i":null,"i":1}"#] {
      #expect((try? JSONReader().decode(JSONOracle.Members.self, from: Array(text.utf8)))?.i == nil)
      expectNone(JSONOracle().complaint(about: JSONOracle.Members.self, Array(text.utf8)))
    }
  }

  @Test("Member names with equal first and last bytes and equal length are distinguished")
  func similarNames() throws {
    let names = (0..<60).map { "n\(100 + $0)x" } + ["", "a", "aa", "aaa", "aba", "é", "e\u{301}", "日", "月日", "日日"]
    for count in [10, names.count] {
      let some = Array(names.suffix(count))
      let text = "{" + some.enumerated().map { "\"\($1)\":\($0)" }.joined(separator: ",") + "}"
      let document = try JSONDocument(Array(text.utf8))
      for (position, name) in some.enumerated() {
        #expect(document.root.member(name)?.integer() == position, "\(name)")
      }
      #expect(document.root.member("axa") == nil && document.root.member("n") == nil)
    }
  }

  @Test("Names are compared byte for byte, so canonically equal names are two members")
  func equalNames() throws {
    let text = Array("{\"e\u{301}\":1,\"é\":2}".utf8)
    let root = try JSONDocument(text).root
    #expect(root.member("é")?.integer() == 2 && root.member("e\u{301}")?.integer() == 1)
  }

  // MARK: -

  private func expectNone(_ complaint: String?, _ location: SourceLocation = #_sourceLocation) {
    #expect(complaint == nil, sourceLocation: location)
  }

  private func tree(_ bytes: [UInt8]) throws -> JSONOracle.Tree {
    try JSONReader().decode(JSONOracle.Tree.self, from: bytes)
  }

  private func mutated(_ bytes: [UInt8], _ generator: inout Randomness.Generator) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...3, using: &generator) where !bytes.isEmpty {
      let index = Int.random(in: 0..<bytes.count, using: &generator)
      let end = min(bytes.count, index + Int.random(in: 1...6, using: &generator))
      switch Int.random(in: 0...4, using: &generator) {
      case 0: bytes[index] = UInt8.random(in: 0...255, using: &generator)
      case 1: bytes.removeSubrange(index..<end)
      case 2: bytes.insert(contentsOf: bytes[index..<end], at: Int.random(in: 0...bytes.count, using: &generator))
      default: bytes[index] = #"{}[]",:0123456789.-eEtfn\u "#.utf8.randomElement(using: &generator) ?? 0
      }
    }
    return bytes
  }
}
