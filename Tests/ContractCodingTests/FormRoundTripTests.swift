import ContractTestSupport
import FoundationEssentials
import Testing

@testable import ContractCoding

@Suite("Round trips of forms", .ownThreads)
struct FormRoundTripTests {
  private static let styles: [URLFormOptions.ArrayStyle] = [
    .repeated, .brackets, .indexed, .separated(by: ","), .separated(by: "|"), .separated(by: "x2"),
  ]

  @Test("Random values round-trip with combinations of all form options", arguments: styles)
  func roundTrip(arrays: URLFormOptions.ArrayStyle) throws {
    var random = Randomness()
    for nesting in [URLFormOptions.NestingStyle.brackets, .dots, .json] {
      for nils in [URLFormOptions.NilStyle.omitted, .bareKey, .empty] {
        for keys in [KeyMapping.useDefaultKeys, .snakeCase, .kebabCase, .trainCase] {
          for _ in 0..<3 {
            var options = URLFormOptions(arrays: arrays, nesting: nesting, keys: keys, nils: nils)
            random.fill(&options)
            try check(FormSample(&random, options), options, &random)
          }
        }
      }
    }
  }

  private struct OptionalLists: Codable, Equatable {
    var list: [Int?]?
    var byName: [String: [Int?]?] = [:]
    var lists: [[Int?]?] = []
  }

  @Test("An optional array with nil elements is read as it was written, or refused", arguments: styles)
  func optionalArrays(arrays: URLFormOptions.ArrayStyle) throws {
    let lists: [[Int?]] = [[nil], [nil, nil], [1, nil], [nil, 1], [1]]
    var results: [String] = []
    for nesting in [URLFormOptions.NestingStyle.brackets, .dots, .json] {
      for nils in [URLFormOptions.NilStyle.omitted, .bareKey, .empty] {
        let options = URLFormOptions(arrays: arrays, nesting: nesting, nils: nils)
        for list in lists {
          for value in [
            OptionalLists(list: list), OptionalLists(byName: ["a": list]), OptionalLists(lists: [list, [1, 2]]),
          ] {
            guard let bytes = try? URLFormEncoder(options: options).encode(value) else { continue }
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(try URLFormDecoder(options: options).decode(OptionalLists.self, from: bytes) == value, "\(text)")
            results.append(text)
          }
        }
      }
    }
    #expect(results.contains { $0.hasPrefix("list") && $0.hasSuffix("=1") })
  }

  private func check(_ sample: FormSample, _ options: URLFormOptions, _ random: inout Randomness) throws {
    let seed = random.seed
    do {
      let bytes = try URLFormEncoder(options: options).encode(sample)
      let text = String(decoding: bytes, as: UTF8.self)
      // A query is ASCII without spaces and without the characters that must be percent-encoded in URLs.
      #expect(bytes.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"#\"<>\\^`{|}".utf8.contains($0) }, "\(text)")
      var decoder = URLFormDecoder(options: options, limits: URLFormLimits(maxMembers: 100_000))
      #expect(try decoder.decode(FormSample.self, from: bytes) == sample, "seed \(seed): \(text)")
      let tree = try decoder.tree(of: bytes[...])
      #expect(try decoder.decode(FormSample.self, from: tree) == sample, "seed \(seed): \(text)")

      var below: [UInt8] = []
      try URLFormEncoder(options: options).append(sample, named: "a b", to: &below)
      #expect(try decoder.decode([String: FormSample].self, from: below) == ["a b": sample], "seed \(seed)")

      if case .separated = options.arrays { return }
      decoder.options.arrays = [.repeated, .brackets, .indexed].randomElement(using: &random.generator) ?? .repeated
      #expect(try decoder.decode(FormSample.self, from: bytes) == sample, "seed \(seed): \(text)")
    } catch {
      Issue.record("seed \(seed), \(options): \(error)")
    }
  }
}

extension Randomness {
  /// Chooses the options that do not depend on others.
  mutating func fill(_ options: inout URLFormOptions) {
    let dates: [DateStrategy] = [
      .rfc3339, .secondsSince1970, .millisecondsSince1970, .deferredToDate,
      .custom(
        encode: { "d\($0.timeIntervalSinceReferenceDate)" },
        decode: { Double($0.dropFirst()).map(Date.init(timeIntervalSinceReferenceDate:)) }),
    ]
    options.dates = dates.randomElement(using: &generator) ?? .rfc3339
    options.bools =
      [.literal, .numeric, .custom(true: "ja, wohl", false: "")].randomElement(using: &generator) ?? .literal
    // An empty word would be nil, and inside arrays a word may not contain the separator.
    if case .custom = options.bools, options.nils == .empty { options.bools = .custom(true: "1", false: "-") }
    options.space = flip() ? .plus : .percentEncoded
    options.unescaped = flip() ? .unreserved : .unreservedAndSlashAndQuestionMark
    options.escapesBrackets = flip()
    options.sortsKeys = flip()
    if flip() {
      options.data = .custom(
        encode: { "_" + $0.map { String($0) }.joined(separator: " ") },
        decode: { Data($0.dropFirst().split(separator: " ").compactMap { UInt8($0) }) })
    }
  }
}

