internal import ContractHTTP

/// The kind of body that a request has.
public struct RequestContent: Sendable {
  private enum Kind {
    case none, structured, text, bytes, stream, lines
  }
  private let kind: Kind
  /// True for parts that a server reads while they arrive.
  private var isSpooled = false

  /// The formats of a structured body; clients send the first. Empty for text, bytes and no body.
  public let formats: [BodyFormat]

  /// The media type that clients send; nil without a body.
  public let mediaType: MediaType?

  private init(_ kind: Kind, formats: [BodyFormat] = [], mediaType: MediaType? = nil) {
    self.kind = kind
    self.formats = formats
    self.mediaType = mediaType ?? formats.first?.mediaType
  }

  /// No body.
  public static let none = RequestContent(.none)
  /// A JSON body (RFC 8259).
  public static let json = RequestContent(.structured, formats: [.json])
  /// A text body in UTF-8.
  public static let text = RequestContent(.text, mediaType: .plainText)
  /// A body of bytes with any media type.
  public static let bytes = RequestContent(.bytes, mediaType: .octetStream)
  /// A body of bytes with any media type, which is read while it arrives; see ``ByteStream``.
  public static let stream = RequestContent(.stream, mediaType: .octetStream)
  /// A body of JSON values, one per line, which is read while it arrives; see ``JSONLines``.
  public static let jsonLines = RequestContent(.lines, mediaType: .jsonLines)
  /// An `application/x-www-form-urlencoded` body, or the query for methods whose body has no meaning.
  public static let urlForm = RequestContent(.structured, formats: [.urlForm])
  /// A `multipart/form-data` body (RFC 7578).
  public static let multipart = RequestContent(.structured, formats: [.multipart])

  /// Returns a structured body in one of these formats. Clients send the first.
  public static func structured(_ formats: BodyFormat...) -> RequestContent {
    RequestContent(.structured, formats: formats)
  }

  /// Returns true if a body of this media type can be decoded.
  public func accepts(_ media: MediaType) -> Bool {
    switch kind {
    case .none, .bytes, .stream: true
    case .lines: MediaType.jsonLinesNames.contains(media.essence)
    case .structured: formats.contains { $0.accepts(media) }
    case .text:
      media.type == "text" && ["utf-8", "us-ascii"].contains(media.parameter("charset")?.lowercasedASCII ?? "utf-8")
    }
  }

  /// True if a body must have a `Content-Type` to be decoded.
  package var needsMediaType: Bool { kind == .structured }

  /// True if some media types cannot be decoded.
  package var hasMediaTypes: Bool {
    switch kind {
    case .none, .bytes, .stream: false
    case .structured, .text, .lines: true
    }
  }

  /// Returns true if a form is sent in the query, because the method's body has no meaning (RFC 9110 §9.3.1).
  func isSentAsQuery(by method: HTTPMethod?) -> Bool {
    guard case .urlForm? = formats.first?.form, let method else { return false }
    return method == .get || method == .head || method == .delete
  }

  /// True if a body is read while it arrives.
  package var isStreamed: Bool { kind == .stream || kind == .lines || isSpooled }

  /// A copy that is read while it arrives; nil unless all formats are multipart.
  package var spooled: RequestContent? {
    guard !formats.isEmpty, formats.allSatisfy({ if case .multipart = $0.form { true } else { false } }) else {
      return nil
    }
    var content = self
    content.isSpooled = true
    return content
  }

  /// True for a stream of bytes.
  package var isByteStream: Bool { kind == .stream }

  /// True for JSON lines.
  var isJSONLines: Bool { kind == .lines }

  /// The accepted media types, for messages.
  package var acceptedTypes: String {
    formats.isEmpty
      ? mediaType?.essence ?? "" : formats.map(\.mediaType.essence).joined(separator: " or ")
  }

  /// Returns a structured body with other formats; other kinds are unchanged.
  func taking(_ formats: [BodyFormat]?) -> RequestContent {
    guard let formats, !formats.isEmpty, kind == .structured else { return self }
    return RequestContent(.structured, formats: formats)
  }

  /// Returns the format that accepts a media type; the first format if none does, or if the media type is nil.
  func format(for media: MediaType?) -> BodyFormat? {
    guard let media, formats.count > 1 else { return formats.first }
    return formats.first { $0.accepts(media) } ?? formats.first
  }

  /// The custom coder of the first format, if any.
  var coder: ContentCoder? { formats.first?.coder }

  /// Infers JSON for any type other than text and bytes. The compiler checks that the type is codable where the body is
  /// written.
  @_disfavoredOverload
  public static func inferred<T>(from type: T.Type) -> RequestContent { .json }
  /// Infers text.
  public static func inferred(from type: String.Type) -> RequestContent { .text }
  /// Infers optional text.
  public static func inferred(from type: String?.Type) -> RequestContent { .text }
  /// Infers bytes.
  public static func inferred(from type: [UInt8].Type) -> RequestContent { .bytes }
  /// Infers optional bytes.
  public static func inferred(from type: [UInt8]?.Type) -> RequestContent { .bytes }
  /// Infers a stream of bytes.
  public static func inferred(from type: ByteStream.Type) -> RequestContent { .stream }
  /// Infers JSON lines.
  public static func inferred<Value>(from type: JSONLines<Value>.Type) -> RequestContent { .jsonLines }
}
