/// An encoder of query values that are objects or arrays of objects, not single strings.
///
/// ``RequestEncoder`` gets these functions from a protocol extension, so that its own overloads take precedence: an
/// enumeration is written as its raw value instead of through its `Codable` conformance.
public protocol NestedValueEncoding {
  /// Writes an object into the query, with the wire's options.
  ///
  /// - Throws: ``InvalidInput`` at another location, `EncodingError` for a value that a query cannot represent.
  mutating func nested<T: Encodable>(_ location: ParameterLocation, _ name: String, _ value: T) throws

  /// Writes an object into the query, with the wire's options; omits nil.
  ///
  /// - Throws: the errors of ``nested(_:_:_:)``, and ``InvalidInput`` for an empty set, array or dictionary, which would be
  ///   read as nil, like an array with nil as its only element.
  mutating func nestedIfPresent<T: Encodable>(_ location: ParameterLocation, _ name: String, _ value: T?) throws
}

/// The result of writing an object, which is possible only in a query. Generated code does not accept this result where
/// a value must be a single string, so that an object there is a compile-time error.
public struct NestedValue: Sendable {
  init() {}
}

extension NestedValueEncoding {
  /// Writes an object into the query, such as `filter[status]=open`.
  ///
  /// - Throws: ``InvalidInput`` at another location, `EncodingError` for a value that a query cannot represent.
  @_disfavoredOverload
  @discardableResult
  public mutating func value<T: Encodable>(_ location: ParameterLocation, _ name: String, _ value: T) throws
    -> NestedValue
  {
    try nested(location, name, value)
    return NestedValue()
  }

  /// Writes an object into the query; omits nil.
  ///
  /// - Throws: the errors of ``nestedIfPresent(_:_:_:)``.
  @_disfavoredOverload
  @discardableResult
  public mutating func value<T: Encodable>(_ location: ParameterLocation, _ name: String, _ value: T?) throws
    -> NestedValue
  {
    try nestedIfPresent(location, name, value)
    return NestedValue()
  }
}

extension RequestEncoder: NestedValueEncoding {
  /// Writes an object into the query, with the wire's options.
  ///
  /// - Throws: ``InvalidInput`` at another location, `EncodingError` for a value that a query cannot represent.
  public mutating func nested<T: Encodable>(_ location: ParameterLocation, _ name: String, _ value: T) throws {
    guard location == .query else {
      throw InvalidInput(
        location, name,
        reason: "is an object, which can be sent only in a query or the body; conform \(T.self) to ParameterValue")
    }
    try appendQuery(operation.wireName(name, in: .query), encoding: value)
  }

  /// Writes an object into the query, with the wire's options; omits nil.
  ///
  /// - Throws: the errors of ``nested(_:_:_:)``, and ``InvalidInput`` for an empty set, array or dictionary, which would be
  ///   read as nil, like an array with nil as its only element.
  public mutating func nestedIfPresent<T: Encodable>(_ location: ParameterLocation, _ name: String, _ value: T?) throws
  {
    guard let value else { return }
    let count = query.count
    try nested(location, name, value)
    // If something was written, the value is not empty, so `refuseEmpty` need not look up its type.
    if query.count == count { try refuseEmpty(location, name, value) }
    let options = operation.wire.form
    if options.nils == .omitted { return }
    try URLFormEncoder(options: options).refuseOnlyNil(value, named: operation.wireName(name, in: .query))
  }
}

/// A decoder of the values written by ``NestedValueEncoding``.
public protocol NestedValueDecoding: ~Copyable {
  /// Reads an object in the query.
  mutating func nested<T: Decodable>(_ location: ParameterLocation, _ name: String, as type: T.Type) -> T?

  /// Records a failure: the type cannot be read from a string.
  mutating func nested<T>(unreadable location: ParameterLocation, _ name: String, _ type: T.Type) -> T?

  /// Reads an object in the query, or nil if it is absent.
  mutating func nestedIfPresent<T: Decodable>(_ location: ParameterLocation, _ name: String, as type: T.Type) -> T??

  /// Reads an object in the query, or uses `value` if it is absent.
  mutating func nested<T: Decodable>(
    _ location: ParameterLocation, _ name: String, as type: T.Type, default value: T
  ) -> T?
}

extension NestedValueDecoding where Self: ~Copyable {
  /// Reads an object in the query, such as `filter[status]=open`. If it is absent, returns `default`, or records a failure if
  /// there is no default.
  @_disfavoredOverload
  public mutating func value<T: Decodable>(
    _ location: ParameterLocation, _ name: String, as type: T.Type, default: @autoclosure () -> T? = nil
  ) -> T? {
    guard let absent = `default`() else { return nested(location, name, as: type) }
    return nested(location, name, as: type, default: absent)
  }

  /// Reads an object in the query, or nil if it is absent.
  @_disfavoredOverload
  public mutating func value<T: Decodable>(_ location: ParameterLocation, _ name: String, as type: T?.Type) -> T?? {
    nestedIfPresent(location, name, as: T.self)
  }
}

extension RequestDecoder: NestedValueDecoding {
  /// Reads an object in the query.
  public mutating func nested<T: Decodable>(_ location: ParameterLocation, _ name: String, as type: T.Type) -> T? {
    recorder?.nested(location, name, T.self, isRequired: true)
    guard location == .query, let tree = tree() else { return nil }
    let decoder = URLFormDecoder(options: request.operation.wire.form)
    let name = wireName(name, in: .query)
    return collecting(decoder.options.keys, at: .query) {
      decoder.decodeMember(name, as: type, of: tree, failures: &$0)
    }
  }

  /// Reads an object in the query, or nil if it is absent.
  public mutating func nestedIfPresent<T: Decodable>(_ location: ParameterLocation, _ name: String, as type: T.Type)
    -> T??
  {
    recorder?.nested(location, name, T.self, isRequired: false)
    guard location == .query, let tree = tree() else { return nil }
    let decoder = URLFormDecoder(options: request.operation.wire.form)
    let name = wireName(name, in: .query)
    return collecting(decoder.options.keys, at: .query) {
      decoder.decodeMemberIfPresent(name, as: type, of: tree, failures: &$0)
    }
  }

  /// Reads an object in the query, or uses `value` if it is absent.
  public mutating func nested<T: Decodable>(
    _ location: ParameterLocation, _ name: String, as type: T.Type, default value: T
  ) -> T? {
    recorder?.nested(location, name, T.self, isRequired: false, default: value)
    return nestedIfPresent(location, name, as: type).map { $0 ?? value }
  }
}
