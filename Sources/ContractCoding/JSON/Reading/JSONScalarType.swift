import FoundationEssentials

/// The types that are decoded directly, without their `init(from:)`.
enum JSONScalarType {
  case string, bool, double, float
  case int, int8, int16, int32, int64, int128
  case uint, uint8, uint16, uint32, uint64, uint128
  case date, data, uuid, url, decimal
  /// Arrays of the most frequent scalars.
  case strings, ints, doubles, bytes

  /// Identifies a type; nil for other types. Frequent types are checked first.
  init?<T>(_ type: T.Type) {
    if T.self == String.self {
      self = .string
    } else if T.self == [String].self {
      self = .strings
    } else if T.self == Date.self {
      self = .date
    } else if T.self == UUID.self {
      self = .uuid
    } else if T.self == Int.self {
      self = .int
    } else if T.self == Bool.self {
      self = .bool
    } else if T.self == Double.self {
      self = .double
    } else if T.self == [Int].self {
      self = .ints
    } else if T.self == Data.self {
      self = .data
    } else if T.self == URL.self {
      self = .url
    } else if T.self == Decimal.self {
      self = .decimal
    } else if T.self == [Double].self {
      self = .doubles
    } else if T.self == [UInt8].self {
      self = .bytes
    } else if T.self == Float.self {
      self = .float
    } else if let integer = Self.integer(T.self) {
      self = integer
    } else {
      return nil
    }
  }

  /// True for arrays.
  var isArray: Bool {
    switch self {
    case .strings, .ints, .doubles, .bytes: true
    default: false
    }
  }

  private static func integer<T>(_ type: T.Type) -> JSONScalarType? {
    if T.self == Int64.self { return .int64 }
    if T.self == UInt64.self { return .uint64 }
    if T.self == Int32.self { return .int32 }
    if T.self == UInt32.self { return .uint32 }
    if T.self == UInt.self { return .uint }
    if T.self == Int16.self { return .int16 }
    if T.self == UInt16.self { return .uint16 }
    if T.self == Int8.self { return .int8 }
    if T.self == UInt8.self { return .uint8 }
    if T.self == Int128.self { return .int128 }
    if T.self == UInt128.self { return .uint128 }
    return nil
  }
}

/// Casts a value to the type that it is known to have, which a cast with `as` would look up at run time.
@inline(__always)
func same<A, B>(_ value: A, _ type: B.Type = B.self) -> B {
  assert(A.self == B.self)
  // SAFETY: every caller has compared the two types, and the standard library checks the size.
  return unsafeBitCast(value, to: B.self)
}
