internal import Contract
internal import ContractHTTP

/// The fields of a client together with those of an operation, for requests whose inputs give no fields: the same in
/// every call, so that a transport recognises them.
final class MergedFields: Sendable {
  private struct Entry {
    /// Held, so that no other operation gets its identity.
    let operation: APIOperation
    let fields: HTTPFields
    let fieldsWithContent: HTTPFields
  }

  /// Operations are made once in a program; this is for programs that make them all the time.
  private static let maxEntries = 256

  private struct State {
    var entries: [ObjectIdentifier: Entry] = [:]
    /// That of the last call: most calls are of the operation of the one before.
    var last: Entry?

    mutating func entry(for operation: APIOperation) -> Entry? {
      if let last, last.operation === operation { return last }
      guard let entry = entries[ObjectIdentifier(operation)] else { return nil }
      last = entry
      return entry
    }
  }

  private let state = Lock(State())

  /// The merged fields, or nil when `fields` are not what the operation itself gives a request.
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
  /// These fields, and those lines of others whose names are not among them.
  func adding(_ others: HTTPFields, except omitted: [HTTPFieldName] = []) -> HTTPFields {
    var fields = self
    for field in others.lines where !contains(field.name) && !omitted.contains(field.name) {
      fields.append(field.name, field.value)
    }
    return fields
  }
}
