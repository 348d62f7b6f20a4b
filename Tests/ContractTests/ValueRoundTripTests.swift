import Contract
import ContractTestSupport
import FoundationEssentials
import Testing

@testable import ContractHTTP

enum Color: String, CaseIterable, Codable { case red, green, `deep blue` = "deep blue/ü" }
enum Level: Int { case low = -1, high = 7 }

/// A type that only describes itself.
struct Version: LosslessStringConvertible, Equatable {
  var major: Int
  var minor: Int
  init(_ major: Int, _ minor: Int) { (self.major, self.minor) = (major, minor) }
  init?(_ description: String) {
    let parts = description.split(separator: ".").compactMap { Int($0) }
    guard parts.count == 2 else { return nil }
    self.init(parts[0], parts[1])
  }
  var description: String { "\(major).\(minor)" }
}

/// `decode(encode(x)) == x` for every location and type.
@Suite("Round trips of parameters")
struct ValueRoundTripTests {
  static let rounds = 400

  func expectSame<T: Equatable>(
    _ value: T, _ location: ParameterLocation, _ encode: (inout RequestEncoder) throws -> Void,
    _ decode: (inout RequestDecoder) -> T?, _ sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    // Headers can hold any text only with this encoding; `HeaderSpellingTests` tests the other encodings.
    let wire = Wire { $0.headerText = .percentEncoded }
    let result = try await RoundTrip(location, wire: wire)(encode, decode)
    #expect(
      result.value == value && result.failures.isEmpty, "\(value) travelled as \(result.message)",
      sourceLocation: sourceLocation)
  }

  @Test("An integer of every width round-trips", arguments: [ParameterLocation.path, .query, .header])
  func integers(location: ParameterLocation) async throws {
    var random = Randomness()
    for _ in 0..<Self.rounds {
      let a: Int = random.integer(), b: Int8 = random.integer(), c: UInt64 = random.integer(),
        d: Int128 = random.integer()
      let e: Int16 = random.integer(), f: Int32 = random.integer(), g: Int64 = random.integer(),
        h: UInt = random.integer()
      let i: UInt8 = random.integer(), j: UInt16 = random.integer(), k: UInt32 = random.integer(),
        l: UInt128 = random.integer()
      try await expectSame(a, location, { try $0.value(location, "v", a) }, { $0.value(location, "v", as: Int.self) })
      try await expectSame(b, location, { try $0.value(location, "v", b) }, { $0.value(location, "v", as: Int8.self) })
      try await expectSame(
        c, location, { try $0.value(location, "v", c) }, { $0.value(location, "v", as: UInt64.self) })
      try await expectSame(
        d, location, { try $0.value(location, "v", d) }, { $0.value(location, "v", as: Int128.self) })
      try await expectSame(e, location, { try $0.value(location, "v", e) }, { $0.value(location, "v", as: Int16.self) })
      try await expectSame(f, location, { try $0.value(location, "v", f) }, { $0.value(location, "v", as: Int32.self) })
      try await expectSame(g, location, { try $0.value(location, "v", g) }, { $0.value(location, "v", as: Int64.self) })
      try await expectSame(h, location, { try $0.value(location, "v", h) }, { $0.value(location, "v", as: UInt.self) })
      try await expectSame(i, location, { try $0.value(location, "v", i) }, { $0.value(location, "v", as: UInt8.self) })
      try await expectSame(
        j, location, { try $0.value(location, "v", j) }, { $0.value(location, "v", as: UInt16.self) })
      try await expectSame(
        k, location, { try $0.value(location, "v", k) }, { $0.value(location, "v", as: UInt32.self) })
      try await expectSame(
        l, location, { try $0.value(location, "v", l) }, { $0.value(location, "v", as: UInt128.self) })
    }
  }

  @Test(
    "Floating point, Bool, UUID, Date, Data, Decimal and URL values round-trip",
    arguments: [ParameterLocation.path, .query, .header])
  func scalars(location: ParameterLocation) async throws {
    var random = Randomness()
    for _ in 0..<Self.rounds {
      let double = random.double()
      let float = Float(Int.random(in: -1_000_000...1_000_000)) / 7
      let uuid = UUID()
      let date = random.date()
      let data = Data(random.text().utf8 + [0, 255])
      let decimal = Decimal(Int.random(in: -999_999...999_999)) / 100
      let url = URL(string: "https://example.com/a%20b?c=d&e=%C3%BC#f")!
      try await expectSame(
        double, location, { try $0.value(location, "v", double) }, { $0.value(location, "v", as: Double.self) })
      try await expectSame(
        float, location, { try $0.value(location, "v", float) }, { $0.value(location, "v", as: Float.self) })
      try await expectSame(
        uuid, location, { try $0.value(location, "v", uuid) }, { $0.value(location, "v", as: UUID.self) })
      try await expectSame(
        date, location, { try $0.value(location, "v", date) }, { $0.value(location, "v", as: Date.self) })
      try await expectSame(
        data, location, { try $0.value(location, "v", data) }, { $0.value(location, "v", as: Data.self) })
      try await expectSame(
        decimal, location, { try $0.value(location, "v", decimal) }, { $0.value(location, "v", as: Decimal.self) })
      try await expectSame(
        url, location, { try $0.value(location, "v", url) }, { $0.value(location, "v", as: URL.self) })
      let bool = Bool.random()
      try await expectSame(
        bool, location, { try $0.value(location, "v", bool) }, { $0.value(location, "v", as: Bool.self) })
    }
  }

  @Test("A UUID in a parameter has 36 characters", arguments: [ParameterLocation.path, .query, .header])
  func uuids(location: ParameterLocation) {
    func read(_ text: String) -> UUID? { UUID(parameterText: ParameterText(Array(text.utf8)[...], location)) }
    let start = "6ba7b810-9dad-11d1-80b4-00c04fd430"
    #expect(read(start + "c8") == UUID(uuidString: start + "c8"))
    for text in ["c8%00", "c8\u{0}x", "-8", "%2B8", "+8", " 8", "c"] { #expect(read(start + text) == nil, "\(text)") }
  }

  @Test("An enumeration or custom parameter type round-trips", arguments: [ParameterLocation.path, .query, .header])
  func enumerations(location: ParameterLocation) async throws {
    for color in Color.allCases {
      try await expectSame(
        color, location, { try $0.value(location, "v", color) }, { $0.value(location, "v", as: Color.self) })
    }
    try await expectSame(
      Level.low, location, { try $0.value(location, "v", Level.low) }, { $0.value(location, "v", as: Level.self) })
    try await expectSame(
      Version(1, 2), location, { try $0.value(location, "v", Version(1, 2)) },
      { $0.value(location, "v", as: Version.self) })
  }

  @Test("A string of any Unicode scalars round-trips", arguments: [ParameterLocation.path, .query, .header])
  func text(location: ParameterLocation) async throws {
    var random = Randomness()
    for _ in 0..<3000 {
      let text = random.text()
      if location == .path && ["", ".", ".."].contains(text) { continue }
      try await expectSame(
        text, location, { try $0.value(location, "v", text) }, { $0.value(location, "v", as: String.self) })
    }
  }

  @Test("An optional or array round-trips", arguments: [ParameterLocation.query, .header])
  func forms(location: ParameterLocation) async throws {
    var random = Randomness()
    for _ in 0..<Self.rounds {
      let texts = random.list { $0.text() }
      let numbers: [Int] = random.list { $0.integer() }
      let maybe: String? = Bool.random() ? random.text() : nil
      let many: [Int]? = numbers.isEmpty ? nil : numbers
      let colors = random.list { _ in Color.allCases.randomElement()! }
      try await expectSame(
        texts, location, { try $0.value(location, "v", texts) }, { $0.value(location, "v", as: [String].self) })
      try await expectSame(
        numbers, location, { try $0.value(location, "v", numbers) }, { $0.value(location, "v", as: [Int].self) })
      try await expectSame(
        maybe, location, { try $0.value(location, "v", maybe) }, { $0.value(location, "v", as: String?.self) })
      try await expectSame(
        many, location, { try $0.value(location, "v", many) }, { $0.value(location, "v", as: [Int]?.self) })
      try await expectSame(
        colors, location, { try $0.value(location, "v", colors) }, { $0.value(location, "v", as: [Color].self) })
    }
  }

  @Test("A body member round-trips")
  func members() async throws {
    var random = Randomness()
    for _ in 0..<Self.rounds {
      let text = random.text() + "\0"
      let numbers: [Int64] = random.list { $0.integer() }
      let date = random.date()
      let result = try await RoundTrip(.query)(
        { encoder in
          try encoder.field("a/b~c", text)
          try encoder.field("numbers", numbers)
          try encoder.field("date", date)
          try encoder.field("none", nil as Int?)
        },
        { decoder -> String? in
          #expect(decoder.field("numbers", as: [Int64].self) == numbers)
          #expect(decoder.field("date", as: Date.self) == date)
          #expect(decoder.field("none", as: Int?.self) == .some(nil))
          return decoder.field("a/b~c", as: String.self)
        })
      #expect(result.value == text)
      #expect(result.failures.isEmpty)
    }
  }

  @Test("A body of every type round-trips")
  func content() async throws {
    let bytes: [UInt8] = [0, 13, 10, 255]
    let results = try await (
      RoundTrip(.query)({ try $0.body(bytes) }, { $0.body(as: [UInt8].self) }),
      RoundTrip(.query)({ try $0.body("ü\r\n") }, { $0.body(as: String.self) }),
      RoundTrip(.query)({ try $0.body(Data(bytes)) }, { $0.body(as: Data.self) }),
      RoundTrip(.query)({ try $0.body(["a": Color.red]) }, { $0.body(as: [String: Color].self) }),
      RoundTrip(.query)({ try $0.body(nil as [Int]?) }, { $0.body(as: [Int]?.self) })
    )
    #expect(results.0.value == bytes)
    #expect(results.1.value == "ü\r\n")
    #expect(results.2.value == Data(bytes))
    #expect(results.3.value == ["a": .red])
    #expect(results.4.value == .some(nil))
    #expect(results.4.message.fields[.contentType] == nil)
  }
}
