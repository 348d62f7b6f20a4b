/// What the content of a request is.
public struct RequestContent: Sendable {
  private enum Kind {
    case none, structured, text, bytes
  }
  private let kind: Kind

  /// The forms that structured content may take, the one that clients send first; empty for text, bytes and nothing.
  public let formats: [BodyFormat]

  /// The media type sent, or nil without content.
  public let mediaType: MediaType?

  private init(_ kind: Kind, formats: [BodyFormat] = [], mediaType: MediaType? = nil) {
    self.kind = kind
    self.formats = formats
    self.mediaType = mediaType ?? formats.first?.mediaType
  }

  /// The request has no content of its own.
  public static let none = RequestContent(.none)
  /// JSON (RFC 8259).
  public static let json = RequestContent(.structured, formats: [.json])
  /// Text in UTF-8.
  public static let text = RequestContent(.text, mediaType: .plainText)
  /// Bytes of any media type.
  public static let bytes = RequestContent(.bytes, mediaType: .octetStream)
  /// `application/x-www-form-urlencoded`, or the query where a method's content has no meaning.
  public static let urlForm = RequestContent(.structured, formats: [.urlForm])
  /// `multipart/form-data` (RFC 7578).
  public static let multipart = RequestContent(.structured, formats: [.multipart])

  /// Structured content in one of these forms. Clients send the first.
  public static func structured(_ formats: BodyFormat...) -> RequestContent {
    RequestContent(.structured, formats: formats)
  }

  /// True when content of this media type can be decoded.
  public func accepts(_ media: MediaType) -> Bool {
    switch kind {
    case .none, .bytes: true
    case .structured: formats.contains { $0.accepts(media) }
    case .text:
      media.type == "text" && ["utf-8", "us-ascii"].contains(media.parameter("charset")?.lowercased() ?? "utf-8")
    }
  }

  /// True when content says what it is, because it cannot be read otherwise.
  package var needsMediaType: Bool { kind == .structured }

  /// The media types that are read, for messages.
  package var acceptedTypes: String {
    formats.isEmpty
      ? mediaType?.essence ?? "" : formats.map(\.mediaType.essence).joined(separator: " or ")
  }

  /// The same content in other forms, where it is structured.
  func taking(_ formats: [BodyFormat]?) -> RequestContent {
    guard let formats, !formats.isEmpty, kind == .structured else { return self }
    return RequestContent(.structured, formats: formats)
  }

  /// The form of content with this media type; the first without one.
  func format(for media: MediaType?) -> BodyFormat? {
    guard let media, formats.count > 1 else { return formats.first }
    return formats.first { $0.accepts(media) } ?? formats.first
  }

  /// The coder of one's own that the first form is, if it is one.
  var coder: ContentCoder? { formats.first?.coder }

  /// JSON, for any type that is not text or bytes. Whether it can be JSON is said where it is written.
  @_disfavoredOverload
  public static func inferred<T>(from type: T.Type) -> RequestContent { .json }
  /// Text.
  public static func inferred(from type: String.Type) -> RequestContent { .text }
  /// Text that may be absent.
  public static func inferred(from type: String?.Type) -> RequestContent { .text }
  /// Bytes.
  public static func inferred(from type: [UInt8].Type) -> RequestContent { .bytes }
  /// Bytes that may be absent.
  public static func inferred(from type: [UInt8]?.Type) -> RequestContent { .bytes }
}
