internal import ContractCoding
internal import ContractHTTP
internal import ContractHTTP1

/// Collects the content of a response, decoded, up to a limit.
///
/// libcurl finds the end of chunked content but reads chunk-size lines leniently, so it passes them on as they are and
/// they are read here.
struct ResponseContent {
  private let maxBytes: Int
  private let maxExpansion: Int
  private var encodedCount = 0
  private var decodedCount = 0
  private var bytes: [UInt8] = []
  private var chunks: ChunkedDecoder?
  private var inflater: Inflater?
  /// True until there is something to inflate.
  private var isEmpty = true

  /// Content that has become no more than this is small, whatever it was made of.
  private static let unsuspiciousBytes = 1 << 20

  /// - Parameters:
  ///   - maxBytes: the most bytes to hold, counted after decoding.
  ///   - maxExpansion: how many bytes one encoded byte may become, on average, once there are many.
  init(maxBytes: Int, maxExpansion: Int) {
    self.maxBytes = maxBytes
    self.maxExpansion = maxExpansion
  }

  /// Prepares for the content that `head` announces.
  mutating func begin(_ head: ResponseHead, isDecoding: Bool) throws(TransferFailure) {
    if isDecoding, let format = try Self.format(head.contentCodings) {
      inflater = Inflater(format, maxOutputBytes: maxBytes)
    } else if let length = head.contentLength {
      guard length <= maxBytes else { throw Self.tooLarge(maxBytes) }
      // The announcement of a peer reserves little; what arrives may grow.
      bytes.reserveCapacity(min(length, 1 << 20))
    }
    if head.isChunked {
      chunks = ChunkedDecoder(limits: HTTP1Limits(), maxContentBytes: inflater == nil ? maxBytes : Int.max)
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

  /// Takes a piece as libcurl hands it over.
  mutating func append(_ piece: UnsafeBufferPointer<UInt8>) throws(TransferFailure) {
    if let inflater {
      try inflate(chunks == nil ? Array(piece) : unchunked(piece), with: inflater)
    } else if chunks != nil {
      try Self.unchunk(piece, with: &chunks, into: &bytes, limit: maxBytes)
    } else {
      guard piece.count <= maxBytes - bytes.count else { throw Self.tooLarge(maxBytes) }
      bytes.append(contentsOf: piece)
    }
  }

  private mutating func inflate(_ encoded: [UInt8], with inflater: Inflater) throws(TransferFailure) {
    if encoded.isEmpty { return }
    isEmpty = false
    let before = bytes.count
    do throws(InflateError) {
      try inflater.inflate(encoded[...], into: &bytes)
    } catch {
      throw failure(error)
    }
    encodedCount += encoded.count
    decodedCount += bytes.count - before
    guard decodedCount <= Self.unsuspiciousBytes || decodedCount / maxExpansion <= encodedCount else {
      throw TransferFailure(
        .responseTooLarge, "the content of the response expands to more than \(maxExpansion) times its length")
    }
  }

  private mutating func unchunked(_ piece: UnsafeBufferPointer<UInt8>) throws(TransferFailure) -> [UInt8] {
    var content: [UInt8] = []
    try Self.unchunk(piece, with: &chunks, into: &content, limit: maxBytes)
    return content
  }

  private static func unchunk(
    _ piece: UnsafeBufferPointer<UInt8>, with decoder: inout ChunkedDecoder?, into output: inout [UInt8],
    limit: Int
  ) throws(TransferFailure) {
    var position = 0
    do throws(RequestError) {
      _ = try decoder?.decode(piece.span, from: &position, into: &output)
    } catch {
      throw error.status == 400 ? TransferFailure(.malformedResponse, error.reason) : tooLarge(limit)
    }
  }

  /// The response, once the content is complete as far as the framing tells. What was decoded is no longer described by
  /// `Content-Encoding` and `Content-Length`.
  mutating func finish(_ head: ResponseHead) throws(TransferFailure) -> TransferResponse {
    if let chunks, !chunks.isDone {
      throw TransferFailure(.connectionLost, "the connection was closed before the last chunk")
    }
    var fields = head.fields
    // Some servers name a coding for content that is empty.
    if let inflater, !isEmpty {
      do throws(InflateError) {
        try inflater.finish()
      } catch {
        throw failure(error)
      }
      fields.remove(.contentEncoding)
      fields.remove(.contentLength)
    }
    return TransferResponse(status: head.status, fields: fields, content: bytes)
  }

  /// The response without content, while that is still arriving.
  func head(_ head: ResponseHead) -> TransferResponse {
    var fields = head.fields
    if inflater != nil {
      fields.remove(.contentEncoding)
      fields.remove(.contentLength)
    }
    return TransferResponse(status: head.status, fields: fields, content: [])
  }

  /// The content that has arrived since the last time.
  mutating func takeBytes() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }

  private func failure(_ error: InflateError) -> TransferFailure {
    switch error {
    case .outputTooLarge: Self.tooLarge(maxBytes)
    case .truncated:
      TransferFailure(.malformedResponse, "the encoded content of the response ends too early", cause: error)
    case .corrupt, .trailingBytes:
      TransferFailure(.malformedResponse, "the encoded content of the response is corrupt", cause: error)
    }
  }

  private static func tooLarge(_ limit: Int) -> TransferFailure {
    TransferFailure(.responseTooLarge, "the content of the response is longer than \(limit) bytes")
  }
}
