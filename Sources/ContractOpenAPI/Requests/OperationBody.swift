public import ContractCoding
internal import ContractHTTP

/// The body of a request to an operation.
public struct OperationBody: Sendable, Hashable {
  /// The value of a body.
  public enum Content: Sendable, Hashable {
    /// A value that is encoded in the media type: as JSON, a form, or text.
    case value(JSONValue)
    /// Bytes that are sent unchanged.
    case bytes([UInt8])
  }

  /// A file of a multipart form.
  public struct File: Sendable, Hashable {
    /// The member of the form that contains the file.
    public var member: String
    /// The file name.
    public var name: String
    /// The content of the file.
    public var bytes: [UInt8]

    /// Creates a file.
    public init(_ bytes: [UInt8], name: String, for member: String) {
      self.member = member
      self.name = name
      self.bytes = bytes
    }
  }

  /// The media type, such as `application/json`.
  public var mediaType: String
  /// The content.
  public var content: Content
  /// The files of a multipart form. They follow the other members.
  public var files: [File] = []

  /// Creates a body.
  public init(_ content: Content, as mediaType: String) {
    self.content = content
    self.mediaType = mediaType
  }

  /// A format in which values are written and read.
  enum Format {
    case json
    case form
    case multipart
    case text
    case binary

    init(_ mediaType: String) {
      let type = MediaType(mediaType)
      switch type?.essence {
      case "application/x-www-form-urlencoded": self = .form
      case "multipart/form-data": self = .multipart
      default: self = type?.isJSON == true ? .json : type?.type == "text" ? .text : .binary
      }
    }
  }

  var format: Format { Format(mediaType) }

  /// The value; nil for bytes.
  var value: JSONValue? {
    if case .value(let value) = content { value } else { nil }
  }

  /// Returns the bytes, and the media type with its parameters.
  ///
  /// - Throws: ``OperationRequestError`` for a form that cannot be encoded.
  func encoded(_ declared: OpenAPIMediaType?, _ spelling: ValueSpelling) throws(OperationRequestError) -> (
    bytes: [UInt8], mediaType: String
  ) {
    guard case .value(let value) = content else {
      if case .bytes(let bytes) = content { return (bytes, mediaType) }
      return ([], mediaType)
    }
    switch format {
    case .json: return (Array(value.description.utf8), mediaType)
    case .text, .binary: return (Array(spelling.text(of: value).utf8), mediaType)
    case .form:
      let pairs = (value.object ?? JSONObject()).flatMap { name, value in
        FormMember(name, in: declared, spelling).fields(value)
      }
      return (Array(pairs.joined(separator: "&").utf8), mediaType)
    case .multipart:
      return try MultipartForm(declared, spelling).encoded(value, files, as: mediaType)
    }
  }
}

extension OpenAPIRequestBody {
  /// Returns the declared media type that covers a type, such as `image/*` for `image/png`; nil if there is none.
  func mediaType(for name: String) -> OpenAPIMediaType? { content.covering(name) }

  /// The default format: JSON, or else a form, or else the first format; nil if none is declared.
  package var preferredContent: OpenAPIMediaType? { content.preferred }
}

extension OpenAPIMediaType {
  /// The usual media types of ranges. For other ranges, each type has the registered subtype `example` (RFC 4735).
  private static let usual = [
    "text": "text/plain", "image": "image/png", "audio": "audio/mpeg", "video": "video/mp4",
    "multipart": "multipart/form-data",
  ]

  /// Returns the media type of a body; for a range, a media type in it that carries the values of the schema.
  func sentType(_ spelling: ValueSpelling) -> String {
    if let mediaType { return mediaType.description }
    let type = MediaType(name)?.type ?? "*"
    guard type == "*" || type == "application" else { return Self.usual[type] ?? "\(type)/example" }
    let isValue = schema.map { spelling.kind(of: [$0]) != .scalar } ?? false
    return isValue ? "application/json" : "application/octet-stream"
  }
}

extension [OpenAPIMediaType] {
  /// Returns the entry that covers a media type: the entry for the type itself, or else for its range, or else for all
  /// types.
  func covering(_ name: String) -> OpenAPIMediaType? {
    guard let type = MediaType(name) else { return nil }
    for essence in [type.essence, "\(type.type)/*", "*/*"] {
      if let entry = first(where: { $0.essence == essence }) { return entry }
    }
    return nil
  }

  /// The default entry: JSON, or else a form, or else the first entry.
  var preferred: OpenAPIMediaType? {
    first { OperationBody.Format($0.name) == .json } ?? first { OperationBody.Format($0.name) == .form }
      ?? first { OperationBody.Format($0.name) == .multipart } ?? first
  }
}
