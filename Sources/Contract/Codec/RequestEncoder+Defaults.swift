// An empty list leaves no trace in queries, fields of the head and forms, and the other end would take a default for it.
// Which types are lists is for the compiler to say: it sees through type aliases.

extension RequestEncoder {
  /// Says that a list is empty, where the other end would take its default otherwise. Follows the writing of the list.
  ///
  /// A query or form says it with an empty text, `ids=`, and a header field with an empty value. JSON says it anyway.
  ///
  /// - Throws: ``InvalidInput`` where an empty text would be an element.
  public mutating func keepEmpty<T>(
    _ place: InputPlace, _ name: String, _ value: [T], over default: @autoclosure () -> [T]
  ) throws {
    guard value.isEmpty, !`default`().isEmpty else { return }
    try sayEmpty(place, name, hasElement: EmptyText.isValue(of: T.self, on: operation.wire))
  }

  /// Says that a set is empty, where the other end would take its default otherwise. Follows the writing of the set.
  ///
  /// - Throws: ``InvalidInput`` where an empty text would be an element.
  public mutating func keepEmpty<T>(
    _ place: InputPlace, _ name: String, _ value: Set<T>, over default: @autoclosure () -> Set<T>
  ) throws {
    guard value.isEmpty, !`default`().isEmpty else { return }
    try sayEmpty(place, name, hasElement: EmptyText.isValue(of: T.self, on: operation.wire))
  }

  /// Refuses an empty dictionary, where the other end would take its default.
  ///
  /// - Throws: ``InvalidInput``.
  public mutating func keepEmpty<Key, Value>(
    _ place: InputPlace, _ name: String, _ value: [Key: Value], over default: @autoclosure () -> [Key: Value]
  ) throws {
    guard value.isEmpty, !`default`().isEmpty else { return }
    try sayEmpty(place, name, hasElement: true)
  }

  /// Does nothing: a value that is no list always leaves a trace.
  @_disfavoredOverload
  @inlinable
  public func keepEmpty<T>(
    _ place: InputPlace, _ name: String, _ value: T, over default: @autoclosure () -> T
  ) throws {}

  /// - Parameter hasElement: whether an empty text would be read as an element.
  private mutating func sayEmpty(_ place: InputPlace, _ name: String, hasElement: Bool) throws {
    let isAmbiguous = hasElement || operation.wire.form.nils == .empty
    switch place {
    case .path: break
    case .header: try setField(name, "")
    case .query:
      if isAmbiguous { try refuseLostList(place, name) }
      appendQuery(operation.wireName(name, in: .query), "")
    case .body:
      switch operation.bodyFormat {
      case .json, .custom: break
      case .urlForm, .multipart:
        if isAmbiguous { try refuseLostList(place, name) }
        try field(name, "")
      }
    }
  }

  private func refuseLostList(_ place: InputPlace, _ name: String) throws -> Never {
    throw InvalidInput(
      place, name,
      reason:
        "is empty, which a query or form cannot say of such a list, so that the server would take its default; make "
        + "the default empty, or send the list as JSON")
  }
}

/// Whether types have a value for the empty text.
enum EmptyText {
  /// True when the empty text of a query spells a value of the type, or may do so.
  static func isValue<T>(of type: T.Type, on wire: Wire) -> Bool {
    if let type = T.self as? any WireValue.Type { return type.read(.empty, on: wire) != nil }
    if let type = T.self as? any ParameterValue.Type { return type.init(parameterText: .empty) != nil }
    if let type = T.self as? any RawRepresentable.Type { return isRawValue(of: type, on: wire) }
    if let type = T.self as? any LosslessStringConvertible.Type { return type.init("") != nil }
    return true
  }

  private static func isRawValue<T: RawRepresentable>(of type: T.Type, on wire: Wire) -> Bool {
    guard let raw = T.RawValue.self as? any ParameterValue.Type else { return true }
    guard let value = raw.init(parameterText: .empty) as? T.RawValue else { return false }
    return T(rawValue: value) != nil
  }
}
