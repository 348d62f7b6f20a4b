public import ContractHTTP

/// Writes `multipart/form-data` bodies (RFC 7578).
///
/// Parts stand in their order; each has `Content-Disposition`, then `Content-Type` if it has a media type, then its
/// further fields. In names, `"`, CR and LF travel as `%22`, `%0D` and `%0A`, as HTML forms have it; everything else is
/// UTF-8 as it is.
public struct MultipartEncoder: Sendable {
  /// The line between parts, without its leading `--`.
  public let boundary: String

  /// True when nobody has asked for this boundary, so that another one is as good.
  private let isRandom: Bool

  /// An encoder with a boundary of one's own, or a random one.
  ///
  /// A random one that some content has in it is replaced for that body.
  public init(boundary: String? = nil) {
    self.boundary = boundary ?? MultipartBoundary.random()
    isRandom = boundary == nil
  }

  /// A body and the media type that tells its boundary.
  public struct Body: Sendable, Hashable {
    /// The bytes of the body.
    public let bytes: [UInt8]
    /// `multipart/form-data` with the boundary.
    public let mediaType: MediaType
  }

  /// The body of a form. The form's own boundary counts before the encoder's.
  ///
  /// - Throws: ``MultipartError`` for a part without a name, for control characters in names or media types, for a part
  ///   that is multipart itself or has a transfer encoding, for a boundary that is none, for one of one's own that a
  ///   content has in it, and for a part whose content is a file.
  public func encode(_ form: MultipartFormData) throws(MultipartError) -> Body {
    if let index = form.parts.firstIndex(where: { $0.source != nil }) {
      throw MultipartError(.notInMemory, part: index + 1)
    }
    let layout = try layout(of: form)
    return Body(bytes: layout.end, mediaType: layout.mediaType)
  }

  /// A body as it is put together: sources, what stands before each of them, and what stands behind the last.
  struct Layout {
    var sources: [(before: [UInt8], source: PartSource, part: Int)] = []
    var end: [UInt8] = []
    let mediaType: MediaType
    /// The start of the line that no source may have in it; nil when nobody can have guessed it.
    let forbidden: [UInt8]?
  }

  func layout(of form: MultipartFormData) throws(MultipartError) -> Layout {
    let boundary = try boundary(for: form)
    var layout = Layout(
      mediaType: try MultipartBoundary.mediaType(boundary),
      forbidden: isRandom && form.boundary == nil ? nil : Array("--\(boundary)".utf8))
    var bytes: [UInt8] = []
    bytes.reserveCapacity(form.parts.reduce(boundary.utf8.count + 8) { $0 + $1.bytes.count + 256 })
    for (index, part) in form.parts.enumerated() {
      bytes.append(contentsOf: "--\(boundary)\r\n".utf8)
      try Self.appendHeader(of: part, number: index + 1, to: &bytes)
      bytes.append(contentsOf: "\r\n".utf8)
      if let source = part.source {
        layout.sources.append((bytes, source, index + 1))
        bytes = []
      } else {
        bytes.append(contentsOf: part.bytes)
      }
      bytes.append(contentsOf: "\r\n".utf8)
    }
    bytes.append(contentsOf: "--\(boundary)--\r\n".utf8)
    layout.end = bytes
    return layout
  }

  private func boundary(for form: MultipartFormData) throws(MultipartError) -> String {
    var boundary = form.boundary ?? boundary
    guard MultipartBoundary.isValid(boundary) else { throw MultipartError(.boundary) }
    while let index = form.parts.firstIndex(where: { MultipartBoundary.occurs(boundary, in: $0.bytes) }) {
      guard isRandom, form.boundary == nil else { throw MultipartError(.boundaryInContent, part: index + 1) }
      boundary = MultipartBoundary.random()
    }
    return boundary
  }

  private static func appendHeader(
    of part: Part, number: Int, to bytes: inout [UInt8]
  ) throws(MultipartError) {
    guard let name = part.name else { throw MultipartError(.missingName, part: number) }
    bytes.append(contentsOf: "Content-Disposition: form-data; name=".utf8)
    guard DispositionEscapes.append(name, to: &bytes) else { throw MultipartError(.invalidName, part: number) }
    if let fileName = part.fileName {
      bytes.append(contentsOf: "; filename=".utf8)
      guard DispositionEscapes.append(fileName, to: &bytes) else { throw MultipartError(.invalidName, part: number) }
    }
    bytes.append(contentsOf: "\r\n".utf8)
    if let mimeType = part.mimeType {
      guard !mimeType.isEmpty, HTTPFieldValue(mimeType) != nil else {
        throw MultipartError(.invalidMIMEType, part: number)
      }
      if PartHeader.isMultipart(mimeType) { throw MultipartError(.nested, part: number) }
      bytes.append(contentsOf: "Content-Type: \(mimeType)\r\n".utf8)
    }
    guard PartHeader.isPlain(part.fields) else { throw MultipartError(.transferEncoding, part: number) }
    for line in part.fields where !PartHeader.isOwn(line.name) {
      bytes.append(contentsOf: "\(line.name.rawName): \(line.value.rawValue)\r\n".utf8)
    }
  }
}
