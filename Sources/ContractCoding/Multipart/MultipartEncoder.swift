public import ContractHTTP

/// An encoder of `multipart/form-data` bodies (RFC 7578).
///
/// Parts are written in order, each with `Content-Disposition`, `Content-Type` if it has a media type, and its other
/// headers. In names, `"`, CR and LF are written as `%22`, `%0D` and `%0A`, as in HTML forms; all other characters are
/// UTF-8.
public struct MultipartEncoder: Sendable {
  /// The separator of parts, without its leading `--`.
  public let boundary: String

  /// True for a random boundary, which may be replaced.
  private let isRandom: Bool

  /// Creates an encoder with a given boundary, or a random one.
  ///
  /// If a random boundary occurs in the content, it is replaced for that body.
  public init(boundary: String? = nil) {
    self.boundary = boundary ?? MultipartBoundary.random()
    isRandom = boundary == nil
  }

  /// A body and its media type, which contains the boundary.
  public struct Body: Sendable, Hashable {
    /// The body.
    public let bytes: [UInt8]
    /// `multipart/form-data` with the boundary.
    public let mediaType: MediaType
  }

  /// Encodes a form. The form's boundary takes precedence over the encoder's.
  ///
  /// - Throws: ``MultipartError`` for a part without a name, control characters in names or media types, a nested
  ///   multipart part or a transfer encoding, an invalid boundary, a given boundary that occurs in the content, and a
  ///   part whose content is a file.
  public func encode(_ form: MultipartFormData) throws(MultipartError) -> Body {
    if let index = form.parts.firstIndex(where: { $0.source != nil }) {
      throw MultipartError(.notInMemory, part: index + 1)
    }
    let layout = try layout(of: form)
    return Body(bytes: layout.end, mediaType: layout.mediaType)
  }

  /// The segments of a body: the sources, the bytes before each of them, and the bytes after the last one.
  struct Layout {
    var sources: [(before: [UInt8], source: PartSource, part: Int)] = []
    var end: [UInt8] = []
    let mediaType: MediaType
    /// The start of a boundary line, which no source may contain; nil for a random boundary, which cannot be guessed.
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
