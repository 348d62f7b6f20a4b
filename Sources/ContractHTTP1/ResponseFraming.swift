package import ContractHTTP

/// The delimitation of a response body (RFC 9112 §6.3), which depends on the request's method and version and on the
/// response.
package enum ResponseFraming: Sendable, Equatable {
  /// Neither body nor length: 204, 304, and HEAD with an unknown length.
  case none
  /// `Content-Length` without a body: the response to HEAD.
  case lengthOnly(Int)
  /// `Content-Length` and that many bytes.
  case length(Int)
  /// `Transfer-Encoding: chunked`.
  case chunked
  /// A body that ends when the connection closes: HTTP/1.0 has no chunked coding.
  case untilClose

  package init(status: HTTPStatus, body: HTTPBody, isHead: Bool, minorVersion: Int) {
    if !status.allowsContent {
      self = .none
    } else if status.code == 205 {
      // RFC 9110 §15.3.6: a 205 response has no content and a length of 0.
      self = .length(0)
    } else if isHead {
      self = Self.forHead(body)
    } else if let length = body.length {
      self = .length(length)
    } else {
      self = minorVersion == 0 ? .untilClose : .chunked
    }
  }

  /// Returns the length that GET would send, if known. A handler need not produce a body for HEAD, so an empty body has no
  /// known length. A negative length is an error of the handler and is not sent.
  private static func forHead(_ body: HTTPBody) -> ResponseFraming {
    if case .empty = body { return .none }
    guard let length = body.length, length >= 0 else { return .none }
    return .lengthOnly(length)
  }

  /// True when body bytes follow the head.
  package var hasContent: Bool {
    switch self {
    case .none, .lengthOnly, .length(0): false
    case .length, .chunked, .untilClose: true
    }
  }
}
