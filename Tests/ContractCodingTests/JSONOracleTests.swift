import ContractTestSupport
import FoundationEssentials
import Testing

@testable import ContractCoding

/// Comparison with Foundation's coders: equal values, and equal refusals.
@Suite("JSON compared with Foundation", .ownThreads)
struct JSONOracleTests {
  // Foundation's default date format, so that both sides agree.
  private let reader = JSONReader(options: JSONOptions(dates: .deferredToDate))

  @Test("Every sample text is decoded as in Foundation, or refused by both decoders")
  func samples() throws {
    for text in texts {
      compare(Int.self, text)
      compare(Int8.self, text)
      compare(Int16.self, text)
      compare(Int32.self, text)
      compare(Int64.self, text)
      compare(Int128.self, text)
      compare(UInt.self, text)
      compare(UInt8.self, text)
      compare(UInt16.self, text)
      compare(UInt32.self, text)
      compare(UInt64.self, text)
      compare(UInt128.self, text)
      compare(Double.self, text)
      compare(Float.self, text)
      compare(Decimal.self, text)
      compare(Bool.self, text)
      compare(String.self, text)
      compare(Date.self, text)
      compare(Data.self, text)
      compare(UUID.self, text)
      compare(URL.self, text)
      compare(Int?.self, text)
      compare([Int].self, text)
      compare([UInt8].self, text)
      compare([String].self, text)
      compare([Double].self, text)
      compare([Int?].self, text)
      compare([[String]].self, text)
      compare([String: Int].self, text)
      compare([Int: Int].self, text)
      compare([Double: Int].self, text)
      compare([Suit: Int].self, text)
      compare(Set<Int>.self, text)
      compare(Suit.self, text)
      compare(Shape.self, text)
      compare(Person.self, text)
      compare(Range<Int>.self, text)
    }
  }

  @Test("Random numbers are decoded as in Foundation, or refused by both decoders")
  func numbers() {
    var generator = Randomness.Generator(seed: 5)
    for _ in 0..<2500 {
      let text = randomNumber(&generator)
      compare(Double.self, text)
      compare(Float.self, text)
      compare(UInt64.self, text)
      compare(Int8.self, text)
      compare(Int.self, text)
      compare(Decimal.self, text)
    }
  }

  @Test("Random values round-trip between this package's coders and Foundation's")
  func roundTrips() throws {
    var generator = Randomness.Generator(seed: 8)
    for round in 0..<250 {
      let value = Everything(random: &generator, depth: 3)
      let ours = try JSONWriter.bytes(of: value, options: JSONOptions(dates: .deferredToDate))
      let theirs = try JSONEncoder().encode(value)
      #expect(try reader.decode(Everything.self, from: ours) == value, "round \(round)")
      #expect(try JSONDecoder().decode(Everything.self, from: Data(ours)) == value, "round \(round)")
      #expect(try reader.decode(Everything.self, from: Array(theirs)) == value, "round \(round)")
      let dated = try JSONWriter.bytes(of: value)
      #expect(try JSONReader().decode(Everything.self, from: dated) == value, "round \(round)")
    }
  }

  @Test("Randomly changed JSON is decoded as in Foundation, or refused by both decoders")
  func mutations() throws {
    var generator = Randomness.Generator(seed: 21)
    for _ in 0..<300 {
      var bytes = try JSONWriter.bytes(
        of: Everything(random: &generator, depth: 1), options: JSONOptions(dates: .deferredToDate))
      for _ in 0..<Int.random(in: 1...2, using: &generator) {
        let index = Int.random(in: 0..<bytes.count, using: &generator)
        bytes[index] = #"{}[]",:0123456789.-eEtfn\ "#.utf8.randomElement(using: &generator) ?? 0
      }
      let text = String(decoding: bytes, as: UTF8.self)
      // Foundation accepts a comma after the last element.
      if text.contains(",]") || text.contains(",}") || text.contains(", ]") || text.contains(", }") { continue }
      compare(Everything.self, text)
    }
  }

  @Test("Numbers are decoded exactly, and refused where their type cannot represent them")
  func exact() throws {
    func read<T: Decodable>(_ type: T.Type, _ text: String) throws -> T {
      try reader.decode(T.self, from: Array(text.utf8))
    }
    #expect(try read(Double.self, "0e3") == 0)
    #expect(try read(Double.self, "-0.0E20").sign == .minus)
    #expect(try read(Int128.self, "1e20") == 100_000_000_000_000_000_000)
    #expect(try read(UInt64.self, "184467440737095516150e-1") == .max)
    #expect(try read(Int.self, "0e999999999999999999999999") == 0)
    #expect(try read(Int.self, "-0.000e-999999999999999999999999") == 0)
    #expect(try read(Int8.self, "-1.28e2") == -128)
    for text in ["1.0000000000000001", "1e-324", "1e-400", "9007199254740993.5", "1e-1", "0.00001"] {
      #expect(throws: DecodingError.self) { try read(Int.self, text) }
    }
    for text in ["1e19", "9223372036854775808", "1e99999999999999999999999", "92233720368547758080e-1"] {
      #expect(throws: DecodingError.self) { try read(Int.self, text) }
    }
    for text in ["1e400", "-1e400", "1e-400", "1e99999999999999999999"] {
      #expect(throws: DecodingError.self) { try read(Double.self, text) }
    }
    let huge = String(repeating: "9", count: 200_000)
    #expect(throws: DecodingError.self) { try read(Int.self, huge) }
    #expect(throws: DecodingError.self) { try read(Double.self, huge) }
    #expect(try read(Double.self, "0." + huge) == 1)
    #expect(try read(Int.self, "1." + String(repeating: "0", count: 200_000)) == 1)
  }

