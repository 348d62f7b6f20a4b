/// A result with a status for each case: the server responds with the status, headers and body of a case, and the client
/// returns the same case.
///
/// `@APIResult` makes an enumeration conform:
///
/// ```swift
/// @APIResult enum Created {
///   @Status(200) case existing(Todo)
///   @Status(201) case created(Todo, location: Header<String>)
///   @Status(202) case queued(Job)
/// }
/// ```
public protocol APIResult: SendableMetatype {
  /// All cases in declaration order. Their statuses are different.
  static var declaredResults: [ResultCase] { get }

  /// Writes the case, its headers and its body.
  ///
  /// - Throws: Any error of ``ResultEncoder``.
  func encode(into encoder: inout ResultEncoder) throws

  /// Returns the result with the case at an index of ``declaredResults``; nil after failures were recorded in
  /// ``ResultDecoder/headers``.
  ///
  /// - Throws: Any error of ``ResultDecoder``.
  static func decode(_ index: Int, from decoder: inout ResultDecoder) throws -> Self?
}

/// A result whose cases have no body, as for HEAD.
public protocol BodilessResult: APIResult {}

/// One case of an ``APIResult``.
public struct ResultCase: Sendable {
  /// The status of the response.
  public let status: HTTPStatus
  /// The headers of the response, described like those of a request.
  public let headers: [InputDescription]
  /// The type of the body; nil without a body.
  public let body: (any SendableMetatype.Type)?
  /// The media type of the body, in the default format of its type; nil without a body.
  public let mediaType: MediaType?
  let codec: (any Sendable & AnyObject)?

  /// Creates a case without a body.
  public init(_ status: HTTPStatus, headers: [InputDescription] = []) {
    self.status = status
    self.headers = headers
    body = nil
    mediaType = nil
    codec = nil
  }

  /// Creates a case with a body: text, bytes or JSON, depending on its type.
  public init<Body: Codable & SendableMetatype>(
    _ status: HTTPStatus, body: Body.Type, headers: [InputDescription] = []
  ) {
    let codec = ResponseCodec<Body>.inferred
    self.status = status
    self.headers = headers
    self.body = body
    mediaType = codec.mediaType
    self.codec = codec
  }
}

extension ResultCase {
  /// Returns a response with the example of the body; nil if its type has none.
  func example(for operation: APIOperation) -> HTTPResponse? {
    guard let codec else { return HTTPResponse(status) }
    return try? (codec as? any ResultExample)?.response(for: operation)
  }
}

extension ResultCase: CustomStringConvertible {
  /// The status, the headers and the type of the body, such as `201 Location: String, Todo`.
  public var description: String {
    let parts = headers.map { "\($0.name): \($0.type)" } + (body.map { ["\($0)"] } ?? [])
    return parts.isEmpty ? "\(status.code)" : "\(status.code) \(parts.joined(separator: ", "))"
  }
}
