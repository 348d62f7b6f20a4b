internal import ContractHTTP

/// The delimitation of a request body (RFC 9112 §6). Only this type decides it.
package enum BodyFraming: Sendable, Equatable {
  case none
  case length(Int)
  case chunked

  /// Determines the framing from a request's headers.
  ///
  /// Throws for framing that two recipients could interpret differently (RFC 9112 §11.2). The start of the next request
  /// is then ambiguous, so the connection must be closed.
  package init(_ fields: ConnectionFields) throws(RequestError) {
    switch fields.transferEncoding {
    case .absent:
      try self.init(contentLength: fields.contentLength)
    case .invalid:
      throw .malformed("Transfer-Encoding is not exactly `chunked`")
    case _ where fields.contentLength != .absent:
      throw .malformed("Content-Length and Transfer-Encoding are both present")
    case _ where fields.minorVersion == 0:
      throw .malformed("Transfer-Encoding is not allowed in HTTP/1.0")
    case .unknown:
      throw RequestError(501, "the transfer coding is not implemented; use `chunked`")
    case .chunked:
      self = .chunked
    }
  }

  private init(contentLength: ConnectionFields.ContentLength) throws(RequestError) {
    switch contentLength {
    case .absent, .bytes(0): self = .none
    case .bytes(let count): self = .length(count)
    case .enormous: throw RequestError.contentTooLarge
    case .invalid: throw .malformed("Content-Length is not one decimal number")
    }
  }

  /// The announced body size in bytes; nil when chunked.
  package var contentLength: Int? {
    switch self {
    case .none: 0
    case .length(let count): count
    case .chunked: nil
    }
  }
}
