internal import ContractCoding
internal import ContractHTTP
internal import ContractHTTP1

/// A collector of a response body up to a limit. The body is decoded here, or left encoded for a reader that decodes
/// it.
///
/// libcurl finds the end of a chunked body but parses chunk sizes leniently. It therefore passes the chunks unparsed, and
/// they are parsed here.
struct ResponseContent {
  private let limits: TransferRequest.Limits
  /// True if the body's reader decodes it.
  private let isStreamed: Bool
  /// False if the response has no body, whatever its head says.
  private var isExpected = false
  private var bytes: [UInt8] = []
  private var chunks: ChunkedDecoder?
  private var coding: CompressionFormat?
  private var inflation: ContentInflation?

  /// The number of bytes decoded at once.
  static let stepBytes = 64 * 1024

  init(_ limits: TransferRequest.Limits, isStreamed: Bool) {
    self.limits = limits
    self.isStreamed = isStreamed
  }

  /// True once the last chunk of a chunked body has arrived.
  var hasLastChunk: Bool { chunks?.isDone ?? false }

  /// True if bytes have followed the last chunk. They are not part of the response, and the connection must not be
  /// reused.
  private(set) var hasSurplus = false

  /// The `Content-Digest` in the trailer section of a chunked body; nil if absent.
  var contentDigest: String? { chunks?.contentDigest }

  /// The number of collected bytes.
  var count: Int { bytes.count }

  /// True if the end of the body has arrived, which its framing or, over HTTP/2, its coding shows.
  func hasKnownEnd(_ head: ResponseHead, receivedBytes: Int, isHTTP2: Bool) -> Bool {
    if !isExpected { return true }
    if let chunks { return chunks.isDone }
    if let length = head.contentLength { return length == receivedBytes }
    return isHTTP2 && inflation?.hasEnded == true
  }

  /// Prepares for the body that `head` announces, and discards the body of an earlier head.
  mutating func begin(_ head: ResponseHead, hasContent: Bool, isDecoding: Bool) throws(TransferFailure) {
    self = ResponseContent(limits, isStreamed: isStreamed)
    isExpected = hasContent
    guard hasContent else { return }
    if isDecoding, let format = try Self.format(head.contentCodings) {
      coding = format
      if !isStreamed { inflation = ContentInflation(format, limits) }
    } else if let length = head.contentLength {
      guard length <= limits.maxResponseBytes else { throw .tooMuchContent(limits.maxResponseBytes) }
      // At most 1 MiB is reserved, because a server may announce more than it sends.
      bytes.reserveCapacity(min(length, 1 << 20))
    }
    if head.isChunked {
      chunks = ChunkedDecoder(limits: HTTP1Limits(), maxContentBytes: coding == nil ? limits.maxResponseBytes : Int.max)
    }
  }

  /// Returns the coding to decode; nil if there is none.
  static func format(_ codings: [String]) throws(TransferFailure) -> CompressionFormat? {
    let applied = codings.filter { $0 != "identity" }
    guard let coding = applied.first else { return nil }
    switch coding {
    case _ where applied.count > 1:
      throw TransferFailure(.malformedResponse, "the response body has several content codings")
    case "gzip", "x-gzip": return .gzip
    case "deflate": return .deflate
    default:
      throw TransferFailure(.malformedResponse, "the response body has a content coding that was not requested")
    }
  }

  // SAFETY: the chunk is a buffer of libcurl during its callback, or of the tunnel until it receives again; bytes are kept as
  // copies.
  /// Adds a chunk as received.
  mutating func append(_ chunk: UnsafeBufferPointer<UInt8>) throws(TransferFailure) {
    if inflation != nil {
      var encoded: [UInt8] = []
      if try Self.read(chunk, with: &chunks, into: &encoded, limit: .max) < chunk.count { hasSurplus = true }
      inflation?.append(encoded)
      while try inflation?.decode(into: &bytes, upTo: bytes.count + Self.stepBytes) == true {}
    } else {
      let limit = coding == nil ? limits.maxResponseBytes : .max
      if try Self.read(chunk, with: &chunks, into: &bytes, limit: limit) < chunk.count { hasSurplus = true }
    }
  }

  /// Appends the bytes of the body in a chunk to `output`. Returns how many bytes of the chunk belong to the body or
  /// its framing.
  private static func read(
    _ chunk: UnsafeBufferPointer<UInt8>, with decoder: inout ChunkedDecoder?, into output: inout [UInt8], limit: Int
  ) throws(TransferFailure) -> Int {
    guard decoder != nil else {
      guard chunk.count <= limit - output.count else { throw .tooMuchContent(limit) }
      output.append(contentsOf: chunk)
      return chunk.count
    }
    var position = 0
    do throws(RequestError) {
      _ = try decoder?.decode(chunk.span, from: &position, into: &output)
    } catch {
      throw error.status == 400 ? TransferFailure(.malformedResponse, error.reason) : .tooMuchContent(limit)
    }
    return position
  }

  /// Returns the complete response. A decoded response has no `Content-Encoding` and no `Content-Length`.
  ///
  /// - Throws: A failure if the framing or the coding is incomplete.
  mutating func finish(_ head: ResponseHead) throws(TransferFailure) -> TransferResponse {
    if let chunks, !chunks.isDone {
      throw TransferFailure(.connectionLost, "the connection was closed before the last chunk")
    }
    try inflation?.finish()
    if coding == nil { return TransferResponse(status: head.status, fields: head.fields, content: bytes) }
    var response = self.head(head)
    // If the body is empty, the response keeps its headers, because nothing was decoded. Some servers name a coding for an
    // empty body.
    if inflation?.isEmpty == true { response.fields = head.fields }
    response.content = bytes
    return response
  }

  /// Returns the response without its body, while the body is still arriving.
  func head(_ head: ResponseHead) -> TransferResponse {
    guard coding != nil else { return TransferResponse(status: head.status, fields: head.fields, content: []) }
    var fields = head.fields
    fields.remove(.contentEncoding)
    fields.remove(.contentLength)
    return TransferResponse(
      status: head.status, fields: fields, content: [], coding: isStreamed ? coding : nil,
      announcesLength: head.contentLength != nil)
  }

  /// Removes and returns the bytes collected since the last call.
  mutating func takeBytes() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }
}
