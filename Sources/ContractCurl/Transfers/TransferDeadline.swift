internal import ContractLoop

/// The deadline of a transfer.
struct TransferDeadline {
  private(set) var instant: LoopInstant
  /// True while the deadline applies.
  var isActive = false
  /// The number of bytes of the body that were sent when the deadline was last set.
  private var sentBytes = 0

  init(_ instant: LoopInstant) { self.instant = instant }

  /// Moves a deadline that has passed, if bytes of the body were sent since the deadline was set, or if the body waits
  /// for its source.
  ///
  /// - Returns: False if the body makes no progress because the server does not receive it.
  mutating func move(by timeout: Duration, with upload: TransferUpload) -> Bool {
    guard upload.sentBytes > sentBytes || upload.isPaused else { return false }
    sentBytes = upload.sentBytes
    instant = LoopInstant.read().advanced(by: timeout)
    return true
  }
}