  private func compare<T: Decodable & Equatable>(
    _ type: T.Type, _ text: String, _ location: SourceLocation = #_sourceLocation
  ) {
    let theirs = Result { try JSONDecoder().decode(T.self, from: Data(text.utf8)) }
    let ours = Result { try reader.decode(T.self, from: Array(text.utf8)) }
    switch (ours, theirs) {
    case (.success(let ours), .success(let theirs)):
      #expect(ours == theirs, "\(text) as \(T.self)", sourceLocation: location)
    case (.failure, .failure): break
    case (.success(let ours), .failure(let error)):
      // Foundation refuses zeros with an exponent, and wide integers with an exponent.
      if text.contains(where: { "eE".contains($0) }), "\(ours)".contains("0") { return }
      Issue.record("\(text) as \(T.self): \(ours), Foundation refuses: \(error)", sourceLocation: location)
    case (.failure(let error), .success(let theirs)):
      // Foundation rounds fractions away before it looks for an integer.
      if text.contains(where: { ".eE".contains($0) }), ["0", "Optional(0)"].contains("\(theirs)") || text.count > 17 {
        return
      }
      Issue.record("\(text) as \(T.self): Foundation has \(theirs), we refuse: \(error)", sourceLocation: location)
    }
  }

  private func randomNumber(_ generator: inout Randomness.Generator) -> String {
    func digits(_ range: ClosedRange<Int>) -> String {
      var text = ""
      for _ in 0..<Int.random(in: range, using: &generator) {
        text += "\(Int.random(in: 0...9, using: &generator))"
      }
      return text
    }
    var text = Bool.random(using: &generator) ? "-" : ""
    text += Bool.random(using: &generator) ? "0" : "\(Int.random(in: 1...9, using: &generator))\(digits(0...22))"
    if Bool.random(using: &generator) { text += ".\(digits(1...20))" }
    if Int.random(in: 0...2, using: &generator) == 0 {
      text += ["e", "E", "e+", "e-"].randomElement(using: &generator) ?? "e"
      text += "\(Int.random(in: 0...40, using: &generator) * Int.random(in: 0...9, using: &generator))"
    }
    return text
  }
}

private let texts = [
  "0", "-0", "1", "-1", "127", "128", "-128", "-129", "255", "256", "32767", "32768", "65535", "65536", "2147483647",
  "2147483648", "-2147483648", "4294967295", "4294967296", "9007199254740993", "9223372036854775807",
  "9223372036854775808", "-9223372036854775808", "-9223372036854775809", "18446744073709551615", "18446744073709551616",
  "170141183460469231731687303715884105727", "170141183460469231731687303715884105728",
  "340282366920938463463374607431768211455", "340282366920938463463374607431768211456", "1.0", "1.5", "-0.0", "1e2",
  "1E2", "12e-1", "120e-1", "1e18", "1e19", "1e20", "1.25e2", "0.1", "0.30000000000000004", "1e308", "1e309", "1e-308",
  "4.9e-324", "5e-324", "1e-324", "1e400", "-1e400", "1e-400", "3.4028235e38", "3.5e38", "1e-45", "1e-46", "16777217",
  "0e999999999999999999999", "123456789012345678901234567890.123456789", "null", "true", "false", "\"\"", "\"a\"",
  "\"1\"",
  "\"é😀\\u0000\\n\\ud83d\\ude00\"", "\"YWJj\"", "\"YWI=\"", "\"YWI\"", "\"YW I=\"",
  "\"E621E1F8-C36C-495A-93FC-0C247A3E6E5F\"",
  "\"e621e1f8-c36c-495a-93fc-0c247a3e6e5f\"", "\"E621E1F8C36C495A93FC0C247A3E6E5F\"", "\"http://example.org/a?b=c#d\"",
  "\"/relative\"", "\"http://[::1\"", "\"hearts\"", "\"spades\"", "\"Hearts\"", "[]", "[1]", "[1,2,2]", "[1,null]",
  "[null]",
  "[1.0]", "[1.5]", "[\"a\",\"b\"]", "[\"a\",1]", "[[\"a\"],[]]", "[1,\"a\"]", "[256]", "[1,2]", "[2,1]", "{}",
  "{\"a\":1}",
  "{\"a\":1,\"a\":2}", "{\"a\":\"x\",\"a\":2}", "{\"1\":2}", "{\"x\":2}", "{\"hearts\":1}", "{\"stars\":1}",
  "{\"a\":null}",
  "{\"circle\":{\"radius\":2}}", "{\"square\":{\"_0\":3}}", "{\"empty\":{}}",
  "{\"circle\":{\"radius\":2},\"empty\":{}}",
  "{\"name\":\"a\",\"age\":3}", "{\"name\":\"a\",\"age\":null}", "{\"name\":\"a\"}", "{\"name\":null,\"age\":3}",
  "{\"name\":\"a\",\"age\":\"3\"}", "{\"name\":\"a\",\"age\":3,\"friend\":{\"name\":\"b\"}}",
  "{\"name\":\"a\",\"friend\":{\"age\":3}}", "{\"n\\u0061me\":\"a\"}", " { \"name\" : \"a\" , \"more\" : [ { } ] } ",
]

enum Suit: String, Codable, CodingKeyRepresentable { case hearts, spades }

enum Shape: Codable, Equatable {
  case circle(radius: Double)
  case square(Int)
  case empty
}

final class Person: Codable, Equatable {
  let name: String
  let age: Int?
  let friend: Person?

  init(name: String, age: Int?, friend: Person?) {
    self.name = name
    self.age = age
    self.friend = friend
  }

  static func == (left: Person, right: Person) -> Bool {
    left.name == right.name && left.age == right.age && left.friend == right.friend
  }
}
