internal import Contract
internal import ContractCoding
internal import ContractHTTP

/// The meaning of a response to a request for a file or the rest of one. A pure value, so that tests cover it with a
/// table.
enum DownloadResponse: Equatable {
  /// The part of a file that an earlier download received.
  struct Beginning: Equatable {
    /// The number of bytes received.
    var byteCount: Int
    /// The version that the bytes belong to.
    var version: DownloadVersion
  }

  /// The complete file, or any response to a request without a range.
  case whole
  /// The next `count` bytes of a file of length `of`.
  case rest(count: Int, of: Int)
  /// The file is already complete.
  case complete
  /// The file has changed on the server.
  case changed
  /// An invalid response, with the error message.
  case wrong(String)
  /// A response without information about the file, which may be unchanged.
  case other

  /// The error message for a body with a content coding.
  static let encodedMessage =
    "the server encoded the body although the request accepts only identity; download without `resuming`"
  /// The error message for a part whose size differs from its range.
  static let sizeMessage = "the size of the received part differs from its Content-Range"

  /// - Parameter beginning: The part received earlier; nil for a request for the complete file.
  init(_ response: HTTPResponse, to beginning: Beginning?) {
    switch (response.status.code, beginning) {
    case (206, let beginning?): self = Self.rest(response.fields, beginning)
    case (206, nil): self = .wrong("the server sent a part of the file although the request asked for all of it")
    case (416, let beginning?): self = Self.end(response.fields, beginning)
    case (200, _), (_, nil): self = .whole
    default: self = .other
    }
  }

  /// True for a body with a content coding, whose offsets differ from those of the file.
  static func isEncoded(_ fields: HTTPFields) -> Bool {
    !fields.values(.contentEncoding).allSatisfy { $0.rawValue.lowercasedASCII == "identity" }
  }

  private static func rest(_ fields: HTTPFields, _ beginning: Beginning) -> DownloadResponse {
    // Some servers ignore If-Range and send a part even if the file has changed.
    guard beginning.version.mayBe(of: fields) else { return .changed }
    let start = beginning.byteCount
    guard let range = ContentRange(fields), let bytes = range.bytes, let length = range.length else {
      return .wrong(
        "the server did not state the range that it sent; the request was for the bytes from offset \(start)")
    }
    guard bytes.lowerBound == start else {
      return .wrong(
        "the server sent bytes \(bytes.lowerBound) to \(bytes.upperBound) of the file; "
          + "the request asked for bytes from offset \(start)")
    }
    guard length == beginning.version.length ?? length else { return .changed }
    guard !isEncoded(fields) else { return .wrong(encodedMessage) }
    if let stated = fields[.contentLength], Int(stated.rawValue) != bytes.count { return .wrong(sizeMessage) }
    return .rest(count: bytes.count, of: length)
  }

  /// Interprets 416 Range Not Satisfiable.
  private static func end(_ fields: HTTPFields, _ beginning: Beginning) -> DownloadResponse {
    // A server that ignores If-Range sends 416 for another version too.
    guard beginning.version.mayBe(of: fields) else { return .changed }
    let length = ContentRange(fields)?.length
    return length == beginning.byteCount && length == beginning.version.length ?? length ? .complete : .changed
  }
}
