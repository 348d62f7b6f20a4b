/// A bounded buffer of lines to write. A line that does not fit is dropped and counted.
struct LineBuffer {
  let capacity: Int
  private(set) var bytes: [UInt8] = []
  private(set) var dropped = 0
  /// The ends of batches in ascending order.
  private var marks: [Int] = []

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

  /// True when there is nothing to write.
  var isEmpty: Bool { bytes.isEmpty && marks.isEmpty }

  /// Ends a batch, which consists of the lines so far.
  mutating func mark() {
    if marks.last != bytes.count { marks.append(bytes.count) }
  }

  /// Removes and returns the lines of the next batch, and whether ``mark()`` ended it.
  mutating func take() -> (lines: [UInt8], isMarked: Bool) {
    guard let mark = marks.first else {
      var taken: [UInt8] = []
      swap(&taken, &bytes)
      return (taken, false)
    }
    let taken = Array(bytes[..<mark])
    bytes.removeFirst(mark)
    marks = marks.dropFirst().map { $0 - mark }
    return (taken, true)
  }

  /// Counts lines that could not be written.
  mutating func lose(_ count: Int) { dropped += count }
}
