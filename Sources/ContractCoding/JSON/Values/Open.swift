/// A value of an enumeration that may get more values: a known one, or any other raw value.
///
/// ```swift
/// enum State: String { case open, closed }
///
/// let state: Open<State> = .known(.open)
/// switch state {
/// case .known(.open): …
/// case .known(.closed): …
/// case .unknown(let text): …  // "archived", from a newer version
/// }
/// ```
///
/// The value is written as the raw value and can be used wherever the enumeration can: in bodies, members, paths, queries and
/// headers. Two values with the same raw value are equal.
public enum Open<Known: RawRepresentable>: RawRepresentable {
  /// A value that the enumeration has.
  case known(Known)
  /// Any other raw value.
  case unknown(Known.RawValue)

  /// Creates the known value, if there is one with this raw value.
  public init(rawValue: Known.RawValue) {
    self = Known(rawValue: rawValue).map { .known($0) } ?? .unknown(rawValue)
  }

  /// Creates a known value.
  public init(_ value: Known) {
    self = .known(value)
  }

  /// The raw value.
  public var rawValue: Known.RawValue {
    switch self {
    case .known(let value): value.rawValue
    case .unknown(let value): value
    }
  }

  /// The known value; nil for any other.
  public var known: Known? {
    if case .known(let value) = self { value } else { nil }
  }
}

extension Open: Sendable where Known: Sendable, Known.RawValue: Sendable {}

extension Open: Equatable where Known.RawValue: Equatable {
  /// Returns true for equal raw values.
  public static func == (left: Open, right: Open) -> Bool { left.rawValue == right.rawValue }
}

extension Open: Hashable where Known.RawValue: Hashable {
  /// Hashes the raw value.
  public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}

extension Open: Decodable where Known.RawValue: Decodable {
  /// Decodes a raw value.
  public init(from decoder: any Decoder) throws {
    self.init(rawValue: try decoder.singleValueContainer().decode(Known.RawValue.self))
  }
}

extension Open: Encodable where Known.RawValue: Encodable {
  /// Encodes the raw value.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}

extension Open: Schema where Known.RawValue: Schema {
  /// Reads a raw value.
  public static func read(_ reader: inout SchemaReader) -> Open? {
    Known.RawValue.read(&reader).map { Open(rawValue: $0) }
  }

  /// Writes the raw value.
  public func write(_ writer: inout SchemaWriter) {
    rawValue.write(&writer)
  }

  /// The schema of the raw value, with the known values as examples.
  public static var schema: JSONSchema {
    var schema = JSONSchema.of(Known.RawValue.self).resolved
    schema.examples = JSONSchema.rawValues(of: Known.self).recorded?.contents?.choices ?? []
    return schema
  }
}
