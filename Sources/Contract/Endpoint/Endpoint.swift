/// An operation of an HTTP API as a value: method, path template, inputs, result and declared failures.
///
/// Clients encode it; servers route and decode it.
///
/// ```swift
/// let version = Endpoint<Empty, String>(.get, "/version")
/// ```
///
/// The type of the result determines its form on the wire: `Codable` types are JSON, `String` is `text/plain` in UTF-8,
/// `[UInt8]` and `Data` are bytes, `Void` and ``Empty`` have no body, a nil optional is a 204, and ``HTTPResponse`` is
/// used unchanged.
public struct Endpoint<Request: EndpointRequest, Response>: Sendable {
  /// The description of the endpoint.
  public let operation: APIOperation

  /// The codec of the result.
  public let codec: ResponseCodec<Response>

  /// An object, so that an endpoint consists of three references, which are cheap to pass.
  private var boundCaller: BoundCaller?

  /// The caller used by ``request(_:)``; nil until ``with(_:)`` sets it.
  public var caller: (any EndpointCaller)? { boundCaller?.caller }

  /// Creates an endpoint whose result is encoded and decoded by `codec`.
  ///
  /// - Parameters:
  ///   - id: the operation's id. Default: method and path.
  ///   - status: the status of a success. Default: 200, or 204 for a result without a body.
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
      successStatus: status ?? codec.defaultStatus, alternativeStatus: codec.alternativeStatus, results: codec.results,
      responseHeaders: codec.headers, usesEntityTags: codec.usesEntityTags, takesNotModified: codec.takesNotModified,
      failures: failures, summary: summary, traits: traits, request: Request.self, example: codec,
      streamsResult: codec.decodeStream != nil)
    self.codec = codec
  }

  /// Returns the endpoint with another caller.
  public func with(_ caller: (any EndpointCaller)?) -> Endpoint {
    var endpoint = self
    endpoint.boundCaller = caller.map(BoundCaller.init)
    return endpoint
  }
}

/// The caller of an endpoint.
private final class BoundCaller: Sendable {
  let caller: any EndpointCaller

  init(_ caller: any EndpointCaller) { self.caller = caller }
}
