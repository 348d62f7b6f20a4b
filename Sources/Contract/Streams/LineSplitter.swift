/// A splitter of text chunks into lines.
package struct LineSplitter {
  package enum Endings {
    /// LF and CR LF.
    case lineFeed
    /// LF, CR LF and CR, as in event streams.
    case any
  }

  private let endings: Endings
  private let maxLineBytes: Int
  /// The operation that errors name.
  private let operation: APIOperation?
  private var line: [UInt8] = []
  private var lines: ArraySlice<[UInt8]> = []
  /// True after a CR that ended a line; an LF right after it belongs to the same line break.
  private var isAfterReturn = false

  package init(_ endings: Endings, maxLineBytes: Int, of operation: APIOperation? = nil) {
    self.endings = endings
    self.operation = operation
    self.maxLineBytes = max(0, maxLineBytes)
  }

  /// Appends a chunk.
  ///
  /// - Throws: ``/Contract/ClientError`` with the code `responseTooLarge` if a line exceeds the limit.
  package mutating func append(_ chunk: [UInt8]) throws(ClientError) {
    var start = 0
    for (index, byte) in chunk.enumerated() {
      if byte == 0x0A, isAfterReturn, index == start {
        isAfterReturn = false
        start = index + 1
      } else if byte == 0x0A || (byte == 0x0D && endings == .any) {
        try take(chunk[start..<index])
        finishLine()
        isAfterReturn = byte == 0x0D
        start = index + 1
      } else {
        isAfterReturn = false
      }
    }
    try take(chunk[start...])
  }

  private mutating func take(_ text: ArraySlice<UInt8>) throws(ClientError) {
    if text.isEmpty { return }
    // A final CR does not count toward the limit, because it may belong to the line break.
    let count = endings == .lineFeed && text.last == 0x0D ? text.count - 1 : text.count
    guard count <= maxLineBytes - line.count else {
      throw ClientError(
        .responseTooLarge, stage: .decode,
        "a line of the response is longer than \(maxLineBytes) bytes; allow more with "
          + (endings == .any ? ".maxEventBytes(_:)" : ".maxLineBytes(_:)"),
        operation: operation)
    }
    line += text
  }

  private mutating func finishLine() {
    if endings == .lineFeed, line.last == 0x0D { line.removeLast() }
    lines.append(line)
    line = []
  }

  /// Ends the input. Bytes after the last line break become a line; in an event stream they are discarded, because every line
  /// of it ends with a line break (WHATWG HTML §9.2.6).
  package mutating func end() {
    if endings == .any { line = [] }
    if !line.isEmpty { finishLine() }
  }

  /// The line that has not ended yet.
  package var rest: [UInt8] { line }

  /// Returns the next complete line.
  package mutating func next() -> [UInt8]? { lines.popFirst() }
}
