import FoundationEssentials

/// Makes values that stand in for missing ones, so that a type's `init(from:)` goes on and its other members are seen.
///
/// Every value made here could have come from a client: zero, an empty string, an empty array, an enumeration's first
/// case, an object of such values. A type for which there is none is remembered, and decoding what needs it ends.
final class PlaceholderSource {
  /// No value of a type could be made.
  struct Unavailable: Error {}

  let userInfo: [CodingUserInfoKey: any Sendable]
  private var made: [ObjectIdentifier: AnyObject] = [:]
  private var unavailable: Set<ObjectIdentifier> = []
  /// Types whose values are being made: one that needs itself has no finite value.
  private var inProgress: Set<ObjectIdentifier> = []
  /// Values that may still be asked for.
  private var steps = 100_000
  /// Generic types can nest without end; no sensible one needs more than this.
  private let maxDepth = 64

  init(userInfo: [CodingUserInfoKey: any Sendable]) {
    self.userInfo = userInfo
  }

  /// Remembers a value that the client did send, as the best placeholder for its type.
  func offer<T>(_ value: T) {
    let key = ObjectIdentifier(T.self)
    if made[key] == nil { made[key] = Box(value) }
  }

  /// A value of a type.
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
      // A failure inside a recursion says nothing about the type itself.
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
      if let value = SimpleEnumeration.firstCase(T.self), Self.survivesItsRawValue(value) { return value }
      throw error
    }
  }

  private static func firstCase<C: CaseIterable>(_ type: C.Type) -> Any? {
    C.allCases.first
  }

  /// True when a value is what its own raw value gives, so that a client could have sent it.
  private static func survivesItsRawValue<T>(_ value: T) -> Bool {
    func survives<R: RawRepresentable>(_ value: R) -> Bool { R(rawValue: value.rawValue) != nil }
    return (value as? any RawRepresentable).map { survives($0) } ?? false
  }

  /// Scalars that a coder reads itself; their own `init(from:)` would ask for something else.
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

/// A value behind a reference, so that it can be kept without its type.
final class Box<T> {
  let value: T

  init(_ value: T) {
    self.value = value
  }
}
