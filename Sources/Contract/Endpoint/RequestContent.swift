/// What the content of a request is.
public struct RequestContent: Sendable {
  private enum Kind {
    case none, structured, text, bytes
  }
  private let kind: Kind

  /// The forms that structured content may take, the one that clients send first; empty for text, bytes and nothing.
  public let codings: [ContentCoding]

  /// The media type sent, or nil without content.
  public let mediaType: MediaType?

  private init(_ kind: Kind, codings: [ContentCoding] = [], mediaType: MediaType? = nil) {
    self.kind = kind
    self.codings = codings
    self.mediaType = mediaType ?? codings.first?.mediaType
  }

  /// The request has no content of its own.
  public static let none = RequestContent(.none)
  /// JSON (RFC 8259).
  public static let json = RequestContent(.structured, codings: [.json])
  /// Text in UTF-8.
  public static let text = RequestContent(.text, mediaType: .plainText)
  /// Bytes of any media type.
  public static let bytes = RequestContent(.bytes, mediaType: .octetStream)
  /// `application/x-www-form-urlencoded`, or the query where a method's content has no meaning.
  public static let urlForm = RequestContent(.structured, codings: [.urlForm])
  /// `multipart/form-data` (RFC 7578).
  public static let multipart = RequestContent(.structured, codings: [.multipart])

  /// Structured content in one of these forms. Clients send the first.
  public static func structured(_ codings: ContentCoding...) -> RequestContent {
    RequestContent(.structured, codings: codings)
  }

  /// True when content of this media type can be decoded.
  public func accepts(_ media: MediaType) -> Bool {
    switch kind {
    case .none, .bytes: true
    case .structured: codings.contains { $0.accepts(media) }
    case .text:
      media.type == "text" && ["utf-8", "us-ascii"].contains(media.parameter("charset")?.lowercased() ?? "utf-8")
    }
  }

  /// True when content says what it is, because it cannot be read otherwise.
  package var needsMediaType: Bool { kind == .structured }

  /// The media types that are read, for messages.
  package var acceptedTypes: String {
    codings.isEmpty
      ? mediaType?.essence ?? "" : codings.map(\.mediaType.essence).joined(separator: " or ")
  }

  /// The same content in other forms, where it is structured.
  func taking(_ codings: [ContentCoding]?) -> RequestContent {
    guard let codings, !codings.isEmpty, kind == .structured else { return self }
    return RequestContent(.structured, codings: codings)
  }

  /// The form of content with this media type; the first without one.
  func coding(for media: MediaType?) -> ContentCoding? {
    guard let media, codings.count > 1 else { return codings.first }
    return codings.first { $0.accepts(media) } ?? codings.first
  }

  /// The coder of one's own that the first form is, if it is one.
  var coder: ContentCoder? { codings.first?.coder }

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
