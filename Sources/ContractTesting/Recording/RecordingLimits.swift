/// How much a recording holds.
package struct RecordingLimits: Sendable {
  /// The most bytes of content that a response may have.
  package var maxContentBytes: Int
  /// The most bytes of a file.
  package var maxFileBytes: Int

  package init(maxContentBytes: Int = 64 << 20, maxFileBytes: Int = 256 << 20) {
    self.maxContentBytes = maxContentBytes
    self.maxFileBytes = maxFileBytes
  }
}
