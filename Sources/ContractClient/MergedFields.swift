internal import Contract
internal import ContractHTTP

/// A cache of the client's headers merged with the headers of each operation, for requests whose inputs set no headers.
/// Cached headers keep their storage, by which a transport recognizes the headers of the previous call.
final class MergedFields: Sendable {
  private struct Entry {
    /// The operation, retained so that no other operation gets its identity.
    let operation: APIOperation
    let fields: HTTPFields
    let fieldsWithContent: HTTPFields
  }

  /// The maximum number of entries. Operations are usually created once; the limit bounds memory in programs that
  /// create them continuously.
  private static let maxEntries = 256

  private struct State {
    var entries: [ObjectIdentifier: Entry] = [:]
    /// The entry of the previous call: consecutive calls are often of one operation.
    var last: Entry?

    mutating func entry(for operation: APIOperation) -> Entry? {
      if let last, last.operation === operation { return last }
      guard let entry = entries[ObjectIdentifier(operation)] else { return nil }
      last = entry
      return entry
    }
  }

  private let state = Lock(State())

  /// Returns the merged headers; nil if `fields` differ from the headers that the operation itself sets.
  func fields(for operation: APIOperation, _ fields: HTTPFields, adding more: HTTPFields) -> HTTPFields? {
    let pattern = operation.requestPattern
    let isPlain = fields.isSpelledLike(pattern.fields)
    guard isPlain || fields.isSpelledLike(pattern.fieldsWithContent) else { return nil }
    let entry = state.withLock { $0.entry(for: operation) } ?? add(operation, more)
    return isPlain ? entry.fields : entry.fieldsWithContent
  }

  private func add(_ operation: APIOperation, _ more: HTTPFields) -> Entry {
    let pattern = operation.requestPattern
    let entry = Entry(
      operation: operation, fields: pattern.fields.adding(more),
      fieldsWithContent: pattern.fieldsWithContent.adding(more))
    state.withLock { state in
      if state.entries.count >= Self.maxEntries { state.entries = [:] }
      state.entries[ObjectIdentifier(operation)] = entry
    }
    return entry
  }
}

extension HTTPFields {
  /// Returns these headers followed by the lines of `others` whose names are absent here and not in `omitted`.
  func adding(_ others: HTTPFields, except omitted: [HTTPFieldName] = []) -> HTTPFields {
    var fields = self
    for field in others.lines where !contains(field.name) && !omitted.contains(field.name) {
      fields.append(field.name, field.value)
    }
    return fields
  }
}
