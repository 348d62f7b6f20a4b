internal import ContractHTTP

/// The members of an object in writing order.
///
/// The value is a pointer to memory that is never freed: create one for each type and keep it.
///
/// ```swift
/// private static let keys = SchemaKeys(of: Todo.self, .required("id", Int.self), .optional("note"))
/// ```
public struct SchemaKeys:
  // SAFETY: the memory is written before the value exists, and never again.
  @unchecked Sendable
{
  let table: UnsafePointer<SchemaTable>

  /// Lists the members of a type's object.
  public init(of type: any Any.Type, _ members: SchemaMember...) {
    table = UnsafePointer(SchemaTable.allocate(type, members, KeyMapping.useDefaultKeys))
  }

  /// Lists the members of a type's object.
  public init(of type: any Any.Type, members: [SchemaMember]) {
    table = UnsafePointer(SchemaTable.allocate(type, members, KeyMapping.useDefaultKeys))
  }

  /// Lists the members of an object without its own type, such as the associated values of an enumeration case.
  public init(_ members: SchemaMember...) {
    table = UnsafePointer(SchemaTable.allocate(nil, members, KeyMapping.useDefaultKeys))
  }

  init(_ table: UnsafePointer<SchemaTable>) {
    self.table = table
  }

  /// Returns the members of a generic type's object from a cache, because a generic type has no static stored
  /// properties.
  ///
  /// - Parameters:
  ///   - type: the type; each is requested once.
  ///   - number: distinguishes several objects of one type.
  ///   - make: creates the members.
  public static func cached(for type: any Any.Type, _ number: Int = 0, _ make: () -> SchemaKeys) -> SchemaKeys {
    cache.keys(ObjectIdentifier(type), number, make)
  }

  private static let cache = SchemaKeysCache()
}

/// A cache of the members of generic types.
private final class SchemaKeysCache: Sendable {
  private struct Key: Hashable {
    let type: ObjectIdentifier
    let number: Int
  }

  private let keys = Lock<[Key: SchemaKeys]>([:])

  func keys(_ type: ObjectIdentifier, _ number: Int, _ make: () -> SchemaKeys) -> SchemaKeys {
    let key = Key(type: type, number: number)
    if let known = keys.withLock({ $0[key] }) { return known }
    let made = make()
    return keys.withLock { keys in
      if let known = keys[key] { return known }
      keys[key] = made
      return made
    }
  }
}
