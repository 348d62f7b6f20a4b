internal import ContractCoding
internal import ContractHTTP

/// An incremental decoder of an encoded response body, with limits on its size and its expansion.
struct ContentInflation {
  private let inflater: Inflater
  private let limits: TransferRequest.Limits
  private var input: ArraySlice<UInt8> = []
  /// The number of encoded bytes that have arrived.
  private var arrivedCount = 0
  /// The number of encoded bytes that were decoded.
  private var readCount = 0
  /// The number of decoded bytes.
  private var decodedCount = 0

  /// The decoded size up to which the expansion is not limited.
  private static let unsuspiciousBytes = 1 << 20
  /// The number of encoded bytes beyond the decoded ones that count as decoded, because the decoder reads in blocks.
  private static let blockBytes = 16 * 1024

  init(_ format: CompressionFormat, _ limits: TransferRequest.Limits) {
    inflater = Inflater(format, maxOutputBytes: limits.maxResponseBytes)
    self.limits = limits
  }

  /// True until encoded bytes have arrived.
  var isEmpty: Bool { arrivedCount == 0 }

  /// True if all bytes are decoded, and the coding has marked the end.
  var hasEnded: Bool { !isEmpty && input.isEmpty && inflater.hasEnded }

  /// The number of encoded bytes that were not decoded.
  var waitingCount: Int { input.count }

  /// Adds encoded bytes.
  mutating func append(_ encoded: [UInt8]) {
    arrivedCount += encoded.count
    if input.isEmpty { input = encoded[...] } else { input += encoded }
  }

  /// Decodes until `output` has `count` bytes or a few more.
  ///
  /// - Returns: False if all bytes are decoded, so that more must arrive.
  mutating func decode(into output: inout [UInt8], upTo count: Int) throws(TransferFailure) -> Bool {
    let before = (input.count, output.count)
    let hasMore: Bool
    do throws(InflateError) {
      hasMore = try inflater.inflate(&input, into: &output, upTo: count)
    } catch {
      throw failure(error)
    }
    readCount += before.0 - input.count
    decodedCount += output.count - before.1
    let encodedCount = min(arrivedCount, readCount + Self.blockBytes)
    guard decodedCount <= Self.unsuspiciousBytes || decodedCount / max(1, limits.maxExpansion) <= encodedCount else {
      throw TransferFailure(
        .responseTooLarge,
        "the response body expands to more than \(max(1, limits.maxExpansion)) times its length")
    }
    return hasMore
  }

  /// Checks that the body is complete. Some servers name a coding for an empty body.
  func finish() throws(TransferFailure) {
    if isEmpty { return }
    do throws(InflateError) {
      try inflater.finish()
    } catch {
      throw failure(error)
    }
  }

  private func failure(_ error: InflateError) -> TransferFailure {
    switch error {
    case .outputTooLarge: .tooMuchContent(limits.maxResponseBytes)
    case .truncated:
      TransferFailure(.malformedResponse, "the encoded response body ends too early", cause: error)
    case .corrupt, .trailingBytes:
      TransferFailure(.malformedResponse, "the encoded response body is corrupt", cause: error)
    }
  }
}
