/// Where a value stands in the text around it, found out only when somebody asks while the value is coded.
final class JSONPlace {
  // SAFETY: the memory is that of a compiled reader or writer, which waits for the value and calls `end` after it.
  private var before: UnsafeBufferPointer<UInt8>?
  private var known: [JSONPath]?
  /// Shared with the other values of a text that is being read.
  private let places: JSONPlaces?

  /// The place behind a beginning of a text.
  init(_ before: UnsafeBufferPointer<UInt8>, in places: JSONPlaces? = nil) {
    self.before = before
    self.places = places
  }

  /// The steps from the root of the text.
  var path: [JSONPath] {
    if let known { return known }
    let path = before.map { places?.path(behind: $0) ?? JSONPath.ofUnfinished($0) } ?? []
    known = path
    return path
  }

  /// The text may change from now on.
  func end() {
    before = nil
  }
}

/// The places of the values of one text, most of which ask in order: all of them together cost one pass.
final class JSONPlaces {
  private var scan = JSONPathScan()

  func path(behind before: UnsafeBufferPointer<UInt8>) -> [JSONPath] {
    scan.path(at: before.count, in: before)
  }
}