/// A value of every kind that a form can contain.
struct FormSample: Codable, Equatable {
  var bool: Bool
  var int: Int
  var int128: Int128
  var uint8: UInt8
  var double: Double
  var float: Float
  var aString: String
  var date: Date
  var data: Data
  var uuid: UUID
  var webURL: URL
  var decimal: Decimal
  var state: State
  var shape: Shape
  var optionalInt: Int?
  var optionalText: String?
  var optionalList: [Int]?
  var optionalPage: Page?
  var blank: Blank
  var strings: [String]
  var bools: [Bool]
  var dates: [Date]
  var nils: [Int?]
  var matrix: [[Float]]
  var shapes: [Shape]
  var leaves: [Leaf]
  var byName: [String: [Int]]
  var byNumber: [Int: String]
  var byState: [State: Bool]
  var nested: [String: [String: Leaf]]
  var set: Set<Int16>

  init(_ random: inout Randomness, _ options: URLFormOptions) {
    var separator = ""
    if case .separated(let by) = options.arrays { separator = by }
    let isSeparated = !separator.isEmpty
    /// Returns an element without encoded separators; `FormEncoderTests` covers refused values.
    func element(_ random: inout Randomness) -> String {
      let scalars = random.text().unicodeScalars
      return String(String.UnicodeScalarView(scalars.filter { $0 != "|" || separator != "|" }))
    }
    func name(_ random: inout Randomness) -> String {
      "n" + String(String.UnicodeScalarView(random.text().unicodeScalars.filter { !"[].".unicodeScalars.contains($0) }))
    }
    /// A date that every strategy represents exactly.
    func date(_ random: inout Randomness) -> Date {
      let eighths = Int.random(in: -40_000_000_000...40_000_000_000, using: &random.generator)
      return Date(timeIntervalSinceReferenceDate: Double(eighths) / 8)
    }
    func shape(_ random: inout Randomness) -> Shape {
      [.circle(radius: random.double()), .square(random.integer()), .empty].randomElement(using: &random.generator)
        ?? .empty
    }
    func leaf(_ random: inout Randomness) -> Leaf { Leaf(name: random.text(), sizes: random.list { $0.integer() }) }

    bool = random.flip()
    int = random.integer()
    int128 = random.integer()
    uint8 = random.integer()
    double = random.double()
    float = random.float()
    aString = random.text()
    self.date = date(&random)
    data = random.data()
    uuid = random.uuid()
    webURL = URL(string: "https://example.org/\(random.generator.next())?q=a%20b&c#d") ?? URL(filePath: "/")
    decimal = Decimal(Int.random(in: -9_999_999...9_999_999, using: &random.generator)) / 1000
    state = random.element(State.self)
    self.shape = shape(&random)
    optionalInt = random.maybe { $0.integer() }
    optionalText = random.maybe { "+" + $0.text() }
    optionalList = random.maybe { [$0.integer()] + $0.list { $0.integer() } }
    optionalPage = random.maybe { Page(size: $0.integer(), after: $0.maybe { "?" + $0.text() }) }
    blank = Blank(a: random.maybe { $0.integer() }, b: random.list { $0.integer() })
    strings = random.list(element)
    bools = random.list { $0.flip() }
    dates = random.list(date)
    let losesNils = options.nils == .omitted || (isSeparated && options.nils == .bareKey)
    nils = random.list { losesNils ? $0.integer() : $0.maybe { $0.integer() } }
    matrix = random.list { [$0.float()] + $0.list { $0.float() } }
    shapes = random.list(shape)
    leaves = random.list(leaf)
    byName = Dictionary(random.list { (name(&$0), [$0.integer()]) }) { first, _ in first }
    byNumber = Dictionary(random.list { ($0.integer(), $0.text()) }) { first, _ in first }
    byState = Dictionary(random.list { ($0.element(State.self), $0.flip()) }) { first, _ in first }
    nested = Dictionary(random.list { (name(&$0), [name(&$0): leaf(&$0)]) }) { first, _ in first }
    set = Set(random.list { $0.integer() })
    // The only element of a separated array cannot contain the separator. UTF-8 is searched, because a combining mark after the
    // separator would form one `Character` with it.
    if strings.count == 1, isSeparated, Array(strings[0].utf8).firstRange(of: Array(separator.utf8)) != nil {
      strings = []
    }
    if bools.count == 1, separator == "," { bools = [] }
    if separator == "|", options.nesting == .json {
      shapes = []
      leaves = []
    }
  }
}
