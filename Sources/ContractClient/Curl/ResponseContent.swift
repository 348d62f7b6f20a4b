internal import ContractHTTP

/// Collects the content of a response, decoded, up to a limit.
struct ResponseContent {
  private let maxBytes: Int
  private(set) var bytes: [UInt8] = []

  /// - Parameter maxBytes: the most bytes to hold, counted after decoding.
  init(maxBytes: Int) {
    self.maxBytes = maxBytes
  }

  /// Prepares for the content that `head` announces.
  mutating func begin(_ head: ResponseHead, isDecoding: Bool) throws(TransferFailure) {
    if let length = head.contentLength {
      guard length <= maxBytes else { throw tooLarge }
      // The announcement of a peer reserves little; what arrives may grow.
      bytes.reserveCapacity(min(length, 1 << 20))
    }
  }

  mutating func append(_ piece: UnsafeRawBufferPointer) throws(TransferFailure) {
    guard piece.count <= maxBytes - bytes.count else { throw tooLarge }
    bytes.append(contentsOf: piece)
  }

  /// The response, once the content is complete as far as the framing tells.
  mutating func finish(_ head: ResponseHead) throws(TransferFailure) -> TransferResponse {
    TransferResponse(status: head.status, fields: head.fields, content: bytes)
  }

  private var tooLarge: TransferFailure {
    TransferFailure(.responseTooLarge, "the content of the response is longer than \(maxBytes) bytes")
  }
}
