package import ContractHTTP

/// A request that is refused by protocol: the status to answer with and a sentence that says why.
///
/// Sentences are constants, so nothing a peer sent travels back in them.
package struct RequestError: Error, Sendable, CustomStringConvertible {
  package let status: HTTPStatus
  package let reason: String

  package init(_ status: HTTPStatus, _ reason: StaticString) {
    self.status = status
    self.reason = reason.description
  }

  /// 408.
  static let tooSlow = RequestError(408, "the request took too long to arrive")

  /// 400 with this reason.
  static func malformed(_ reason: StaticString) -> RequestError { RequestError(400, reason) }

  package var description: String { "\(status.code): \(reason)" }
}

extension RequestError: Equatable {
  package static func == (left: Self, right: Self) -> Bool {
    left.status == right.status && left.reason == right.reason
  }
}
