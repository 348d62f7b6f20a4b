internal import Contract

/// A body of several ranges of a file: `multipart/byteranges` (RFC 9110 §14.6).
struct MultipartRanges {
  /// The media type with the boundary.
  let mediaType: String
  /// The number of bytes.
  let length: Int
  private let segments: [Segment]

  private enum Segment {
    case bytes([UInt8])
    case file(FileReader)
  }

  /// Creates a body.
  ///
  /// - Parameters:
  ///   - mediaType: the media type of each part.
  ///   - boundary: a string that the file does not contain, such as a random one.
  init(_ ranges: [Range<Int>], of file: FileReader, _ mediaType: String, boundary: String = HexDigit.random()) {
    self.mediaType = "multipart/byteranges; boundary=\(boundary)"
    var segments: [Segment] = []
    var length = 0
    var separator = "--\(boundary)\r\n"
    for range in ranges {
      let head = Array(
        "\(separator)Content-Type: \(mediaType)\r\nContent-Range: \(range.contentRange(of: file.length))\r\n\r\n".utf8)
      segments += [.bytes(head), .file(file.part(range))]
      length += head.count + range.count
      separator = "\r\n--\(boundary)\r\n"
    }
    let end = Array("\r\n--\(boundary)--\r\n".utf8)
    self.segments = segments + [.bytes(end)]
    self.length = length + end.count
  }

  /// The body, which reads the file while it is sent.
  var stream: ByteStream {
    let left = Lock(segments[...])
    return ByteStream(length: length) {
      while let segment = left.withLock({ $0.first }) {
        switch segment {
        case .bytes(let bytes):
          left.withLock { _ = $0.removeFirst() }
          return bytes
        case .file(let part):
          if let chunk = try part.next() { return chunk }
          // If the file has become shorter, the body ends before its announced length, and the connection closes.
          guard part.remaining == 0 else { return nil }
          left.withLock { _ = $0.removeFirst() }
        }
      }
      return nil
    }
  }
}

extension Range<Int> {
  /// Returns the value of `Content-Range` for this part of `size` bytes (RFC 9110 §14.4).
  func contentRange(of size: Int) -> String { "bytes \(lowerBound)-\(upperBound - 1)/\(size)" }
}
