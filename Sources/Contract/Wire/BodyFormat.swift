public import FoundationEssentials

/// A format of structured request bodies, such as JSON or a form.
public struct BodyFormat: Sendable {
  package enum Form: Sendable {
    case json
    case urlForm
    case multipart(boundary: String?)
    case custom(any ContentEncoder, any ContentDecoder)
  }

  /// The media type of the body.
  public let mediaType: MediaType
  package let form: Form

  private init(_ mediaType: MediaType, _ form: Form) {
    self.mediaType = mediaType
    self.form = form
  }

  /// JSON (RFC 8259), written and read by this package.
  public static let json = BodyFormat(.json, .json)

  /// JSON Merge Patch (RFC 7396): JSON with the media type `application/merge-patch+json`. Absent members leave a value
  /// unchanged, and null clears it; see ``Patch``. A server also accepts `application/json`.
  public static let mergePatch = BodyFormat(.mergePatch, .json)

  /// `application/x-www-form-urlencoded`. On GET, HEAD and DELETE it is the query, because their body has no meaning
  /// (RFC 9110 §9.3.1).
  public static let urlForm = BodyFormat(.urlForm, .urlForm)

  /// `multipart/form-data` (RFC 7578): each value is a part.
  public static let multipart = BodyFormat(.multipartForm, .multipart(boundary: nil))

  /// Creates the format `multipart/form-data` with this boundary, which must not occur in the body.
  public static func multipart(boundary: String) -> BodyFormat {
    BodyFormat(.multipartForm, .multipart(boundary: boundary))
  }

  /// Creates a format that `encoder` writes and `decoder` reads, for requests and results.
  public static func coder(encoder: any ContentEncoder, decoder: any ContentDecoder) -> BodyFormat {
    BodyFormat(encoder.mediaType, .custom(encoder, decoder))
  }

  /// Creates a JSON format that Foundation's coders write and read, for requests and results.
  public static func json(
    encoder: JSONEncoder = JSONEncoder(), decoder: JSONDecoder = JSONDecoder()
  ) -> BodyFormat {
    .coder(encoder: encoder, decoder: decoder)
  }

  /// True if the format is JSON with the package's own coder.
  var isJSON: Bool {
    if case .json = form { true } else { false }
  }

  /// Returns true if a body of this media type has this format.
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
  /// The coder of a custom format; nil for built-in formats.
  var coder: ContentCoder? {
    if case .custom(let encoder, let decoder) = form { ContentCoder(encoder: encoder, decoder: decoder) } else { nil }
  }
}
