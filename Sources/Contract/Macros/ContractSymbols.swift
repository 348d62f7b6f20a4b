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

extension KeyedDecodingContainer {
  /// The value of a member that must be there; what `init(from:)` of a type with `@Schema` reads with.
  public func _contractValue<T: Decodable>(_ key: Key) throws -> T { try decode(T.self, forKey: key) }

  /// The value of a member that may be absent or null; what `init(from:)` of a type with `@Schema` reads with.
  public func _contractOptional<T: Decodable>(_ key: Key) throws -> T? { try decodeIfPresent(T.self, forKey: key) }
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
