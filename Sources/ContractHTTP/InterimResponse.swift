/// An error of a handler, or of middleware, that returned an interim status as its response (RFC 9110 §15.2).
package struct InterimResponse: Error, CustomStringConvertible {
  private let status: HTTPStatus

  /// Creates the error of a response with this status; nil if it is final.
  package init?(_ status: HTTPStatus) {
    if status.code >= 200 { return nil }
    self.status = status
  }

  package var description: String { "the response has the interim status \(status.code); respond with 200 to 599" }
}
