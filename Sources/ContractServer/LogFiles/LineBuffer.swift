/// A bounded buffer of lines to write. A line that does not fit is dropped and counted.
struct LineBuffer {
  let capacity: Int
  private(set) var bytes: [UInt8] = []
  private(set) var dropped = 0

  init(capacity: Int) {
    self.capacity = capacity
  }

  /// Adds a line, which must end with a line feed.
  ///
  /// - Returns: false if the line was dropped.
  @discardableResult
  mutating func append(_ line: [UInt8]) -> Bool {
    guard line.count <= capacity - bytes.count else {
      dropped += 1
      return false
    }
    bytes += line
    return true
  }

  /// Returns all buffered lines and empties the buffer.
  mutating func take() -> [UInt8] {
    var taken: [UInt8] = []
    swap(&taken, &bytes)
    return taken
  }

  /// Counts lines that were taken but could not be written.
  mutating func lose(_ count: Int) { dropped += count }
}
