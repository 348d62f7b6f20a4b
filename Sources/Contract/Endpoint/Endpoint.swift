/// One operation of an HTTP API as a value: method, path template, inputs, result and declared failures.
///
/// Clients encode it, servers route and decode it, and nothing else describes the operation a second time.
///
/// ```swift
/// let version = Endpoint<Empty, String>(.get, "/version")
/// ```
///
/// The type of the result chooses its form on the wire: any `Codable` type is JSON, `String` is `text/plain` in UTF-8,
/// `[UInt8]` and `Data` are bytes, `Void` and ``Empty`` have no content, an optional is 204 when nil, and
/// ``HTTPResponse`` is taken as it is.
public struct Endpoint<Request: EndpointRequest, Response>: Sendable {
  /// What the endpoint says about itself.
  public let operation: APIOperation

  /// What ``request(_:)`` calls the endpoint with; nil until ``with(_:)`` says.
  public internal(set) var caller: (any EndpointCaller)?

  /// How the result travels.
  public let codec: ResponseCodec<Response>

  /// An endpoint whose result travels as `codec` says.
  ///
  /// - Parameters:
  ///   - id: the operation's name; method and path when nil.
  ///   - status: the status of a success; 200, or 204 when the result has no content.
  ///   - failures: the failures that the endpoint declares.
  public init(
    _ method: HTTPMethod, _ path: PathTemplate, _ traits: EndpointTrait..., id: String? = nil,
    status: HTTPStatus? = nil, throws failures: [any APIFailure.Type] = [], summary: String? = nil,
    result codec: ResponseCodec<Response>
  ) {
    self.init(
      method, path, traits: traits, id: id, status: status, throws: failures, summary: summary, result: codec)
  }

  init(
    _ method: HTTPMethod, _ path: PathTemplate, traits: [EndpointTrait], id: String?, status: HTTPStatus?,
    throws failures: [any APIFailure.Type], summary: String?, result codec: ResponseCodec<Response>
  ) {
    self.operation = APIOperation(
      id: id ?? "\(method) \(path)", method: method, path: path, inputs: Request.inputs,
      requestContent: Request.content, responseContent: codec.mediaType,
      successStatus: status ?? codec.defaultStatus, alternativeStatus: codec.alternativeStatus, failures: failures,
      summary: summary, traits: traits, example: codec)
    self.codec = codec
  }
}
