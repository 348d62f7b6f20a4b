// An empty list has no representation in queries, headers and forms, so the receiver would use its default. Overload
// resolution determines which types are lists, because, unlike a macro, it resolves type aliases.

extension RequestEncoder {
  /// Marks a list as empty if the receiver would otherwise use its default. Call it after writing the list.
  ///
  /// The mark is an empty value: `ids=` in a query or form, and an empty header. JSON needs no mark.
  ///
  /// - Throws: ``InvalidInput`` if an empty value would be read as an element.
  public mutating func keepEmpty<T>(
    _ location: ParameterLocation, _ name: String, _ value: [T], over default: @autoclosure () -> [T]
  ) throws {
    guard value.isEmpty, !`default`().isEmpty else { return }
    try markEmpty(location, name, hasElement: EmptyText.isValue(of: T.self, on: operation.wire))
  }

  /// Marks a set as empty if the receiver would otherwise use its default. Call it after writing the set.
  ///
  /// - Throws: ``InvalidInput`` if an empty value would be read as an element.
  public mutating func keepEmpty<T>(
    _ location: ParameterLocation, _ name: String, _ value: Set<T>, over default: @autoclosure () -> Set<T>
  ) throws {
    guard value.isEmpty, !`default`().isEmpty else { return }
    try markEmpty(location, name, hasElement: EmptyText.isValue(of: T.self, on: operation.wire))
  }

  /// Refuses an empty dictionary if the receiver would use its default.
  ///
  /// - Throws: ``InvalidInput``.
  public mutating func keepEmpty<Key, Value>(
    _ location: ParameterLocation, _ name: String, _ value: [Key: Value], over default: @autoclosure () -> [Key: Value]
  ) throws {
    guard value.isEmpty, !`default`().isEmpty else { return }
    try markEmpty(location, name, hasElement: true)
  }

  /// Does nothing: a value that is not a list is always represented.
  @_disfavoredOverload
  @inlinable
  public func keepEmpty<T>(
    _ location: ParameterLocation, _ name: String, _ value: T, over default: @autoclosure () -> T
  ) throws {}

  /// Writes an empty value.
  ///
  /// - Parameter hasElement: whether an empty value would be read as an element.
  private mutating func markEmpty(_ location: ParameterLocation, _ name: String, hasElement: Bool) throws {
    let isAmbiguous = hasElement || operation.wire.form.nils == .empty
    switch location {
    case .path, .cookie: break
    case .header: try setField(name, "")
    case .query:
      if isAmbiguous { try refuseLostList(location, name) }
      appendQuery(operation.wireName(name, in: .query), "")
    case .body:
      switch operation.bodyFormat {
      case .json, .custom: break
      case .urlForm, .multipart:
        if isAmbiguous { try refuseLostList(location, name) }
        try field(name, "")
      }
    }
  }

  private func refuseLostList(_ location: ParameterLocation, _ name: String) throws -> Never {
    throw InvalidInput(
      location, name,
      reason:
        "is empty, which a query or form cannot represent, so the server would use its default; make the default "
        + "empty, or send it as JSON")
  }
}

/// A check for types that can represent an empty string.
enum EmptyText {
  /// Returns true if an empty query value is, or may be, a value of the type.
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
