package import ContractHTTP

/// How the content of an answer is delimited on the wire (RFC 9112 §6.3), decided from the request's method and version
/// and the answer itself.
package enum ResponseFraming: Sendable, Equatable {
  /// Neither content nor a length: 204, 304, and HEAD without a length to tell.
  case none
  /// `Content-Length` and no content: the answer to HEAD.
  case lengthOnly(Int)
  /// `Content-Length` and that many bytes.
  case length(Int)
  /// `Transfer-Encoding: chunked`.
  case chunked
  /// Content up to the end of the connection: what HTTP/1.0 has instead of chunks.
  case untilClose

  package init(status: HTTPStatus, body: HTTPBody, isHead: Bool, minorVersion: Int) {
    if !status.allowsContent {
      self = .none
    } else if status.code == 205 {
      // RFC 9110 §15.3.6: a 205 has no content, and says so.
      self = .length(0)
    } else if isHead {
      self = Self.forHead(body)
    } else if let length = body.length {
      self = .length(length)
    } else {
      self = minorVersion == 0 ? .untilClose : .chunked
    }
  }

  /// What GET would have said, when that is known: an empty body may stand for content that nobody made.
  private static func forHead(_ body: HTTPBody) -> ResponseFraming {
    if case .empty = body { return .none }
    return body.length.map { .lengthOnly($0) } ?? .none
  }

  /// True when content bytes follow the head.
  package var hasContent: Bool {
    switch self {
    case .none, .lengthOnly, .length(0): false
    case .length, .chunked, .untilClose: true
    }
  }
}
