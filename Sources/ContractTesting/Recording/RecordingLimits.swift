/// Size limits of a recording.
package struct RecordingLimits: Sendable {
  /// The maximum response body size in bytes.
  package var maxContentBytes: Int
  /// The maximum file size in bytes.
  package var maxFileBytes: Int

  package init(maxContentBytes: Int = 64 << 20, maxFileBytes: Int = 256 << 20) {
    self.maxContentBytes = maxContentBytes
    self.maxFileBytes = maxFileBytes
  }
}
