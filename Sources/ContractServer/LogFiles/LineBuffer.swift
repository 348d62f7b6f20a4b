/// Lines that wait to be written, up to a number of bytes: a line for which there is no room is dropped and counted.
struct LineBuffer {
  let capacity: Int
  private(set) var bytes: [UInt8] = []
  private(set) var dropped = 0

  init(capacity: Int) {
    self.capacity = capacity
  }

  /// Adds a line, which ends with a line feed.
  ///
  /// - Returns: false when it was dropped.
  @discardableResult
  mutating func append(_ line: [UInt8]) -> Bool {
    guard line.count <= capacity - bytes.count else {
      dropped += 1
      return false
    }
    bytes += line
    return true
  }

  /// Everything that waits; there is room again.
  mutating func take() -> [UInt8] {
    var taken: [UInt8] = []
    swap(&taken, &bytes)
    return taken
  }

  /// Counts lines that were taken and could not be written.
  mutating func lose(_ count: Int) { dropped += count }
}
