import FoundationEssentials

/// A source of placeholders for missing values, which let a type's `init(from:)` continue and decode its other members.
///
/// A client could have sent each placeholder: zero, an empty string, an empty array, the first case of an enumeration,
/// or an object of such values. Types without a placeholder are remembered; decoding ends where they are needed.
final class PlaceholderSource {
  /// An error for a type without a placeholder.
  struct Unavailable: Error {}

  let userInfo: [CodingUserInfoKey: any Sendable]
  private var made: [ObjectIdentifier: AnyObject] = [:]
  private var unavailable: Set<ObjectIdentifier> = []
  /// The types whose placeholders are being created. A type that contains itself has no finite value.
  private var inProgress: Set<ObjectIdentifier> = []
  /// The number of values that may still be requested.
  private var steps = 100_000
  /// The maximum nesting of types, because generic types can nest without end.
  private let maxDepth = 64

  init(userInfo: [CodingUserInfoKey: any Sendable]) {
    self.userInfo = userInfo
  }

  /// Stores a value sent by the client, which is the best placeholder for its type.
  func offer<T>(_ value: T) {
    let key = ObjectIdentifier(T.self)
    if made[key] == nil { made[key] = Box(value) }
  }

  /// Returns a placeholder for a type.
  func value<T: Decodable>(_ type: T.Type) throws -> T {
    let key = ObjectIdentifier(T.self)
    steps -= 1
    guard steps > 0 else { throw Unavailable() }
    if let box = made[key] as? Box<T> { return box.value }
    guard !unavailable.contains(key), inProgress.count < maxDepth, inProgress.insert(key).inserted else {
      throw Unavailable()
    }
    defer { inProgress.remove(key) }
    do {
      let value = try make(T.self)
      made[key] = Box(value)
      return value
    } catch {
      // A failure within a recursion does not show that the type has no placeholder.
      if inProgress.count == 1 { unavailable.insert(key) }
      throw Unavailable()
    }
  }

  private func make<T: Decodable>(_ type: T.Type) throws -> T {
    if let value = Self.scalars[ObjectIdentifier(T.self)] as? T { return value }
    if let enumeration = T.self as? any CaseIterable.Type, let value = Self.firstCase(enumeration) as? T {
      return value
    }
    do {
      return try T(from: PlaceholderDecoder(source: self))
    } catch {
      if let value = SimpleEnumeration.firstCase(T.self), Self.isCreatedByItsRawValue(value) { return value }
      throw error
    }
  }

  private static func firstCase<C: CaseIterable>(_ type: C.Type) -> Any? {
    C.allCases.first
  }

  /// Returns true when the value can be created from its own raw value, so that a client could have sent it.
  private static func isCreatedByItsRawValue<T>(_ value: T) -> Bool {
    func isCreated<R: RawRepresentable>(_ value: R) -> Bool { R(rawValue: value.rawValue) != nil }
    return (value as? any RawRepresentable).map { isCreated($0) } ?? false
  }

  /// Scalars that a decoder reads itself. Their `init(from:)` would request something else.
  private static let scalars: [ObjectIdentifier: any Sendable] = [
    ObjectIdentifier(String.self): "",
    ObjectIdentifier(Bool.self): false,
    ObjectIdentifier(Double.self): 0.0,
    ObjectIdentifier(Float.self): Float(0),
    ObjectIdentifier(Int.self): 0,
    ObjectIdentifier(Int8.self): Int8(0),
    ObjectIdentifier(Int16.self): Int16(0),
    ObjectIdentifier(Int32.self): Int32(0),
    ObjectIdentifier(Int64.self): Int64(0),
    ObjectIdentifier(Int128.self): Int128(0),
    ObjectIdentifier(UInt.self): UInt(0),
    ObjectIdentifier(UInt8.self): UInt8(0),
    ObjectIdentifier(UInt16.self): UInt16(0),
    ObjectIdentifier(UInt32.self): UInt32(0),
    ObjectIdentifier(UInt64.self): UInt64(0),
    ObjectIdentifier(UInt128.self): UInt128(0),
    ObjectIdentifier(Date.self): Date(timeIntervalSince1970: 0),
    ObjectIdentifier(Data.self): Data(),
    ObjectIdentifier(UUID.self): UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)),
    ObjectIdentifier(Decimal.self): Decimal(0),
    ObjectIdentifier(URL.self): URL(string: "/") as any Sendable,
  ]
}

/// A reference to a value, so that it can be stored without its type.
final class Box<T> {
  let value: T

  init(_ value: T) {
    self.value = value
  }
}
