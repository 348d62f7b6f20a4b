internal import ContractHTTP

/// How the content of a request is delimited (RFC 9112 §6). This is the only place that decides it.
package enum BodyFraming: Sendable, Equatable {
  case none
  case length(Int)
  case chunked

  /// The framing that a request's fields announce.
  ///
  /// Throws for everything that two recipients could read in two ways. Such a connection must be closed: where the next
  /// request begins is anybody's guess (RFC 9112 §11.2).
  package init(_ fields: ConnectionFields) throws(RequestError) {
    switch fields.transferEncoding {
    case .absent:
      try self.init(contentLength: fields.contentLength)
    case .invalid:
      throw .malformed("Transfer-Encoding is not `chunked` alone")
    case _ where fields.contentLength != .absent:
      throw .malformed("there are both Content-Length and Transfer-Encoding")
    case _ where fields.minorVersion == 0:
      throw .malformed("HTTP/1.0 has no Transfer-Encoding")
    case .unknown:
      throw RequestError(501, "the transfer coding is not implemented; `chunked` is")
    case .chunked:
      self = .chunked
    }
  }

  private init(contentLength: ConnectionFields.ContentLength) throws(RequestError) {
    switch contentLength {
    case .absent, .bytes(0): self = .none
    case .bytes(let count): self = .length(count)
    case .enormous: throw RequestError(413, "the content is too long")
    case .invalid: throw .malformed("Content-Length is not one decimal number")
    }
  }

  /// The bytes of content announced, nil when chunked.
  package var contentLength: Int? {
    switch self {
    case .none: 0
    case .length(let count): count
    case .chunked: nil
    }
  }
}
