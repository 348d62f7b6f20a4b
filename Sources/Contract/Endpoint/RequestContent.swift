/// What the content of a request is.
public struct RequestContent: Hashable, Sendable {
  /// The media type sent, or nil without content.
  public let mediaType: MediaType?

  private enum Kind {
    case none, json, text, bytes
  }
  private let kind: Kind

  /// The request has no content of its own.
  public static let none = RequestContent(mediaType: nil, kind: .none)
  /// JSON (RFC 8259).
  public static let json = RequestContent(mediaType: .json, kind: .json)
  /// Text in UTF-8.
  public static let text = RequestContent(mediaType: .plainText, kind: .text)
  /// Bytes of any media type.
  public static let bytes = RequestContent(mediaType: .octetStream, kind: .bytes)

  /// True when content of this media type can be decoded.
  public func accepts(_ media: MediaType) -> Bool {
    switch kind {
    case .none, .bytes: true
    case .json: media.isJSON
    case .text:
      media.type == "text" && ["utf-8", "us-ascii"].contains(media.parameter("charset")?.lowercased() ?? "utf-8")
    }
  }

  /// JSON, for any type that is not text or bytes.
  @_disfavoredOverload
  public static func inferred<T: Codable>(from type: T.Type) -> RequestContent { .json }
  /// Text.
  public static func inferred(from type: String.Type) -> RequestContent { .text }
  /// Text that may be absent.
  public static func inferred(from type: String?.Type) -> RequestContent { .text }
  /// Bytes.
  public static func inferred(from type: [UInt8].Type) -> RequestContent { .bytes }
  /// Bytes that may be absent.
  public static func inferred(from type: [UInt8]?.Type) -> RequestContent { .bytes }
}
