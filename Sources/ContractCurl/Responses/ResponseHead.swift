internal import ContractHTTP

/// A final response head: the status, the headers, and the framing and codings of the body.
struct ResponseHead {
  var status: HTTPStatus
  var fields = HTTPFields()
  /// The value of `Content-Length`; nil for none, and for a chunked body.
  var contentLength: Int?
  /// True if the body uses the chunked transfer coding.
  var isChunked = false
  /// The content codings in the order of their application, in lowercase.
  var contentCodings: [String] = []
}
