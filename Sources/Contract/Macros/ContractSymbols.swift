public import ContractCoding

// Names that only generated code uses.

/// ``APIFailure``, under a name that user types do not shadow.
///
/// Swift 6.3 looks up the protocol of a generated extension without its module selector. A user's type `APIFailure`
/// would therefore leave the enum without its conformance.
public typealias _ContractAPIFailure = APIFailure

/// ``APIResult``, under a name that user types do not shadow.
public typealias _ContractAPIResult = APIResult

/// ``BodilessResult``, under a name that user types do not shadow.
public typealias _ContractBodilessResult = BodilessResult

/// ``EndpointRequest``, under a name that user types do not shadow.
public typealias _ContractEndpointRequest = EndpointRequest

/// ``CallableRequest``, under a name that user types do not shadow.
public typealias _ContractCallableRequest = CallableRequest

/// ``Schema``, under a name that user types do not shadow.
public typealias _ContractSchema = Schema

/// `Codable`, under a name that user types do not shadow.
public typealias _ContractCodable = Codable

/// `Decodable`, under a name that user types do not shadow.
public typealias _ContractDecodable = Decodable

/// `Encodable`, under a name that user types do not shadow.
public typealias _ContractEncodable = Encodable

/// `CodingKey`, under a name that user types do not shadow.
public typealias _ContractCodingKey = CodingKey

/// Returns the failures listed in `@Throws`.
public func _failures(_ types: any APIFailure.Type...) -> [any APIFailure.Type] { types }

/// Returns the failures of a declaration and those of one of its endpoints.
public func _failures(joining shared: [any APIFailure.Type], _ own: [any APIFailure.Type]) -> [any APIFailure.Type] {
  shared + own
}

/// The type itself. An unknown type causes one error as a generic argument, and several errors as an expression.
public typealias _Type<T> = T

/// Returns the failures among types; `@Throws` reports the other types as errors.
@_disfavoredOverload
public func _failures(_ types: Any.Type...) -> [any APIFailure.Type] { types.compactMap { $0 as? any APIFailure.Type } }

extension KeyedDecodingContainer {
  /// Decodes a required member. Called by the generated `init(from:)` of a type with `@Schema`.
  @_disfavoredOverload
  public func _contractValue<T: Decodable>(_ key: Key) throws -> T { try decode(T.self, forKey: key) }

  /// Decodes a member whose type is an alias of an optional. Called by the generated `init(from:)` of a type with
  /// `@Schema`.
  public func _contractValue<T: Decodable>(_ key: Key) throws -> T? { try decodeIfPresent(T.self, forKey: key) }

  /// Decodes a member with an initial value, which an absent member keeps, and also one that a form left blank: an empty
  /// string that is not a value of the type. Called by the generated `init(from:)` of a type with `@Schema`.
  public func _contractValueIfPresent<T: Decodable>(_ key: Key, else initial: T) throws -> T {
    guard contains(key) else { return initial }
    if let value = try decodeIfPresent(T.self, forKey: key) { return value }
    if let decoder = try superDecoder(forKey: key) as? any BlankDecoding, decoder.isBlank(T.self) { return initial }
    return try decode(T.self, forKey: key)
  }

  /// Returns the only key, which names the case of an enum. Called by the generated `init(from:)` of a type with
  /// `@Schema`.
  ///
  /// - Throws: `DecodingError` if there is not exactly one known key.
  public func _contractCase<Value>(of type: Value.Type) throws -> Key {
    let keys = allKeys
    guard let key = keys.first, keys.count == 1 else {
      throw DecodingError.typeMismatch(
        type,
        DecodingError.Context(
          codingPath: codingPath, debugDescription: "Invalid number of keys found, expected one."))
    }
    return key
  }

  /// Decodes a member that may be absent or null. Called by the generated `init(from:)` of a type with `@Schema`.
  public func _contractOptional<T: Decodable>(_ key: Key) throws -> T? { try decodeIfPresent(T.self, forKey: key) }
}

