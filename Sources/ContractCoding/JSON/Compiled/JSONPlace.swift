/// Where a value stands in the text around it, found out only when somebody asks while the value is coded.
final class JSONPlace {
  // SAFETY: the memory is that of a compiled reader or writer, which waits for the value and calls `end` after it.
  private var before: UnsafeBufferPointer<UInt8>?
  private var known: [JSONPath]?

  /// The place behind a beginning of a text.
  init(_ before: UnsafeBufferPointer<UInt8>) {
    self.before = before
  }

  /// The steps from the root of the text.
  var path: [JSONPath] {
    if let known { return known }
    let path = before.map { JSONPath.ofUnfinished(Array($0)[...]) } ?? []
    known = path
    return path
  }

  /// The text may change from now on.
  func end() {
    before = nil
  }
}
