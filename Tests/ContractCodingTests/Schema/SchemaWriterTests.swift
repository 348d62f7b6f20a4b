import ContractCoding
import FoundationEssentials
import Testing

@Suite("Writing compiled JSON")
struct SchemaWriterTests {
  @Test("Values without a JSON form throw the same errors as with the Codable writer")
  func refusals() {
    let agreement = SchemaAgreement()
    #expect(agreement.difference(writing: Double.nan) == nil)
    #expect(agreement.difference(writing: [1, -Double.infinity]) == nil)
    #expect(agreement.difference(writing: [[1.5], [2, Float.infinity]] as [[Float]]) == nil)
    #expect(agreement.difference(writing: HandShape.group(name: "", of: [.nothing, .circle(radius: .nan)])) == nil)
    #expect(agreement.difference(writing: ["a": Decimal.nan]) == nil)
    #expect(agreement.difference(writing: [Date(timeIntervalSince1970: 1e15)]) == nil)
    #expect(agreement.difference(writing: [Date(timeIntervalSince1970: .nan)]) == nil)
    for strategy in [DateStrategy.secondsSince1970, .custom(encode: { _ in throw Refusal() }, decode: { _ in nil })] {
      let agreement = SchemaAgreement(options: JSONOptions(dates: strategy))
      #expect(agreement.difference(writing: ["d": [Date(timeIntervalSince1970: .infinity)]]) == nil)
    }
    #expect(agreement.difference(writing: tasks(HandPlain(x: 0, y: .nan))) == nil)
  }

  private struct Refusal: Error {}

  private func tasks(_ place: HandPlain) -> [HandTask] {
    [
      HandTask(
        name: "", first: HandTodo(id: 0, title: "", done: true, tags: []), rest: [], byName: [:], state: .open,
        place: place)
    ]
  }

  @Test("Numbers, dates and containers are written as with the Codable writer")
  func scalars() {
    let agreement = SchemaAgreement()
    #expect(agreement.difference(writing: [Int8.min, Int8.max]) == nil)
    #expect(agreement.difference(writing: [UInt64.max, 0, 9, 10, 99, 100, 12_345_678_901_234_567_890]) == nil)
    #expect(agreement.difference(writing: [Int128.min, Int128.max, 7]) == nil)
    #expect(agreement.difference(writing: [UInt128.max, 1 << 64]) == nil)
    #expect(agreement.difference(writing: [Int?.none, 1]) == nil)
    #expect(agreement.difference(writing: Set(["a"])) == nil)
    #expect(agreement.difference(writing: [3: "a", -4: "b"]) == nil)
    #expect(agreement.difference(writing: [String: [Int]]()) == nil)
    #expect(agreement.difference(writing: [[Int]]()) == nil)
    #expect(agreement.difference(writing: [[], [1], []] as [[Int]]) == nil)
    #expect(agreement.difference(writing: [Decimal(string: "-12345.678901234567890123456789")]) == nil)
    #expect(agreement.difference(writing: Data([0, 255, 128])) == nil)
    #expect(agreement.difference(writing: URL(string: "https://example.com/?q=%22")) == nil)
    #expect(
      agreement.difference(writing: UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 0xAB, 0xCD, 0xEF, 0x7F, 255))) == nil)
    for strategy in [DateStrategy.secondsSince1970, .millisecondsSince1970, .deferredToDate] {
      let agreement = SchemaAgreement(options: JSONOptions(dates: strategy))
      #expect(agreement.difference(writing: Date(timeIntervalSince1970: 1_234_567.125)) == nil)
    }
  }

  @Test("Strings with a special character at any position are written as with the Codable writer")
  func strings() {
    let agreement = SchemaAgreement()
    for count in 0..<40 {
      for place in 0..<count {
        for scalar in ["\"", "\\", "\u{0}", "\u{1f}", " ", "\u{7f}", "é"] {
          let text = String(repeating: "a", count: place) + scalar + String(repeating: "b", count: count - place - 1)
          #expect(agreement.difference(writing: text) == nil)
          #expect(agreement.difference(writing: ["b", text, ""]) == nil)
        }
      }
    }
  }

  @Test("Concurrent tasks write short and very long strings as the Codable writer does")
  func threads() async throws {
    let large = String(repeating: "0123456789", count: 30_000)
    await withTaskGroup { group in
      for index in 0..<8 {
        group.addTask {
          var values = SchemaValues(seed: UInt64(index))
          for round in 0..<50 {
            let text = round % 10 == 0 ? [large, values.text()] : [values.text()]
            #expect(SchemaAgreement().difference(writing: text) == nil)
          }
        }
      }
    }
  }

  @Test("Encoding appends a value to a writer, and leaves the writer unchanged if it throws")
  func appending() throws {
    var writer = JSONWriter()
    writer.beginArray()
    try writer.encode(HandState.open)
    #expect(throws: EncodingError.self) { try writer.encode([Double.nan]) }
    try writer.encode([1, 2])
    writer.endArray()
    #expect(String(decoding: writer.bytes, as: UTF8.self) == #"["open",[1,2]]"#)
  }

  @Test("A type that encodes and decodes JSON within its own coding round-trips")
  func reentrance() throws {
    let value = [Reentrant(inner: [1, 2]), Reentrant(inner: [])]
    let text = try JSONWriter.bytes(of: ["a": value])
    #expect(String(decoding: text, as: UTF8.self) == #"{"a":["[1,2]","[]"]}"#)
    #expect(try JSONReader().decode([String: [Reentrant]].self, from: text) == ["a": value])
  }
}

/// Writes JSON into a string while it is encoded itself.
struct Reentrant: Codable, Equatable {
  var inner: [Int]

  init(inner: [Int]) {
    self.inner = inner
  }

  init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    inner = try JSONReader().decode([Int].self, from: Array(text.utf8))
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(String(decoding: try JSONWriter.bytes(of: inner), as: UTF8.self))
  }
}

extension Reentrant: Schema {
  static func read(_ reader: inout SchemaReader) -> Reentrant? {
    reader.value(ReentrantPlain.self).map { Reentrant(inner: $0.value.inner) }
  }

  func write(_ writer: inout SchemaWriter) { writer.value(ReentrantPlain(value: self)) }

  static var schema: JSONSchema { JSONSchema(.string) }
}

/// The plain Codable counterpart.
struct ReentrantPlain: Codable {
  var value: Reentrant

  init(value: Reentrant) {
    self.value = value
  }

  init(from decoder: any Decoder) throws {
    value = try Reentrant(from: decoder)
  }

  func encode(to encoder: any Encoder) throws {
    try value.encode(to: encoder)
  }
}
