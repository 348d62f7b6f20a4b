internal import ContractHTTP

/// A cache of the member tables for one key mapping.
final class SchemaTables: Sendable {
  /// A table owned by the cache.
  private struct Owned:
    // SAFETY: a table is not written after it was added.
    @unchecked Sendable
  {
    let table: UnsafeMutablePointer<SchemaTable>
  }

  private let tables = Lock<[UnsafeRawPointer: Owned]>([:])

  /// Returns the table of the same members with mapped names. It lives as long as this object.
  func table(_ table: UnsafePointer<SchemaTable>, _ mapping: KeyMapping) -> UnsafePointer<SchemaTable> {
    let key = UnsafeRawPointer(table)
    if let known = tables.withLock({ $0[key] }) { return UnsafePointer(known.table) }
    // A mapping may call user code, so the lock must not be held here.
    let made = Owned(table: table.pointee.mapped(mapping))
    let kept = tables.withLock { tables in
      let kept = tables[key] ?? made
      tables[key] = kept
      return kept
    }
    if kept.table != made.table { Self.free(made) }
    return UnsafePointer(kept.table)
  }

  private static func free(_ owned: Owned) {
    owned.table.pointee.deallocate()
    owned.table.deinitialize(count: 1)
    owned.table.deallocate()
  }

  deinit {
    tables.withLock { tables in
      for owned in tables.values { Self.free(owned) }
    }
  }
}
