import FoundationEssentials
import Testing

@testable import ContractCoding

/// One value in the formats of other libraries, in both directions.
@Suite("Form formats of other libraries")
struct FormSpellingTests {
  struct Search: Codable, Equatable {
    var text: String
    var tags: [String]
    var isOpen: Bool
    var page: Page
    var since: Date
    var raw: Data
    var none: Int?
    var empty: [Int]
  }

  private let search = Search(
    text: "a/b? c", tags: ["x", "y"], isOpen: true, page: Page(size: 3),
    since: Date(timeIntervalSince1970: 978_307_200.25), raw: Data([1, 255]), none: nil, empty: [])

  private static let rows: [(name: String, options: URLFormOptions, text: String)] = [
    (
      "papyrus",
      URLFormOptions(arrays: .brackets, dates: .deferredToDate, escapesBrackets: false),
      "text=a%2Fb%3F%20c&tags[]=x&tags[]=y&isOpen=true&page[size]=3&since=0.25&raw=Af8%3D"
    ),
    (
      "papyrus endpoints",
      URLFormOptions(
        arrays: .brackets, bools: .numeric, unescaped: .unreservedAndSlashAndQuestionMark, sortsKeys: true),
      "isOpen=1&page%5Bsize%5D=3&raw=Af8%3D&since=2001-01-01T00%3A00%3A00.25Z&tags%5B%5D=x&tags%5B%5D=y"
        + "&text=a/b?%20c"
    ),
    (
      "swift-api-client",
      URLFormOptions(
        arrays: .separated(by: ","), nesting: .dots, dates: .deferredToDate,
        unescaped: .unreservedAndSlashAndQuestionMark),
      "text=a/b?%20c&tags=x,y&isOpen=true&page.size=3&since=0.25&raw=Af8%3D"
    ),
    (
      "swift-api-client, snake case, JSON",
      URLFormOptions(
        arrays: .indexed, nesting: .json, bools: .numeric, dates: .secondsSince1970, keys: .snakeCase,
        escapesBrackets: false),
      "text=a%2Fb%3F%20c&tags[0]=x&tags[1]=y&is_open=1&page=%7B%22size%22%3A3%7D&since=978307200.25&raw=Af8%3D"
    ),
    (
      "HTML form",
      URLFormOptions(bools: .custom(true: "on", false: "off"), space: .plus),
      "text=a%2Fb%3F+c&tags=x&tags=y&isOpen=on&page%5Bsize%5D=3&since=2001-01-01T00%3A00%3A00.25Z&raw=Af8%3D"
    ),
  ]

  @Test("A value is written in each format as expected, and read back", arguments: rows.indices)
  func spelling(row: Int) throws {
    let row = Self.rows[row]
    #expect(try URLFormEncoder(options: row.options).string(of: search) == row.text, "\(row.name)")
    #expect(try URLFormDecoder(options: row.options).decode(Search.self, from: row.text) == search, "\(row.name)")
  }

  @Test("A type that encodes two values or two containers is refused")
  func misuse() {
    #expect(throws: EncodingError.self) { try URLFormEncoder().encode(One(Twice())) }
    #expect(throws: EncodingError.self) { try URLFormEncoder().encode(TwoKinds()) }
  }

  struct Twice: Encodable {
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(1)
      try container.encode(2)
    }
  }

  struct TwoKinds: Encodable {
    func encode(to encoder: any Encoder) throws {
      _ = encoder.container(keyedBy: JSONKey.self)
      _ = encoder.unkeyedContainer()
    }
  }
}
