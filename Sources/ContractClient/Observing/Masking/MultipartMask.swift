internal import Contract
internal import ContractCoding
internal import ContractHTTP

/// A mask for multipart bodies that hides secret parts by name and masks other parts by media type.
///
/// Like ``JSONMask``, the mask accepts malformed input. A part whose name cannot be read is treated as secret.
struct MultipartMask {
  private let masking: Masking
  /// The delimiter: `--` and the boundary.
  private let mark: [UInt8]
  /// The number of enclosing multipart parts.
  private let depth: Int

  /// The maximum depth of nested parts. A peer could nest parts thousands of times.
  private static let maxDepth = 8

  init(_ masking: Masking, _ boundary: String, depth: Int) {
    self.masking = masking
    self.depth = depth
    self.mark = Array("--\(boundary)".utf8)
  }

  func masked(_ bytes: [UInt8]) -> [UInt8] {
    guard depth < Self.maxDepth else { return Array(masking.replacement.utf8) }
    var output: [UInt8] = []
    var start = 0
    while let next = nextMark(bytes, from: start) {
      output += part(bytes[start..<next.lineEnd]) + bytes[next.lineEnd..<next.end]
      start = next.end
    }
    return output + part(bytes[start...])
  }

  /// Returns the end of the line before the next delimiter, and the end of the delimiter.
  private func nextMark(_ bytes: [UInt8], from start: Int) -> (lineEnd: Int, end: Int)? {
    var index = start
    while let dash = bytes[index...].firstIndex(of: UInt8(ascii: "-")) {
      index = dash + 1
      guard dash == 0 || bytes[dash - 1] == 0x0A, bytes[dash...].starts(with: mark) else { continue }
      // A line that continues with other characters is not a delimiter.
      if let next = bytes[(dash + mark.count)...].first, !"-\r\n \t".utf8.contains(next) { continue }
      var lineEnd = max(start, dash - 1)
      if lineEnd > start, bytes[lineEnd - 1] == 0x0D { lineEnd -= 1 }
      return (lineEnd, dash + mark.count)
    }
    return nil
  }

  /// Masks one part, from the end of its delimiter: the rest of that line, headers, an empty line, the body.
  private func part(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var fields = HTTPFields()
    var disposition: ArraySlice<UInt8>?
    var rest = bytes
    while let end = rest.firstIndex(of: 0x0A) {
      let line = rest[..<end].last == 0x0D ? rest[..<end].dropLast() : rest[..<end]
      rest = rest[(end + 1)...]
      if line.isEmpty, line.startIndex > bytes.startIndex {
        return bytes[..<rest.startIndex] + content(Array(rest), fields, disposition)
      }
      let name = line.prefix { $0 != UInt8(ascii: ":") }
      let value = line[name.endIndex...].dropFirst().drop { $0 == 0x20 || $0 == 0x09 }
      switch String(decoding: name, as: UTF8.self).lowercasedASCII {
      case "content-disposition": disposition = value
      case "content-type": fields[.contentType] = HTTPFieldValue(String(decoding: value, as: UTF8.self))
      default: break
      }
    }
    return Array(bytes)
  }

  private func content(
    _ bytes: [UInt8], _ fields: HTTPFields, _ disposition: ArraySlice<UInt8>?
  ) -> [UInt8] {
    if let disposition, !bytes.isEmpty, ContentDisposition(disposition)?.name.map({ masking.masksMember($0) }) ?? true {
      return Array(masking.replacement.utf8)
    }
    return masking.masked(bytes, fields, depth: depth + 1)
  }
}
