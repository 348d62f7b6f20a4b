/// The location of a value in the surrounding JSON, computed only on demand while the value is coded.
final class JSONLocation {
  // SAFETY: the memory belongs to a compiled reader or writer, which waits for the value and then calls `end`.
  private var before: UnsafeBufferPointer<UInt8>?
  private var known: [JSONPath]?
  /// Shared by all values of the JSON being read.
  private let locations: JSONLocations?

  /// Creates the location of the value that follows `before`.
  init(_ before: UnsafeBufferPointer<UInt8>, in locations: JSONLocations? = nil) {
    self.before = before
    self.locations = locations
  }

  /// The path from the root.
  var path: [JSONPath] {
    if let known { return known }
    let path = before.map { locations?.path(after: $0) ?? JSONPath.ofUnfinished($0) } ?? []
    known = path
    return path
  }

  /// Ends access to the text, which may change after this call.
  func end() {
    before = nil
  }
}

/// The locations of the values in one JSON text. Values usually request their locations in order, so one pass is enough
/// for all of them.
final class JSONLocations {
  private var scan = JSONPathScan()

  func path(after before: UnsafeBufferPointer<UInt8>) -> [JSONPath] {
    scan.path(at: before.count, in: before)
  }
}
