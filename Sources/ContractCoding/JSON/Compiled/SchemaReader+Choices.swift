extension SchemaReader {
  // MARK: - Enumerations with associated values

  /// Closes the object of an enumeration, which has exactly one member, named after a case.
  ///
  /// - Returns: true when no failure occurred. Otherwise the failure is in the case, or is that of the whole value if
  ///   there is not exactly one case.
  public mutating func endChoice(_ object: SchemaObject) -> Bool {
    if object.seen.nonzeroBitCount == 1, object.table.pointee.count <= 64 { return endObject(object) }
    depth += 1
    return finishChoice(object)
  }
}
