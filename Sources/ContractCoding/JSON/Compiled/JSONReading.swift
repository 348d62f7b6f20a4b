/// A reader at an address that stays, for those who read through it, or write with its options, again and again.
package final class JSONReading: Sendable {
  // SAFETY: initialised once, never changed, and given back with the object.
  package nonisolated(unsafe) let reader: UnsafePointer<JSONReader>

  /// A reader like this one.
  package init(_ reader: JSONReader) {
    let place = UnsafeMutablePointer<JSONReader>.allocate(capacity: 1)
    place.initialize(to: reader)
    self.reader = UnsafePointer(place)
  }

  deinit {
    let place = UnsafeMutablePointer(mutating: reader)
    place.deinitialize(count: 1)
    place.deallocate()
  }
}
