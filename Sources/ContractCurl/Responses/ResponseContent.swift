internal import ContractCoding
internal import ContractHTTP
internal import ContractHTTP1

/// Collects the content of a response up to a limit: decoded, or for who pulls it as it was encoded.
///
/// libcurl finds the end of chunked content but reads chunk-size lines leniently, so it passes them on as they are and
/// they are read here.
struct ResponseContent {
  private let limits: TransferRequest.Limits
  /// True when a reader decodes, as far as it reads.
  private let isPulled: Bool
  private var bytes: [UInt8] = []
  private var chunks: ChunkedDecoder?
  private var coding: CompressionFormat?
  private var inflation: ContentInflation?

  /// What is restored at once.
  private static let stepBytes = 64 * 1024

  /// - Parameter limits: how many bytes are held, counted after decoding, and what they may be made of.
  init(_ limits: TransferRequest.Limits, isPulled: Bool) {
    self.limits = limits
    self.isPulled = isPulled
  }

  /// True once the last chunk of chunked content has come.
  var hasLastChunk: Bool { chunks?.isDone ?? false }

  /// How many bytes wait here.
  var count: Int { bytes.count }

  /// Prepares for the content that `head` announces, whatever an earlier head has announced.
  mutating func begin(_ head: ResponseHead, hasContent: Bool, isDecoding: Bool) throws(TransferFailure) {
    self = ResponseContent(limits, isPulled: isPulled)
    guard hasContent else { return }
    if isDecoding, let format = try Self.format(head.contentCodings) {
      coding = format
      if !isPulled { inflation = ContentInflation(format, limits) }
    } else if let length = head.contentLength {
      guard length <= limits.maxResponseBytes else { throw .tooMuchContent(limits.maxResponseBytes) }
      // The announcement of a peer reserves little; what arrives may grow.
      bytes.reserveCapacity(min(length, 1 << 20))
    }
    if head.isChunked {
      chunks = ChunkedDecoder(limits: HTTP1Limits(), maxContentBytes: coding == nil ? limits.maxResponseBytes : Int.max)
    }
  }

  /// The one coding to undo, or nil for content as it is.
  private static func format(_ codings: [String]) throws(TransferFailure) -> CompressionFormat? {
    let applied = codings.filter { $0 != "identity" }
    guard let coding = applied.first else { return nil }
    switch coding {
    case _ where applied.count > 1:
      throw TransferFailure(.malformedResponse, "the content of the response is encoded several times")
    case "gzip", "x-gzip": return .gzip
    case "deflate": return .deflate
    default:
      throw TransferFailure(.malformedResponse, "the content of the response is encoded in a way not asked for")
    }
  }

  // SAFETY: libcurl's buffer during its callback, or the tunnel's until it receives again; what is kept of it are copies.
  /// Takes a piece as libcurl hands it over.
  mutating func append(_ piece: UnsafeBufferPointer<UInt8>) throws(TransferFailure) {
    if inflation != nil {
      var encoded: [UInt8] = []
      try Self.take(piece, with: &chunks, into: &encoded, limit: .max)
      inflation?.append(encoded)
      while try inflation?.restore(into: &bytes, upTo: bytes.count + Self.stepBytes) == true {}
    } else {
      try Self.take(piece, with: &chunks, into: &bytes, limit: coding == nil ? limits.maxResponseBytes : .max)
    }
  }

  private static func take(
    _ piece: UnsafeBufferPointer<UInt8>, with decoder: inout ChunkedDecoder?, into output: inout [UInt8], limit: Int
  ) throws(TransferFailure) {
    guard decoder != nil else {
      guard piece.count <= limit - output.count else { throw .tooMuchContent(limit) }
      return output.append(contentsOf: piece)
    }
    var position = 0
    do throws(RequestError) {
      _ = try decoder?.decode(piece.span, from: &position, into: &output)
    } catch {
      throw error.status == 400 ? TransferFailure(.malformedResponse, error.reason) : .tooMuchContent(limit)
    }
  }

  /// The response, once the content is complete as far as the framing tells. What was decoded is no longer described by
  /// `Content-Encoding` and `Content-Length`.
  mutating func finish(_ head: ResponseHead) throws(TransferFailure) -> TransferResponse {
    if let chunks, !chunks.isDone {
      throw TransferFailure(.connectionLost, "the connection was closed before the last chunk")
    }
    try inflation?.finish()
    if coding == nil { return TransferResponse(status: head.status, fields: head.fields, content: bytes) }
    var response = self.head(head)
    // Some servers name a coding for content that is empty.
    if inflation?.isEmpty == true { response.fields = head.fields }
    response.content = bytes
    return response
  }

  /// The response without content, while that is still arriving.
  func head(_ head: ResponseHead) -> TransferResponse {
    guard coding != nil else { return TransferResponse(status: head.status, fields: head.fields, content: []) }
    var fields = head.fields
    fields.remove(.contentEncoding)
    fields.remove(.contentLength)
    return TransferResponse(status: head.status, fields: fields, content: [], coding: isPulled ? coding : nil)
  }

  /// The content that has arrived since the last time.
  mutating func takeBytes() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }
}
