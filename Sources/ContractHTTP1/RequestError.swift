package import ContractHTTP

/// A protocol error in a request: the status of the response and the reason.
///
/// Reasons are constants, so that no input of the peer is reflected.
package struct RequestError: Error, Sendable, CustomStringConvertible {
  package let status: HTTPStatus
  package let reason: String

  package init(_ status: HTTPStatus, _ reason: StaticString) {
    self.status = status
    self.reason = reason.description
  }

  /// Status 408.
  package static let tooSlow = RequestError(408, "the request took too long to arrive")

  /// Status 413.
  package static let contentTooLarge = RequestError(413, HTTPBodyTooLarge.requestReason)

  /// Creates an error with status 400.
  package static func malformed(_ reason: StaticString) -> RequestError { RequestError(400, reason) }

  package var description: String { "\(status.code): \(reason)" }
}

extension RequestError: Equatable {
  package static func == (left: Self, right: Self) -> Bool {
    left.status == right.status && left.reason == right.reason
  }
}
