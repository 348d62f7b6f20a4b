internal import ContractHTTP

/// A partially received response.
struct ResponseReception {
  private(set) var parser: ResponseHeadParser
  private(set) var content: ResponseContent
  /// The size of the body in bytes on the wire.
  private(set) var receivedBytes = 0
  /// True while libcurl withholds the body until the received part is read.
  var isPaused = false
  /// True while the engine's list of arrivals contains the transfer.
  var isPending = false

  init(_ limits: TransferRequest.Limits, maxHeadBytes: Int, isStreamed: Bool, allowsSwitching: Bool = false) {
    parser = ResponseHeadParser(maxBytes: maxHeadBytes, allowsSwitching: allowsSwitching)
    content = ResponseContent(limits, isStreamed: isStreamed)
  }

  /// The final head, once it is complete.
  var head: ResponseHead? { parser.head }

  /// True if the whole response has arrived, and its end is known without the end of the stream or the connection.
  var isComplete: Bool {
    guard let head else { return false }
    return content.hasKnownEnd(head, receivedBytes: receivedBytes, isHTTP2: parser.version == .http2)
  }

  /// True if the response has a body, even if no byte of the body has arrived. Servers omit the length of an empty body,
  /// and describe any other body.
  var announcesContent: Bool {
    receivedBytes > 0 || head.map { $0.fields.contains(.contentType) || !$0.contentCodings.isEmpty } == true
  }

  /// True if the announced length of a body has arrived.
  var hasWholeLength: Bool { head?.contentLength == receivedBytes }

  /// The trailer field `Content-Digest`; nil if absent.
  var contentDigest: String? { content.contentDigest ?? parser.trailingDigest }

  /// Sets the protocol that status lines must name.
  mutating func expect(isHTTP2: Bool) { parser.isHTTP2 = isHTTP2 }

  // SAFETY: lines and chunks are buffers of libcurl during its callbacks, or of a tunnel until it receives again; bytes are
  // kept as copies.

  /// Reads a line of a head or a trailer.
  ///
  /// - Returns: The head when the line has completed it.
  mutating func receiveHeadLine(
    _ line: UnsafeRawBufferPointer, for request: TransferRequest
  ) throws(TransferFailure) -> ResponseHead? {
    guard let head = try parser.parse(line) else { return nil }
    let hasContent = head.status.allowsContent && request.method != .head
    let isDecoding = request.decodesContent && head.status != .partialContent
    try content.begin(head, hasContent: hasContent, isDecoding: isDecoding)
    return head
  }

  /// Reads a chunk of the body.
  mutating func receiveContent(_ chunk: UnsafeBufferPointer<UInt8>) throws(TransferFailure) {
    parser.hasContent = true
    receivedBytes += chunk.count
    try content.append(chunk)
  }

  /// Returns and removes the received part of the body.
  mutating func takeBytes() -> [UInt8] { content.takeBytes() }

  /// Returns the complete response; throws if the head or the body is incomplete.
  mutating func finish() throws(TransferFailure) -> TransferResponse {
    guard let head = parser.head else {
      throw TransferFailure(.connectionLost, "the connection was closed inside the response head")
    }
    return try content.finish(head)
  }
}
