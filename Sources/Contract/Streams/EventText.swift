/// The lines of an event stream.
enum EventText {
  /// A comment, which clients skip.
  static let heartbeat = Array(":\n\n".utf8)

  /// Appends a field, whose value has no line breaks.
  static func append<Bytes: Collection<UInt8>>(_ name: String, _ value: Bytes, to output: inout [UInt8]) {
    output += name.utf8
    output.append(UInt8(ascii: ":"))
    output.append(UInt8(ascii: " "))
    output += value
    output.append(0x0A)
  }

  /// Appends data with one field for each line. CR and CR LF are read as LF.
  static func append(lines text: [UInt8], to output: inout [UInt8]) {
    var splitter = LineSplitter(.any, maxLineBytes: .max)
    // The splitter has no limit, so it cannot throw.
    try? splitter.append(text)
    while let line = splitter.next() { append("data", line, to: &output) }
    append("data", splitter.rest, to: &output)
  }

  /// Returns the last event of a stream that ends with a failure.
  static func failure(_ document: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    append("event", StreamFailure.name.utf8, to: &output)
    append("data", document, to: &output)
    output.append(0x0A)
    return output
  }
}
