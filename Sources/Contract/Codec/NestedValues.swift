/// Values of a query that are more than one text: objects and arrays of them.
///
/// ``RequestEncoder`` has these in an extension of a protocol, so that every overload of its own counts before them: an
/// enumeration is its raw value and not what its `Codable` conformance would make of it.
public protocol NestedValueEncoding {
  /// Writes an object into a query, spelled as the wire says; nil is left out.
  ///
  /// - Throws: ``InvalidInput`` at another place, `EncodingError` for a value that a query cannot hold.
  mutating func nested<T: Encodable>(_ place: ValuePlace, _ name: String, _ value: T?) throws
}

/// Says that an object was written, which only a query can hold. Generated code takes no result where a value is one text,
/// so that an object there is an error.
public struct NestedValue: Sendable {
  init() {}
}

extension NestedValueEncoding {
  /// Writes an object into a query, such as `filter[status]=open`.
  ///
  /// - Throws: ``InvalidInput`` at another place, `EncodingError` for a value that a query cannot hold.
  @_disfavoredOverload
  @discardableResult
  public mutating func value<T: Encodable>(_ place: ValuePlace, _ name: String, _ value: T) throws -> NestedValue {
    try nested(place, name, value)
    return NestedValue()
  }

  /// Writes an object into a query; nil is left out.
  ///
  /// - Throws: ``InvalidInput`` at another place, `EncodingError` for a value that a query cannot hold.
  @_disfavoredOverload
  @discardableResult
  public mutating func value<T: Encodable>(_ place: ValuePlace, _ name: String, _ value: T?) throws -> NestedValue {
    try nested(place, name, value)
    return NestedValue()
  }
}

extension RequestEncoder: NestedValueEncoding {
  /// Writes an object into a query, spelled as the wire says; nil is left out.
  ///
  /// - Throws: ``InvalidInput`` at another place, `EncodingError` for a value that a query cannot hold.
  public mutating func nested<T: Encodable>(_ place: ValuePlace, _ name: String, _ value: T?) throws {
    guard let value else { return }
    guard place == .query else {
      throw InvalidInput(
        place.inputPlace, name,
        reason: "is an object; objects travel in queries and in the content, so conform \(T.self) to ParameterValue")
    }
    try appendQuery(operation.wireName(name, in: .query), encoding: value)
  }
}

/// Reads what ``NestedValueEncoding`` writes.
public protocol NestedValueDecoding: ~Copyable {
  /// Reads an object of a query.
  mutating func nested<T: Decodable>(_ place: ValuePlace, _ name: String, as type: T.Type) -> T?

  /// Reads nothing: there is no value of a type that is no text.
  mutating func nested<T>(unreadable place: ValuePlace, _ name: String, _ type: T.Type) -> T?

  /// Reads an object of a query; nil when nothing was sent for it.
  mutating func nestedIfPresent<T: Decodable>(_ place: ValuePlace, _ name: String, as type: T.Type) -> T??
}

extension NestedValueDecoding where Self: ~Copyable {
  /// Reads an object of a query, such as `filter[status]=open`.
  @_disfavoredOverload
  public mutating func value<T: Decodable>(_ place: ValuePlace, _ name: String, as type: T.Type) -> T? {
    nested(place, name, as: type)
  }

  /// Reads an object of a query; nil when nothing was sent for it.
  @_disfavoredOverload
  public mutating func value<T: Decodable>(_ place: ValuePlace, _ name: String, as type: T?.Type) -> T?? {
    nestedIfPresent(place, name, as: T.self)
  }

  /// Reads an object of a query; `default` when nothing was sent for it.
  @_disfavoredOverload
  public mutating func value<T: Decodable>(
    _ place: ValuePlace, _ name: String, as type: T.Type, default: @autoclosure () -> T
  ) -> T? {
    guard let value = nestedIfPresent(place, name, as: type) else { return nil }
    return value ?? `default`()
  }
}

extension RequestDecoder: NestedValueDecoding {
  /// Reads an object of a query.
  public mutating func nested<T: Decodable>(_ place: ValuePlace, _ name: String, as type: T.Type) -> T? {
    guard place == .query, let tree = tree() else { return nil }
    let decoder = URLFormDecoder(options: request.operation.wire.form)
    let name = wireName(name, in: .query)
    return collecting(decoder.options.keys, at: .query) {
      decoder.decodeMember(name, as: type, of: tree, failures: &$0)
    }
  }

  /// Reads an object of a query; nil when nothing was sent for it.
  public mutating func nestedIfPresent<T: Decodable>(_ place: ValuePlace, _ name: String, as type: T.Type) -> T?? {
    guard place == .query, let tree = tree() else { return nil }
    let decoder = URLFormDecoder(options: request.operation.wire.form)
    let name = wireName(name, in: .query)
    return collecting(decoder.options.keys, at: .query) {
      decoder.decodeMemberIfPresent(name, as: type, of: tree, failures: &$0)
    }
  }
}
