internal import ContractClient

/// Size limits of a recording.
package struct RecordingLimits: Sendable {
  /// The maximum response body size in bytes.
  package var maxContentBytes: Int
  /// The maximum file size in bytes.
  package var maxFileBytes: Int
  /// The maximum size of a streamed request body in bytes.
  static let maxRequestBytes = 16 << 20

  package init(maxContentBytes: Int = 64 << 20, maxFileBytes: Int = 256 << 20) {
    self.maxContentBytes = maxContentBytes
    self.maxFileBytes = maxFileBytes
  }
}

extension HTTPRequest {
  /// Returns the body in memory. A body that is already in memory has no limit.
  ///
  /// - Throws: `ClientError` for a streamed body beyond the limit, or any error of the stream.
  func heldContent() async throws -> [UInt8] {
    guard case .stream = body else { return body.heldBytes }
    do {
      return try await body.collect(upTo: RecordingLimits.maxRequestBytes)
    } catch is HTTPBodyTooLarge {
      throw ClientError(
        .transport, stage: .exchange,
        "the request body exceeds the limit of \(RecordingLimits.maxRequestBytes) bytes for a recording")
    }
  }
}
