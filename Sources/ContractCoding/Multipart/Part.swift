public import ContractHTTP
public import FoundationEssentials

/// One part of a `multipart/form-data` body (RFC 7578): a text field or a file.
///
/// A contract names the part after the parameter that it is given to, unless it has a ``name``.
public struct Part: Sendable, Hashable {
  /// The content, as it travels; empty for a part whose content is a ``file``.
  public var bytes: [UInt8]

  /// Where the content comes from that is read while it is sent, in place of ``bytes``.
  package private(set) var source: PartSource?

  /// The path of the file whose content is sent in place of ``bytes``; nil for a part with its content in memory, as all
  /// are that arrive.
  public var file: String? { source?.path }

  /// The name of the form's field.
  public var name: String?

  /// The name of the file. A part with one is a file.
  ///
  /// A peer can send any text: a path, a name of the file system, `..`. It is data; a path is never to be made of it.
  public var fileName: String?

  /// The media type of the content. A part without one is `text/plain`, or unknown for a file (RFC 7578, section 4.4).
  public var mimeType: String?

  /// Further fields of the part, after `Content-Disposition` and `Content-Type`, which are left out here.
  public var fields: HTTPFields

  /// The content as `Data`, which is a copy.
  public var data: Data {
    get { Data(bytes) }
    set { bytes = Array(newValue) }
  }

  /// The content as text; nil when it is not UTF-8.
  public var text: String? { String(validating: bytes, as: UTF8.self) }

  /// True for a part with the name of a file.
  public var isFile: Bool { fileName != nil }

  /// A part with bytes as its content.
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

  /// A part with data as its content.
  public init(
    data: Data, name: String? = nil, fileName: String? = nil, mimeType: String? = nil,
    fields: HTTPFields = HTTPFields()
  ) {
    self.init(data: Array(data), name: name, fileName: fileName, mimeType: mimeType, fields: fields)
  }

  /// A text field, in UTF-8 and without a media type, as forms send it.
  public init(text: String, name: String? = nil) {
    self.init(data: Array(text.utf8), name: name)
  }

  /// A file.
  public init(fileName: String, mimeType: String, content: some Sequence<UInt8>) {
    self.init(data: Array(content), fileName: fileName, mimeType: mimeType)
  }

  /// A part with content that is read while it is sent.
  package init(source: PartSource, name: String?, fileName: String?, mimeType: String?, fields: HTTPFields) {
    self.init(data: [], name: name, fileName: fileName, mimeType: mimeType, fields: fields)
    self.source = source
  }

  /// A part without content, name and media type.
  public static let empty = Part(data: [])
}