extension UnkeyedDecodingContainer {
  /// Decodes an element. Called by the generated `init(from:)` of a type with `@Positional`.
  @_disfavoredOverload
  public mutating func _contractValue<T: Decodable>() throws -> T { try decode(T.self) }

  /// Decodes an element whose type is an alias of an optional. Called by the generated `init(from:)` of a type with
  /// `@Positional`.
  public mutating func _contractValue<T: Decodable>() throws -> T? { try decodeIfPresent(T.self) }

  /// Decodes an element that may be absent or null. Called by the generated `init(from:)` of a type with `@Positional`.
  public mutating func _contractOptional<T: Decodable>() throws -> T? { try decodeIfPresent(T.self) }
}

extension UnkeyedEncodingContainer {
  /// Encodes an element. Called by the generated `encode(to:)` of a type with `@Positional`.
  public mutating func _contractWrite<T: Encodable>(_ value: T) throws { try encode(value) }
}

extension KeyedEncodingContainer {
  /// Encodes a member. Called by the generated `encode(to:)` of a type with `@Schema`.
  public mutating func _contractWrite<T: Encodable>(_ value: T, _ key: Key) throws { try encode(value, forKey: key) }

  /// Encodes a non-optional member. Called by the generated `encode(to:)` of a type with `@Schema`.
  public mutating func _contractWriteOptional<T: Encodable>(_ value: T, _ key: Key) throws {
    try encode(value, forKey: key)
  }

  /// Encodes a member unless it is nil. Called by the generated `encode(to:)` of a type with `@Schema`.
  public mutating func _contractWriteOptional<T: Encodable>(_ value: T?, _ key: Key) throws {
    try encodeIfPresent(value, forKey: key)
  }

  /// Encodes a member of a result that is a labelled tuple. Called by generated code.
  public mutating func _contractMember<T: Codable>(_ value: T, _ key: Key) throws { try encode(value, forKey: key) }

  /// Encodes a member of a result that is a labelled tuple, unless it is nil. Called by generated code.
  public mutating func _contractMember<T: Codable>(_ value: T?, _ key: Key) throws {
    try encodeIfPresent(value, forKey: key)
  }
}

extension Decoder {
  /// Decodes a `RawRepresentable` value from its raw value. Called by the generated `init(from:)` of a type with
  /// `@Schema`.
  public func _contractOfRawValue<T: RawRepresentable>() throws -> T where T.RawValue: Decodable {
    let container = try singleValueContainer()
    let raw = try container.decode(T.RawValue.self)
    if let value = T(rawValue: raw) { return value }
    throw DecodingError.dataCorruptedError(
      in: container, debugDescription: "Cannot initialize \(T.self) from invalid \(T.RawValue.self) value \(raw)")
  }
}

/// A value that generated code creates from deprecated declarations, in a function that is itself deprecated.
public protocol _ContractDeprecatedUse<Value> {
  /// The type of the value.
  associatedtype Value

  /// Creates the value.
  func value() -> Value
}

/// Returns the value of a use of deprecated declarations. Calling a protocol requirement does not cause a warning.
public func _contractValue<Use: _ContractDeprecatedUse>(of use: Use) -> Use.Value { use.value() }

/// The wrapper of `@Part("file") var recording = .empty`, added by `@Request`, which determines the property's type.
@propertyWrapper
public struct _PartMember: Hashable, Sendable {
  /// The part.
  public var wrappedValue: Part

  /// Creates a member with this part.
  public init(wrappedValue: Part) { self.wrappedValue = wrappedValue }
}

/// The wrapper of `@Header("TOKEN") var token = nil`, added by `@Request`, which determines the property's type.
@propertyWrapper
public struct _HeaderMember: Hashable, Sendable {
  /// The value of the header; nil if absent.
  public var wrappedValue: String?

  /// Creates a header with this value.
  public init(wrappedValue: String?) { self.wrappedValue = wrappedValue }
}
