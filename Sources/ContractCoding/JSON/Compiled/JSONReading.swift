/// A reader at a stable address, for repeated reading or for writing with its options.
package final class JSONReading: Sendable {
  // SAFETY: the memory is initialized once, never changed, and deallocated with the object.
  package nonisolated(unsafe) let reader: UnsafePointer<JSONReader>

  /// Creates a copy of a reader.
  package init(_ reader: JSONReader) {
    let copy = UnsafeMutablePointer<JSONReader>.allocate(capacity: 1)
    copy.initialize(to: reader)
    self.reader = UnsafePointer(copy)
  }

  deinit {
    let copy = UnsafeMutablePointer(mutating: reader)
    copy.deinitialize(count: 1)
    copy.deallocate()
  }
}
