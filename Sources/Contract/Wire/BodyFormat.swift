public import FoundationEssentials

/// A form that structured content of a request may take: a whole body, or fields.
public struct BodyFormat: Sendable {
  package enum Form: Sendable {
    case json
    case urlForm
    case multipart(boundary: String?)
    case custom(any ContentEncoder, any ContentDecoder)
  }

  /// The media type of the content.
  public let mediaType: MediaType
  package let form: Form

  private init(_ mediaType: MediaType, _ form: Form) {
    self.mediaType = mediaType
    self.form = form
  }

  /// JSON (RFC 8259), written and read by this package.
  public static let json = BodyFormat(.json, .json)

  /// `application/x-www-form-urlencoded`. On GET, HEAD and DELETE it is the query, because their content has no meaning
  /// (RFC 9110 §9.3.1).
  public static let urlForm = BodyFormat(.urlForm, .urlForm)

  /// `multipart/form-data` (RFC 7578): fields are parts.
  public static let multipart = BodyFormat(.multipartForm, .multipart(boundary: nil))

  /// `multipart/form-data` with a boundary of one's own, which must not occur in the content.
  public static func multipart(boundary: String) -> BodyFormat {
    BodyFormat(.multipartForm, .multipart(boundary: boundary))
  }

  /// Content that `encoder` writes and `decoder` reads, on both ends, results included.
  public static func coder(encoder: any ContentEncoder, decoder: any ContentDecoder) -> BodyFormat {
    BodyFormat(encoder.mediaType, .custom(encoder, decoder))
  }

  /// JSON that Foundation's coders write and read, results included.
  public static func json(
    encoder: JSONEncoder = JSONEncoder(), decoder: JSONDecoder = JSONDecoder()
  ) -> BodyFormat {
    .coder(encoder: encoder, decoder: decoder)
  }

  /// True for the JSON that this package reads.
  var isJSON: Bool {
    if case .json = form { true } else { false }
  }

  /// True when content of this media type is in this form.
  package func accepts(_ media: MediaType) -> Bool {
    switch form {
    case .json: media.isJSON
    case .urlForm, .multipart: media.essence == mediaType.essence
    case .custom(_, let decoder):
      media.essence == decoder.mediaType.essence || (decoder.mediaType.isJSON && media.isJSON)
    }
  }
}

extension BodyFormat {
  /// A coder of one's own, when this form is one.
  var coder: ContentCoder? {
    if case .custom(let encoder, let decoder) = form { ContentCoder(encoder: encoder, decoder: decoder) } else { nil }
  }
}
