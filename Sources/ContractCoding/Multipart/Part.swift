public import ContractHTTP
public import FoundationEssentials

/// A part of a `multipart/form-data` body (RFC 7578): a text field or a file.
///
/// A contract names the part after its parameter, unless it has a ``name``.
public struct Part: Sendable, Hashable {
  /// The content in memory; empty for a part whose content is a ``file``, and for a received part that a server stores in a
  /// temporary file. ``content()`` is the content of every part.
  public var bytes: [UInt8]

  /// The source of content that is read while it is sent, instead of ``bytes``.
  package private(set) var source: PartSource?

  /// The path of the file that is sent instead of ``bytes``; nil for content in memory, as in all received parts.
  public var file: String? { source?.path }

  /// The name of the form field.
  public var name: String?

  /// The file name. A part with a file name is a file.
  ///
  /// A peer can send any string, such as a path or `..`. Treat it as data and never use it as a path; ``safeFileName`` is one
  /// component of a path.
  public var fileName: String?

  /// The media type of the content. Without one, a part is `text/plain`, or unknown if it is a file (RFC 7578 §4.4).
  public var mimeType: String?

  /// Other headers of the part. `Content-Disposition` and `Content-Type` are not included.
  public var fields: HTTPFields

  /// The size of the content in bytes.
  ///
  /// - Throws: ``/ContractHTTP/FileError`` if the content is a ``file`` that cannot be read.
  public var byteCount: Int {
    get throws { try source?.count() ?? bytes.count }
  }

  /// Returns the content as a stream, which is read from its file if it is not in memory.
  ///
  /// ```swift
  /// func addPhoto(photo: Part) async throws { try await photo.content().write(to: path) }
  /// ```
  ///
  /// - Throws: ``/ContractHTTP/FileError`` if the content is a ``file`` that cannot be read.
  public func content() throws -> ByteStream {
    let mediaType = mimeType.flatMap { MediaType($0) }
    guard let source else { return ByteStream(bytes, mediaType: mediaType) }
    if let received = source.received { return ByteStream(reading: received.reader, mediaType: mediaType) }
    return try ByteStream(file: source.path ?? "", mediaType: mediaType)
  }

  /// Returns the part with content in a temporary file.
  package func holding(_ content: ReceivedContent) -> Part {
    Part(source: PartSource(received: content), name: name, fileName: fileName, mimeType: mimeType, fields: fields)
  }

  /// A copy of the content in memory as `Data`.
  public var data: Data {
    get { Data(bytes) }
    set { bytes = Array(newValue) }
  }

  /// The content as a string; nil when it is not UTF-8.
  public var text: String? { String(validating: bytes, as: UTF8.self) }

  /// True for a part with a file name.
  public var isFile: Bool { fileName != nil }

  /// Creates a part from bytes.
  public init(
    data bytes: [UInt8], name: String? = nil, fileName: String? = nil, mimeType: String? = nil,
    fields: HTTPFields = HTTPFields()
  ) {
    self.bytes = bytes
    self.name = name
    self.fileName = fileName
    self.mimeType = mimeType
    self.fields = fields
  }

  /// Creates a part from data.
  public init(
    data: Data, name: String? = nil, fileName: String? = nil, mimeType: String? = nil,
    fields: HTTPFields = HTTPFields()
  ) {
    self.init(data: Array(data), name: name, fileName: fileName, mimeType: mimeType, fields: fields)
  }

  /// Creates a text field in UTF-8 without a media type, as in HTML forms.
  public init(text: String, name: String? = nil) {
    self.init(data: Array(text.utf8), name: name)
  }

  /// Creates a file.
  public init(fileName: String, mimeType: String, content: some Sequence<UInt8>) {
    self.init(data: Array(content), fileName: fileName, mimeType: mimeType)
  }

  /// Creates a part whose content is read while it is sent.
  package init(source: PartSource, name: String?, fileName: String?, mimeType: String?, fields: HTTPFields) {
    self.init(data: [], name: name, fileName: fileName, mimeType: mimeType, fields: fields)
    self.source = source
  }

  /// A part without content, name or media type.
  public static let empty = Part(data: [])
}
