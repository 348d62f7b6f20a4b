// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Contract
public import FoundationEssentials

/// A thing to do.
///
/// It has words.
@Schema
public struct TodoItem: Equatable, Sendable {
  public var id: Int
  /// The words.
  @Validate(.length(1...80)) @Example("milk", "bread") public var title: String
  @Doc("When it has to be done.") public var due: Date?
  @Validate(.count(...3), .each(.length(1...5))) public var tags: [String]
  public var owner: Person?

  public init(id: Int, title: String, due: Date? = nil, tags: [String] = [], owner: Person? = nil) {
    self.id = id
    self.title = title
    self.due = due
    self.tags = tags
    self.owner = owner
  }
}

/// Somebody, and those below.
@Schema
public struct Person: Equatable, Sendable {
  public var name: String
  public var reports: [Person] = []

  public init(name: String, reports: [Person] = []) {
    self.name = name
    self.reports = reports
  }
}

/// Every kind of member.
@Schema
public struct Everything: Equatable, Sendable {
  public let version = 2
  public var flag: Bool
  public var small: UInt8, wide: Int64
  public var ratio: Double
  public var single: Float
  public var price: Decimal
  public var id: UUID
  public var link: URL
  public var bytes: Data
  public var on: Date
  public var names: Set<String>
  public var counts: [String: Int]
  public var byNumber: [Int: Progress]
  public var gaps: [Int?]
  public var plain: Plain
  public var plains: [Plain]?
  public var optional: Optional<Int>
  public var progress: Progress
  public var shape: Figure
  public var level: Level
  public var marks: Marks
  public var `in`: String
  public var `self`: Int
  public var limit = 20, size: Double = 1.5
  public var label: String? = "none"
  public var later: Progress = .done
  public var observed: Bool = false { didSet {} }
  static let shared = 1
  public var computed: Int { limit }

  public static func sample(_ id: UUID, at date: Date) -> Everything {
    Everything(
      flag: true, small: 200, wide: -5, ratio: 0.5, single: 1.25, price: 9.95, id: id,
      link: URL(string: "https://api.example/a?b=c")!, bytes: Data([0, 1, 254, 255]), on: date,
      names: ["only"], counts: ["a": 1], byNumber: [7: .open], gaps: [1, nil, 3], plain: Plain(x: 1, y: "é"),
      plains: nil, optional: 4, progress: .done, shape: .line(1, nil), level: .high, marks: [.a, .b],
      in: "in", self: 3, limit: 5, size: 2, label: "x", later: .open, observed: true)
  }
}

/// A type with synthesized coding only.
nonisolated public struct Plain: Codable, Equatable, Sendable {
  public var x: Int
  public var y: String

  public init(x: Int, y: String) {
    self.x = x
    self.y = y
  }
}

/// What has become of it.
@Schema
public enum Progress: String, CaseIterable, Sendable {
  case open, done = "finished"
  case `default`
}

@Schema
public enum Level: Int, Sendable {
  case low = 1, high
}

@Schema
public struct Marks: OptionSet, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  public static let a = Marks(rawValue: 1)
  public static let b = Marks(rawValue: 2)
}

/// A figure.
@Schema
public indirect enum Figure: Equatable, Sendable {
  /// Nothing at all.
  case none
  case circle(radius: Double, Plain? = nil)
  case line(Int, Int?)
  case group(name: String, of: [Figure])
  case `self`(`in`: Progress)
  enum CodingKeys: String, CodingKey { case none = "nothing", circle, line, group, `self` }
  enum LineCodingKeys: String, CodingKey { case _0 = "from", _1 = "to" }
}

@Schema
public enum Only: Equatable, Sendable { case one(Int) }

@Schema
public enum Empties: Equatable, Sendable { case one }

@Schema
public struct Listing<Item>: Sendable where Item: Sendable {
  @Validate(.count(...2)) public var items: [Item]
  public var next: Item?
  public var total = 0

  public init(items: [Item], next: Item? = nil, total: Int = 0) {
    self.items = items
    self.next = next
    self.total = total
  }

  @Schema
  public struct Edge: Sendable {
    public var at: Item
    public init(at: Item) { self.at = at }
  }

  @Schema
  public enum Side: Sendable { case left(Item), right }
}

extension Listing: nonisolated Equatable where Item: Equatable {}
extension Listing.Edge: nonisolated Equatable where Item: Equatable {}

@Schema
public struct PlainListing<Item: Codable & Sendable>: Sendable {
  public var items: [Item]
  public init(items: [Item]) { self.items = items }
}

/// A generic type with initial values.
@Schema
public struct GenericPage<Item: Sendable>: Sendable {
  public var items: [Item] = []
  public var byName: [String: Item] = [:]
  public var byNumber: [Int: Item] = [:]
  public var size = 20
}

/// Names that generated code uses too.
@Schema
public struct Words2: Equatable, Sendable {
  public var read: Int
  public var write: Int
  public var schema: String
  public var keys: [String]
  public var `default`: Int
  public var `init`: Int
  public var type: String?

  public init(_ number: Int) {
    read = number
    write = number
    schema = ""
    keys = []
    `default` = number
    `init` = number
  }
}

@Schema
public struct Renamed: Equatable, Sendable {
  public var itemCount: Int
  public var homeURL: String
  public var cache = 7
  public var rest: Int?
  public init(itemCount: Int, homeURL: String, cache: Int = 7) {
    self.itemCount = itemCount
    self.homeURL = homeURL
    self.cache = cache
  }
  private enum CodingKeys: String, CodingKey { case itemCount, homeURL = "home_page" }
}

@Schema
public struct Nothing: Equatable, Sendable { public init() {} }

@Schema package struct Packaged { var id: Int }
@Schema internal struct Internal { private var id: Int; var rest: Packaged? }
@Schema fileprivate struct Fileprivate { var id: Int = 1; private let name: String }
@Schema private struct Private { private var id: [Int] }

nonisolated public enum Folder {
  @Schema fileprivate struct Hidden { var id: Item }
  @Schema public struct Item: Equatable, Sendable { public var id: Int; public init(id: Int) { self.id = id } }
}

extension Folder {
  @Schema struct Extended { var items: [Item]; @Validate(.range(1...)) var count = 1 }
}

/// Members and cases of types that are called like ours.
@Schema
public struct SchemaWords: Equatable, Sendable {
  public var schema: JSONSchema
  public var reader: [SchemaReader]
  public var keys: SchemaKeys?
  public var writer: SchemaWriter
  public var validation: Validation
}

nonisolated public struct JSONSchema: Codable, Equatable, Sendable { public init() {} }
nonisolated public struct SchemaReader: Codable, Equatable, Sendable { public init() {} }
nonisolated public struct SchemaWriter: Codable, Equatable, Sendable { public init() {} }
nonisolated public struct SchemaKeys: Codable, Equatable, Sendable { public init() {} }
nonisolated public struct Schema: Codable, Equatable, Sendable { public init() {} }
nonisolated public struct JSONSample: Codable, Equatable, Sendable { public init() {} }
nonisolated public struct Validation: Codable, Equatable, Sendable { public init() {} }
nonisolated public struct Decoder: Codable, Equatable, Sendable { public init() {} }
