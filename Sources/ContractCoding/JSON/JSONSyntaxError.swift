/// A syntax error in JSON (RFC 8259) with its location.
public struct JSONSyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The number of bytes before the error.
  public let offset: Int

  /// The line of the error, from 1. Lines end with LF, CR LF or CR.
  public let line: Int

  /// The column of the error in bytes, from 1.
  public let column: Int

  /// A description of the error, without the location.
  public let message: String

  init(_ message: String, at offset: Int, in bytes: [UInt8]) {
    self.message = message
    self.offset = offset
    var line = 1
    var lineStart = 0
    for index in 0..<min(offset, bytes.count) {
      let byte = bytes[index]
      let endsLine = byte == 0x0A || (byte == 0x0D && !(index + 1 < bytes.count && bytes[index + 1] == 0x0A))
      if endsLine {
        line += 1
        lineStart = index + 1
      }
    }
    self.line = line
    self.column = offset - lineStart + 1
  }

  /// The message with line and column.
  public var description: String {
    "Line \(line), column \(column): \(message)"
  }
}
