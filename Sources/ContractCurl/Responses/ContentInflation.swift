internal import ContractCoding
internal import ContractHTTP

/// Content of a response on its way out of its coding: what has arrived is restored in steps, as far as it is asked for.
struct ContentInflation {
  private let inflater: Inflater
  private let limits: TransferRequest.Limits
  private var input: ArraySlice<UInt8> = []
  /// What has arrived, what of it has been read, and what that has become.
  private var arrivedCount = 0
  private var readCount = 0
  private var restoredCount = 0

  /// Content that has become no more than this is small, whatever it was made of.
  private static let unsuspiciousBytes = 1 << 20
  /// What lies so close together counts as one, however little of it has been read.
  private static let pieceBytes = 16 * 1024

  init(_ format: CompressionFormat, _ limits: TransferRequest.Limits) {
    inflater = Inflater(format, maxOutputBytes: limits.maxResponseBytes)
    self.limits = limits
  }

  /// True until there is something to restore.
  var isEmpty: Bool { arrivedCount == 0 }

  /// The bytes that have arrived and not been read.
  var waitingCount: Int { input.count }

  /// Takes what has arrived.
  mutating func append(_ encoded: [UInt8]) {
    arrivedCount += encoded.count
    if input.isEmpty { input = encoded[...] } else { input += encoded }
  }

  /// Restores until `output` has `count` bytes or a few more.
  ///
  /// - Returns: false when that was all, so that more has to arrive.
  mutating func restore(into output: inout [UInt8], upTo count: Int) throws(TransferFailure) -> Bool {
    let before = (input.count, output.count)
    let hasMore: Bool
    do throws(InflateError) {
      hasMore = try inflater.inflate(&input, into: &output, upTo: count)
    } catch {
      throw failure(error)
    }
    readCount += before.0 - input.count
    restoredCount += output.count - before.1
    let encodedCount = min(arrivedCount, readCount + Self.pieceBytes)
    guard restoredCount <= Self.unsuspiciousBytes || restoredCount / max(1, limits.maxExpansion) <= encodedCount else {
      throw TransferFailure(
        .responseTooLarge,
        "the content of the response expands to more than \(max(1, limits.maxExpansion)) times its length")
    }
    return hasMore
  }

  /// Says that nothing more will arrive. Some servers name a coding for content that is empty.
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
      TransferFailure(.malformedResponse, "the encoded content of the response ends too early", cause: error)
    case .corrupt, .trailingBytes:
      TransferFailure(.malformedResponse, "the encoded content of the response is corrupt", cause: error)
    }
  }
}
