/// A rewriter of the data of server-sent events (WHATWG HTML §9.2) that leaves all other bytes unchanged.
///
/// The input may be truncated: its last event need not end with an empty line.
package enum EventData {
  private struct Line {
    let text: ArraySlice<UInt8>
    /// The terminator: CR LF, LF or CR, empty at the end of the input.
    let end: ArraySlice<UInt8>

    /// Removes and returns the first line of `bytes`; nil if there are no bytes.
    init?(from bytes: inout ArraySlice<UInt8>) {
      guard !bytes.isEmpty else { return nil }
      text = bytes.prefix { $0 != 0x0A && $0 != 0x0D }
      let rest = bytes[text.endIndex...]
      end = rest.prefix(rest.starts(with: [0x0D, 0x0A]) ? 2 : 1)
      bytes = rest[end.endIndex...]
    }

    /// The value of a `data` line; nil for other lines.
    var data: ArraySlice<UInt8>? {
      let name = text.prefix { $0 != UInt8(ascii: ":") }
      guard name.elementsEqual("data".utf8) else { return nil }
      let value = text[name.endIndex...].dropFirst()
      return value.first == 0x20 ? value.dropFirst() : value
    }
  }

  /// Returns an event stream with changed data.
  ///
  /// The data lines of an event are joined by LF, as its reader does. Changed data replaces the first of these lines.
  ///
  /// - Parameters:
  ///   - change: Returns the replacement for the data of an event.
  ///   - changeLine: Returns the replacement for any other line, without its terminator.
  package static func changed(
    in bytes: [UInt8], _ change: ([UInt8]) -> [UInt8], lines changeLine: ([UInt8]) -> [UInt8] = { $0 }
  ) -> [UInt8] {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    var rest = bytes[...]
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    if rest.starts(with: mark) {
      rest = rest.dropFirst(mark.count)
      output += mark
    }
    var event: [Line] = []
    while let line = Line(from: &rest) {
      event.append(line)
      guard line.text.isEmpty else { continue }
      append(event, to: &output, change, changeLine)
      event = []
    }
    append(event, to: &output, change, changeLine)
    return output
  }

  private static func append(
    _ event: [Line], to output: inout [UInt8], _ change: ([UInt8]) -> [UInt8], _ changeLine: ([UInt8]) -> [UInt8]
  ) {
    let data = Array(event.compactMap(\.data).joined(separator: [0x0A]))
    let changed = change(data)
    var isWritten = false
    for line in event {
      guard line.data != nil else {
        output += changeLine(Array(line.text)) + line.end
        continue
      }
      if changed == data {
        output += line.text + line.end
      } else if !isWritten {
        let lines = changed.split(separator: 0x0A, omittingEmptySubsequences: false).map { Array("data: ".utf8) + $0 }
        output += lines.joined(separator: line.end.isEmpty ? [0x0A] : line.end) + line.end
      }
      isWritten = true
    }
  }
}
