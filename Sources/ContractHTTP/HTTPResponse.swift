/// A response as a value.
public struct HTTPResponse: Sendable {
  /// The status.
  public var status: HTTPStatus
  /// The fields. `Content-Length`, `Transfer-Encoding`, `Connection` and `Date` are the server's to write.
  public var fields: HTTPFields
  /// The content.
  public var body: HTTPBody
  /// How it came, when a network brought it.
  package var arrival: ResponseArrival?

  /// A response with these parts.
  public init(_ status: HTTPStatus, fields: HTTPFields = HTTPFields(), body: HTTPBody = .empty) {
    self.status = status
    self.fields = fields
    self.body = body
  }

  /// A `text/plain; charset=utf-8` response.
  public static func text(_ text: String, status: HTTPStatus = .ok) -> HTTPResponse {
    HTTPResponse(status, fields: Self.plainText, body: .bytes(Array(text.utf8)))
  }

  private static let plainText = ([.contentType: "text/plain; charset=utf-8"] as HTTPFields).renderedForResponses()
}
