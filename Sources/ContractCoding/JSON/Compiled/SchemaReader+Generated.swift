// Functions for generated code only.

extension SchemaReader {
  /// Reads the object of an enumeration case without associated values, ignoring its members.
  ///
  /// - Returns: false, after recording a failure, when the value is not an object.
  public mutating func emptyObject() -> Bool {
    guard var object = beginObject(SchemaKeys.none) else { return false }
    while nextMember(&object) != nil {}
    return endObject(object)
  }
}

extension SchemaWriter {
  /// Writes the object of an enumeration case without associated values.
  public mutating func emptyMember(_ keys: SchemaKeys, _ member: Int) {
    beginMember(keys, member)
    _ = beginObject(SchemaKeys.none)
    endObject()
    endMember()
  }
}

extension SchemaKeys {
  /// An empty list of members.
  static let none = SchemaKeys()
}
