// What only generated code needs.

extension SchemaReader {
  /// Reads the object of a case without associated values, whatever is in it.
  ///
  /// - Returns: false, with a failure, when there is something else.
  public mutating func emptyObject() -> Bool {
    guard var object = beginObject(SchemaKeys.none) else { return false }
    while nextMember(&object) != nil {}
    return endObject(object)
  }
}

extension SchemaWriter {
  /// Writes the object of a case without associated values.
  public mutating func emptyMember(_ keys: SchemaKeys, _ member: Int) {
    beginMember(keys, member)
    _ = beginObject(SchemaKeys.none)
    endObject()
    endMember()
  }
}

extension SchemaKeys {
  /// No members.
  static let none = SchemaKeys()
}
