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
  /// - Parameter isWaitable: False if waiting for the source does not move the deadline: a response that has begun is
  ///   itself waited for, and its server may be silent.
  /// - Returns: False if neither the body nor its source is the reason for the wait.
  mutating func move(by timeout: Duration, with upload: TransferUpload, isWaitable: Bool) -> Bool {
    // A body that libcurl has begun again has sent fewer bytes than before.
    guard upload.sentBytes != sentBytes || (upload.isPaused && isWaitable) else { return false }
    sentBytes = upload.sentBytes
    instant = LoopInstant.read().advanced(by: timeout)
    return true
  }
}
