public import ContractCoding

// Names that only generated code uses.

/// ``APIFailure``, under a name that no type of a user hides.
///
/// Swift 6.3 looks up the protocol of a generated extension without its module selector, so that a type `APIFailure` of
/// the user's own would leave the enum without its conformance.
public typealias _ContractAPIFailure = APIFailure

/// ``EndpointRequest``, under a name that no type of a user hides.
public typealias _ContractEndpointRequest = EndpointRequest

/// ``CallableRequest``, under a name that no type of a user hides.
public typealias _ContractCallableRequest = CallableRequest

/// ``Schema``, under a name that no type of a user hides.
public typealias _ContractSchema = Schema

/// `Codable`, under a name that no type of a user hides.
public typealias _ContractCodable = Codable

/// `Decodable`, under a name that no type of a user hides.
public typealias _ContractDecodable = Decodable

/// `Encodable`, under a name that no type of a user hides.
public typealias _ContractEncodable = Encodable

/// `CodingKey`, under a name that no type of a user hides.
public typealias _ContractCodingKey = CodingKey

/// The failures that `@Throws` names.
public func _failures(_ types: any APIFailure.Type...) -> [any APIFailure.Type] { types }

/// No failures, for types of which `@Throws` itself says that they are none.
@_disfavoredOverload
public func _failures(_ types: Any.Type...) -> [any APIFailure.Type] { types.compactMap { $0 as? any APIFailure.Type } }

extension KeyedDecodingContainer {
  /// The value of a member that must be there; what `init(from:)` of a type with `@Schema` reads with.
  @_disfavoredOverload
  public func _contractValue<T: Decodable>(_ key: Key) throws -> T { try decode(T.self, forKey: key) }

  /// The value of a member whose type is another name of an optional; what `init(from:)` of a type with `@Schema` reads
  /// with.
  public func _contractValue<T: Decodable>(_ key: Key) throws -> T? { try decodeIfPresent(T.self, forKey: key) }

  /// The value of a member that may be absent or null; what `init(from:)` of a type with `@Schema` reads with.
  public func _contractOptional<T: Decodable>(_ key: Key) throws -> T? { try decodeIfPresent(T.self, forKey: key) }
}

extension KeyedEncodingContainer {
  /// Writes a member; what `encode(to:)` of a type with `@Schema` writes with.
  public mutating func _contractWrite<T: Encodable>(_ value: T, _ key: Key) throws { try encode(value, forKey: key) }

  /// Writes a member that is no optional; what `encode(to:)` of a type with `@Schema` writes with.
  public mutating func _contractWriteOptional<T: Encodable>(_ value: T, _ key: Key) throws {
    try encode(value, forKey: key)
  }

  /// Writes a member unless it is nil; what `encode(to:)` of a type with `@Schema` writes with.
  public mutating func _contractWriteOptional<T: Encodable>(_ value: T?, _ key: Key) throws {
    try encodeIfPresent(value, forKey: key)
  }
}

extension Decoder {
  /// The value of the raw value that stands here; what `init(from:)` of a `RawRepresentable` type with `@Schema` reads
  /// with.
  public func _contractOfRawValue<T: RawRepresentable>() throws -> T where T.RawValue: Decodable {
    let container = try singleValueContainer()
    let raw = try container.decode(T.RawValue.self)
    if let value = T(rawValue: raw) { return value }
    throw DecodingError.dataCorruptedError(
      in: container, debugDescription: "Cannot initialize \(T.self) from invalid \(T.RawValue.self) value \(raw)")
  }
}

/// A value that generated code makes with deprecated declarations, in a function that is deprecated itself.
public protocol _ContractDeprecatedUse<Value> {
  /// The type of the value.
  associatedtype Value

  /// Makes the value.
  func value() -> Value
}

/// The value of a use of deprecated declarations. The compiler does not warn where a protocol's function is called.
public func _contractValue<Use: _ContractDeprecatedUse>(of use: Use) -> Use.Value { use.value() }

/// The wrapper that `@Request` gives to `@Part("file") var recording = .empty`, whose type nothing else would tell.
@propertyWrapper
public struct _PartMember: Sendable {
  /// The part.
  public var wrappedValue: Part

  /// A member with this part.
  public init(wrappedValue: Part) { self.wrappedValue = wrappedValue }
}

/// The wrapper that `@Request` gives to `@Header("TOKEN") var token = nil`, whose type nothing else would tell.
@propertyWrapper
public struct _HeaderMember: Sendable {
  /// The text of the field, or nil without it.
  public var wrappedValue: String?

  /// A field with this text.
  public init(wrappedValue: String?) { self.wrappedValue = wrappedValue }
}
