import Contract
import FoundationEssentials
import Testing

@Suite("Validation")
struct ValidationTests {
  /// A rule, a value and its fault; nil for an allowed value.
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The messages of a server and the first of a client.
    let check: @Sendable () async throws -> (server: [String], client: String?)
    let expected: [String]

    init<Value: Sendable>(_ rule: Validation<Value>, _ value: Value?, _ expected: String..., line: Int = #line) {
      self.testDescription = "line \(line): \(rule.requirement)"
      self.expected = expected
      self.check = {
        var decoder = try await RequestDecoderTests.decoder()
        decoder.check(.query, "v", .some(value), rule)
        let encoder = RequestEncoder(for: APIOperation(id: "probe", method: .get, path: "/"))
        do {
          try encoder.check(.query, "v", value, rule)
          return (decoder.failures.map(\.message), nil)
        } catch let error as InvalidInput {
          return (decoder.failures.map(\.message), error.description)
        }
      }
    }
  }

  static let rows: [Row] = [
    Row(.range(1...100), 1),
    Row(.range(1...100), 100),
    Row(.range(1...100), nil),
    Row(.range(1...100), 0, "query value `v` must be from 1 to 100"),
    Row(.range(1...100), 101, "query value `v` must be from 1 to 100"),
    Row(.range(0.5..<1), 0.5),
    Row(.range(0.5..<1), 1, "query value `v` must be at least 0.5 and less than 1.0"),
    Row(.range(0.5..<1), .nan, "query value `v` must be at least 0.5 and less than 1.0"),
    Row(.range((5 as UInt8)...), 4, "query value `v` must be at least 5"),
    Row(.range(...5), 6, "query value `v` must be at most 5"),
    Row(.range(..<5), 5, "query value `v` must be less than 5"),
    // Arithmetic with `Int.max` would overflow.
    Row(.range(1...100_000), Int.max, "query value `v` must be from 1 to 100000"), Row(.range(1...), Int.max),
    Row(
      .range(Date(timeIntervalSince1970: 0)...), Date(timeIntervalSince1970: -1),
      "query value `v` must be at least 1970-01-01T00:00:00Z"),
    Row(.range("a"..."m"), "n", "query value `v` must be from a to m"),
    Row(.length(1...3), "abc"),
    Row(.length(1...3), "", "query value `v` must be 1 to 3 characters long"),
    Row(.length(1...3), "abcd", "query value `v` must be 1 to 3 characters long"),
    Row(.length(1...), "", "query value `v` must be at least 1 character long"),
    Row(.length(1...Int.max), "a"),
    Row(.length(1...Int.max), "", "query value `v` must be at least 1 character long"),
    Row(.length(...1), "ab", "query value `v` must be at most 1 character long"),
    Row(.length(..<3), "abc", "query value `v` must be at most 2 characters long"),
    Row(.length(2..<3), "abc", "query value `v` must be exactly 2 characters long"),
    // The text has one visible character, but its sender can make it arbitrarily long.
    Row(.length(...1), "e\u{301}", "query value `v` must be at most 1 character long"),
    Row(.count(1...2), ["a"]),
    Row(.count(1...2), [String](), "query value `v` must have 1 to 2 elements"),
    Row(.count(...1), [1, 2], "query value `v` must have at most 1 element"),
    Row(.count(1...), [UInt8](), "query value `v` must have at least 1 element"),
    Row(.pattern("[a-z]+"), "abc"),
    Row(.pattern("[a-z]+"), "abc1", "query value `v` must match `[a-z]+`"),
    Row(.pattern("[a-z]+"), "1abc", "query value `v` must match `[a-z]+`"),
    Row(.pattern("[a-z]+"), "abc\n", "query value `v` must match `[a-z]+`"),
    Row(.pattern("a|ab"), "ab"),
    Row(.pattern(""), ""),
    Row(.pattern("\\d+"), "\u{661}", "query value `v` must match `\\d+`"),
    Row(.pattern("."), "e\u{301}", "query value `v` must match `.`"),
    Row(.pattern("a*", limit: 3), "aaa"),
    Row(.pattern("a*", limit: 3), "aaaa", "query value `v` must be at most 3 characters long"),
    Row(.pattern("("), "a", "query value `v` must match `(`"),
    Row(.custom("must be even") { $0.isMultiple(of: 2) }, 2),
    Row(.custom("must be even") { $0.isMultiple(of: 2) }, 3, "query value `v` must be even"),
    Row(
      .each(.length(...1), .pattern("[a-z]*")), ["a", "bb", "C"], "query value `v[1]` must be at most 1 character long",
      "query value `v[2]` must match `[a-z]*`"),
    Row(.each(.each(.range(...9))), [[1], [2, 10]], "query value `v[1][1]` must be at most 9"),
  ]

  @Test("A rule accepts and refuses the same values on both ends", arguments: rows)
  func checks(_ row: Row) async throws {
    let (server, client) = try await row.check()
    #expect(server == row.expected)
    #expect(client == row.expected.first.map { "the " + $0 })
  }

  @Test("A string over the length limit is refused before it is matched")
  func boundsMatching() async throws {
    var decoder = try await RequestDecoderTests.decoder()
    decoder.check(.query, "v", String(repeating: "a", count: 1001) + "!", .pattern("(a+)+"))
    #expect(decoder.failures.map(\.message) == ["query value `v` must be at most 1000 characters long"])
  }

  @Test("Every broken rule is reported with its location and name on the wire")
  func places() async throws {
    let operation = APIOperation(
      id: "probe", method: .post, path: "/{id}",
      inputs: [
        .init(.query, "pageSize", type: "Int", isRequired: true),
        .init(.body, "firstName", type: "String", isRequired: true),
      ],
      traits: [.keys(.snakeCase)])
    var decoder = RequestDecoder(try await RoundTrip.request(HTTPRequest(.post, "/1"), operation))
    decoder.check(.path, "id", 1, .range(2...), .range(3...))
    decoder.check(.query, "pageSize", 1, .range(2...))
    decoder.check(.header, "X-Count", 1, .range(2...))
    decoder.check(.body, "firstName", "", .length(1...))
    decoder.check(.body, "a/b~c", [""], .each(.length(1...)))
    decoder.check(.body, "", "", .length(1...))
    #expect(
      decoder.failures.map { "\($0.location) \($0.name) \($0.code) \($0.expected ?? "")" } == [
        "path id invalid at least 2", "path id invalid at least 3", "query page_size invalid at least 2",
        "header X-Count invalid at least 2", "body /first_name invalid at least 1 character long",
        "body /a~1b~0c/0 invalid at least 1 character long", "body  invalid at least 1 character long",
      ])
    #expect(decoder.failures.last?.message == "body value `body` must be at least 1 character long")
  }

  @Test("A value that failed to decode is not validated")
  func skips() async throws {
    var decoder = try await RequestDecoderTests.decoder("/?v=x")
    let value = decoder.value(.query, "v", as: Int.self)
    decoder.check(.query, "v", value, .range(1...))
    let optional = decoder.value(.query, "none", as: Int?.self)
    decoder.check(.query, "none", optional, .range(1...))
    #expect(decoder.failures.map(\.code) == [.type])
  }

  @Test(
    "A rule is described by JSON Schema keywords",
    arguments: [
      (Validation<[String]>.count(1...5).keywords, [.minItems(1), .maxItems(5)]),
      // The end of a range that contains the greatest number would overflow.
      (Validation<String>.length(1...Int.max).keywords, [.minLength(1)]),
      (Validation<[String]>.count(...Int.max).keywords, []),
      (Validation<[String]>.each(.length(...20)).keywords, [.items([.maxLength(20)])]),
      (Validation<String>.pattern("a", limit: 7).keywords, [.pattern("a"), .maxLength(7)]),
      (Validation<Int>.range(1..<5).keywords, [.minimum("1"), .exclusiveMaximum("5")]),
      (Validation<Double>.range(...0.5).keywords, [.maximum("0.5")]),
      (Validation<Int>.custom("must be odd") { _ in true }.keywords, [.custom("must be odd")]),
    ] as [([ValidationKeyword], [ValidationKeyword])])
  func describes(_ found: [ValidationKeyword], _ expected: [ValidationKeyword]) {
    #expect(found == expected)
  }
}
