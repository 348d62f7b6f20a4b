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
  /// Returns the request with its body in memory, and the bytes of the body. A body that is already in memory has no limit.
  ///
  /// - Throws: `ClientError` for a streamed body beyond the limit, or any error of the stream.
  func held() async throws -> (HTTPRequest, [UInt8]) {
    guard case .stream(let stream) = body else { return (self, body.heldBytes) }
    do {
      let content = try await body.collect(upTo: RecordingLimits.maxRequestBytes)
      var held = self
      held.body = content.isEmpty ? .empty : .bytes(content)
      held.fields.addDigest(of: stream)
      return (held, content)
    } catch is HTTPBodyTooLarge {
      throw ClientError(
        .transport, stage: .exchange,
        "the request body exceeds the limit of \(RecordingLimits.maxRequestBytes) bytes for a recording")
    }
  }
}
