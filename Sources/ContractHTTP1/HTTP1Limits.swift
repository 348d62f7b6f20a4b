/// How much a peer may send before it is refused.
package struct HTTP1Limits: Sendable, Hashable {
  /// The most bytes of a request line without its CRLF; past it 414 (RFC 9112 §3).
  package var maxRequestLineBytes = 8 << 10
  /// The most bytes of a head up to the end of its last line; past it 431.
  package var maxHeadBytes = 16 << 10
  /// The most field lines of a head; past it 431.
  package var maxFieldCount = 100
  /// The most bytes of one chunk-size line with its extensions; past it 400.
  package var maxChunkLineBytes = 4 << 10
  /// The most bytes of chunk-size lines in one message, beyond ``ChunkedDecoder/allowancePerChunk`` each; past it 400.
  package var maxChunkOverheadBytes = 16 << 10
  /// The most bytes of a trailer section; past it 431.
  package var maxTrailerBytes = 16 << 10
  /// The most bytes of content that are read and thrown away to keep a connection whose request was answered early.
  package var maxDiscardedBytes = 64 << 10
  /// The most requests on one connection; nil for no limit.
  package var maxRequests: Int?

  package init() {}
}
