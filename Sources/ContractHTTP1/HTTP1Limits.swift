/// Limits on the input of a peer.
package struct HTTP1Limits: Sendable, Hashable {
  /// The maximum length of a request line in bytes, without CRLF; exceeding it leads to 414 (RFC 9112 §3).
  package var maxRequestLineBytes = 8 << 10
  /// The maximum size of a head in bytes, without the final empty line; exceeding it leads to 431.
  package var maxHeadBytes = 16 << 10
  /// The maximum number of field lines in a head; exceeding it leads to 431.
  package var maxFieldCount = 100
  /// The maximum length of a chunk-size line in bytes, including extensions; exceeding it leads to 400.
  package var maxChunkLineBytes = 4 << 10
  /// The maximum total of chunk-size lines in bytes, beyond ``ChunkedDecoder/allowancePerChunk`` each; exceeding it
  /// leads to 400.
  package var maxChunkOverheadBytes = 16 << 10
  /// The maximum size of a trailer section in bytes; exceeding it leads to 431.
  package var maxTrailerBytes = 16 << 10
  /// The maximum number of body bytes that are discarded after an early response to keep the connection open.
  package var maxDiscardedBytes = 64 << 10
  /// The maximum number of requests per connection; nil for no limit.
  package var maxRequests: Int?

  package init() {}
}
