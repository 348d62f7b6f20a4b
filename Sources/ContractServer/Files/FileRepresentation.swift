internal import Contract
internal import ContractLoop

/// An open file with its headers, which responds to the conditions and ranges of a request.
struct FileRepresentation {
  /// The maximum size of a file that is read at once and sent together with the head.
  static let maxReadBytes = FileReader.chunkBytes

  private let file: ServedFile
  private let mediaType: String
  private let fields: HTTPFields

  /// - Parameters:
  ///   - mediaType: the media type as a header value.
  ///   - fields: further headers.
  init(_ file: ServedFile, _ mediaType: String, _ fields: HTTPFields) {
    self.file = file
    self.mediaType = mediaType
    self.fields = fields
  }

  /// Creates a representation whose media type follows from the extension of the path.
  init(_ file: ServedFile, at path: String, _ fields: HTTPFields) {
    guard let coded = FileMediaTypes.codedType(of: path) else {
      self.init(file, FileMediaTypes.type(of: path), fields)
      return
    }
    var fields = fields
    // The coding is named even if `Accept-Encoding` excludes it: the file has no other representation, and RFC 9110 §12.5.3 only
    // asks for one without a coding. Without the name, no client could display the file.
    fields[.contentEncoding] = HTTPFieldValue(unchecked: coded.coding)
    self.init(file, coded.type, fields)
  }

  /// Returns the response. Conditions are evaluated before ranges (RFC 9110 §13.2.2).
  ///
  /// - Parameter now: the current time in seconds since 1970.
  func response(
    to head: RequestHead, now: Int = Int(TimeSource.system.unixSeconds)
  ) throws -> HTTPResponse {
    let validators = file.validators(at: now)
    var whole = HTTPResponse(.ok, fields: describing(validators))
    // For other methods, conditions and ranges do not refer to the file.
    guard head.method == .get || head.method == .head else {
      whole.body = try body(0..<file.size)
      return whole
    }
    switch Preconditions(head).outcome(for: head.method, validators) {
    case .notModified: return whole.notModified()
    case .failed:
      return RequestPipeline.response(
        Problem(.preconditionFailed, detail: "the file does not meet the request's conditions"))
    case .proceed: break
    }
    switch ByteRanges(head, validators, size: file.size, now: now) {
    case .whole:
      whole.body = head.method == .head ? .stream(ByteStream(file.reader)) : try body(0..<file.size)
      return whole
    case .parts(let ranges): return try partial(whole, ranges)
    case .unsatisfiable:
      var response = RequestPipeline.response(
        Problem(.rangeNotSatisfiable, detail: "the file has only \(file.size) bytes"))
      response.fields["Content-Range"] = HTTPFieldValue(unchecked: "bytes */\(file.size)")
      response.fields["Accept-Ranges"] = "bytes"
      return response
    }
  }

  /// Returns the headers that all successful responses have.
  private func describing(_ validators: Validators) -> HTTPFields {
    var fields = fields
    fields[.contentType] = HTTPFieldValue(unchecked: mediaType)
    fields["ETag"] = file.tag.fieldValue
    fields["Last-Modified"] = validators.lastModified.map {
      HTTPFieldValue(unchecked: IMFFixdate.text(secondsSince1970: $0))
    }
    fields["Accept-Ranges"] = "bytes"
    // A browser must not interpret an uploaded text file as an HTML page.
    fields["X-Content-Type-Options"] = "nosniff"
    fields.remove("Content-Range")
    return fields
  }

  private func partial(_ whole: HTTPResponse, _ ranges: [Range<Int>]) throws -> HTTPResponse {
    var response = whole
    response.status = .partialContent
    if ranges.count == 1 {
      response.fields["Content-Range"] = HTTPFieldValue(unchecked: ranges[0].contentRange(of: file.size))
      response.body = try body(ranges[0])
    } else {
      let parts = MultipartRanges(ranges, of: file.reader, mediaType)
      response.fields[.contentType] = HTTPFieldValue(unchecked: parts.mediaType)
      response.body = .stream(parts.stream)
    }
    return response
  }

  /// Returns a part of the file: in memory if it is short, otherwise read while it is sent.
  private func body(_ range: Range<Int>) throws -> HTTPBody {
    let part = file.reader.part(range)
    if range.count > Self.maxReadBytes { return .stream(ByteStream(part)) }
    let bytes = try part.rest()
    guard bytes.count == range.count else { throw FileChanged() }
    return bytes.isEmpty ? .empty : .bytes(bytes)
  }
}

/// An error for a file that became shorter while it was read.
private struct FileChanged: Error, CustomStringConvertible {
  var description: String {
    "a file became shorter while it was read; replace files by renaming new ones instead of writing to them"
  }
}
