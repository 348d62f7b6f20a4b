internal import ContractHTTP

/// The members of an object, in the order in which they are written.
///
/// A value the size of a pointer, to memory that is never freed: make one for each type and keep it.
///
/// ```swift
/// private static let keys = SchemaKeys(of: Todo.self, .required("id", Int.self), .optional("note"))
/// ```
public struct SchemaKeys:
  // SAFETY: the memory behind the pointer is written before the value exists, and never again.
  @unchecked Sendable
{
  let table: UnsafePointer<SchemaTable>

  /// The members of a type's object.
  public init(of type: any Any.Type, _ members: SchemaMember...) {
    table = UnsafePointer(SchemaTable.allocate(type, members, KeyMapping.useDefaultKeys))
  }

  /// The members of a type's object, as a list.
  public init(of type: any Any.Type, members: [SchemaMember]) {
    table = UnsafePointer(SchemaTable.allocate(type, members, KeyMapping.useDefaultKeys))
  }

  /// The members of an object that belongs to no type of its own, as the associated values of an enumeration's case.
  public init(_ members: SchemaMember...) {
    table = UnsafePointer(SchemaTable.allocate(nil, members, KeyMapping.useDefaultKeys))
  }

  init(_ table: UnsafePointer<SchemaTable>) {
    self.table = table
  }

  /// The members of a generic type's object, which can have no static property to keep them in.
  ///
  /// - Parameters:
  ///   - type: The type; each is asked for once.
  ///   - number: Tells several objects of one type apart.
  ///   - make: Makes the members.
  public static func cached(for type: any Any.Type, _ number: Int = 0, _ make: () -> SchemaKeys) -> SchemaKeys {
    cache.keys(ObjectIdentifier(type), number, make)
  }

  private static let cache = SchemaKeysCache()
}

/// The members of objects of generic types.
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
