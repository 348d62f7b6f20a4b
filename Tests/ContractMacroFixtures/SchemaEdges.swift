// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Contract
public import FoundationEssentials

/// Whose first case has the name of an optional's.
@Schema
public enum Urgency: String, Sendable {
  case none, high
}

@Schema
public struct Errand: Equatable, Sendable {
  public static let least = 1
  public static let most = 9

  public var id: Int
  public var urgency: Urgency = .none
  @Validate(.range(Self.least...Self.most)) public var weight: Int = 5

  public init(id: Int) { self.id = id }
}

/// Refers to itself as `Self`.
@Schema
public indirect enum Sum: Equatable, Sendable {
  case leaf(Int)
  case add(Self, Self)
}

/// Keys of dictionaries that are numbers on the wire.
public enum Floor: Int, Codable, CodingKeyRepresentable, SchemaDictionaryKey, Sendable {
  case ground = 0, first = 1
}

@Schema
public struct House: Equatable, Sendable {
  public var rooms: [Floor: String]

  public init(rooms: [Floor: String]) { self.rooms = rooms }
}

/// A type with synthesized coding that contains a value with rules.
nonisolated public struct Wrapped: Codable, Equatable, Sendable {
  public var errand: Errand
  public var n: Int
}

@Schema
public struct Outer: Equatable, Sendable {
  public var plain: [Wrapped]
}

/// A type whose decoding tries one type, then another.
nonisolated public enum NumberOrText: Codable, Equatable, Sendable {
  case number(Int), text(String)

  public init(from decoder: any Swift.Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(Int.self) {
      self = .number(number)
    } else {
      self = .text(try container.decode(String.self))
    }
  }

  public func encode(to encoder: any Swift.Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .number(let number): try container.encode(number)
    case .text(let text): try container.encode(text)
    }
  }
}

@Schema
public struct Cell: Equatable, Sendable {
  public var value: NumberOrText

  public init(value: NumberOrText) { self.value = value }
}

@Schema
public enum Blob: Equatable, Sendable {
  case circle(radius: Int), square(side: Int)
}

/// An enumeration whose synthesized coding uses nested containers.
nonisolated public enum PlainBlob: Codable, Equatable, Sendable {
  case circle(radius: Int), square(side: Int)
}

@Schema
public struct Bounded: Sendable {
  @Validate(.length(2...80), .pattern("[a-z]+"), .length(1...90)) public var name: String
  @Validate(.range(0.0...Double.infinity)) public var size: Double
  @Validate(.range("a"..."z")) public var letter: String
  @Validate(.range(1...9), .range(3...20)) public var count: Int
}

/// An optional that a macro does not see.
public typealias Maybe = Int?

/// Members that may be null, and start as something else.
@Schema
public struct Leave: Equatable, Sendable {
  public var label: String? = "none"
  public var urgency: Urgency? = .high
  public var value: NumberOrText? = .text("plain")
  public var note: String?
  @Validate(.range(1...9)) public var days: Int? = 5
  let version = 2

  public init(label: String?, urgency: Urgency?, value: NumberOrText?, note: String?, days: Int?) {
    self.label = label
    self.urgency = urgency
    self.value = value
    self.note = note
    self.days = days
  }
}

/// An optional member with an initial value and a custom coding key.
@Schema
public struct Retitled: Equatable, Sendable {
  public var label: String? = "none"

  public init(label: String?) { self.label = label }

  enum CodingKeys: String, CodingKey { case label = "text" }
}

/// Values that an optional could take for its own.
@Schema
public struct Vague: Equatable, Sendable {
  static let hurries = false

  public var maybe: Maybe = nil
  public var urgency: Urgency = Self.hurries ? .high : .none

  public init() {}
}

/// Raw values for which Codable has nothing ready.
@Schema
public struct UserID: RawRepresentable, Hashable, Sendable {
  public var rawValue: UUID

  public init(rawValue: UUID) { self.rawValue = rawValue }
}

@Schema
public enum Side: RawRepresentable, Codable, Sendable {
  case left, right

  public var rawValue: [Int] {
    switch self {
    case .left: [0, 1]
    case .right: [1, 0]
    }
  }

  public init?(rawValue: [Int]) {
    guard rawValue == [0, 1] || rawValue == [1, 0] else { return nil }
    self = rawValue == [0, 1] ? .left : .right
  }
}

@Schema
public struct Seat: Equatable, Sendable {
  public var user: UserID
  public var side: Side?

  public init(user: UserID, side: Side?) {
    self.user = user
    self.side = side
  }
}
