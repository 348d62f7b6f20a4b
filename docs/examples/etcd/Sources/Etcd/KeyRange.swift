package import FoundationEssentials

/// Ranges of keys, which are ordered as bytes.
package enum KeyRange {
  /// Returns the first key with a prefix, and the first key after all keys with the prefix. Every key has the empty prefix.
  package static func prefix(_ prefix: String) -> (start: Data, end: Data) {
    let start = Data(prefix.utf8)
    var end = start
    // UTF-8 never contains the byte 255, so the last byte can be increased.
    guard let last = end.popLast() else { return (Data([0]), Data([0])) }
    end.append(last + 1)
    return (start, end)
  }
}
