extension SchemaReader {
  // MARK: - Enumerations with associated values

  /// Closes the object of an enumeration, which has exactly one member that names a case.
  ///
  /// - Returns: true when all is well. Otherwise there is a failure: of what is inside the case, or, when there is none
  ///   or more than one, of the whole value.
  public mutating func endChoice(_ object: SchemaObject) -> Bool {
    if object.seen.nonzeroBitCount == 1, object.table.pointee.count <= 64 { return endObject(object) }
    depth += 1
    return finishChoice(object)
  }
}
