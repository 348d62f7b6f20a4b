/// A response.
public struct HTTPResponse: Sendable {
  /// The status.
  public var status: HTTPStatus
  /// The headers. The server writes `Content-Length`, `Transfer-Encoding`, `Connection` and `Date` itself.
  public var fields: HTTPFields
  /// The body.
  public var body: HTTPBody
  /// Network metadata of the response; nil for a local response.
  package var arrival: ResponseArrival?

  /// Creates a response.
  public init(_ status: HTTPStatus, fields: HTTPFields = HTTPFields(), body: HTTPBody = .empty) {
    self.status = status
    self.fields = fields
    self.body = body
  }

  /// Creates a `text/plain; charset=utf-8` response.
  public static func text(_ text: String, status: HTTPStatus = .ok) -> HTTPResponse {
    HTTPResponse(status, fields: Self.plainText, body: .bytes(Array(text.utf8)))
  }

  /// The response with a stream that begins again, if its bytes can be read more than once.
  package var withReplayedBody: HTTPResponse {
    guard case .stream(let stream) = body, let again = stream.replayed else { return self }
    var response = self
    response.body = .stream(again)
    return response
  }

  private static let plainText = ([.contentType: "text/plain; charset=utf-8"] as HTTPFields).renderedForResponses()
}
