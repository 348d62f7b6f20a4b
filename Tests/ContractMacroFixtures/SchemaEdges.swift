// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Contract

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

/// Read by the compiler's code, with a value inside that has rules.
nonisolated public struct Wrapped: Codable, Equatable, Sendable {
  public var errand: Errand
  public var n: Int
}

@Schema
public struct Outer: Equatable, Sendable {
  public var plain: [Wrapped]
}

/// Tries one type, then another.
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

/// Written by the compiler's code, through nested containers.
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
