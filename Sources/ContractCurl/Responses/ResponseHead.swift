internal import ContractHTTP

/// A final response head: the status line, the fields, and what they say about the content.
struct ResponseHead {
  var status: HTTPStatus
  var fields = HTTPFields()
  /// The length that every `Content-Length` agrees on, or nil without one.
  var contentLength: Int?
  /// True for the chunked transfer coding of HTTP/1.1.
  var isChunked = false
  /// The content codings in the order they were applied, in lower case.
  var contentCodings: [String] = []
}
