internal import ContractHTTP
internal import ContractLoop

/// Request content that is pulled from a stream: one part travels, then the stream is asked for the next.
extension CurlEngine {
  /// Starts to pull the transfer's stream, if it has one. The task keeps to the caller's loop when the transfer runs
  /// there, and to the global pool otherwise, so that user code never holds up a loop of ours.
  func feed(_ transfer: Transfer) -> Task<Void, Never>? {
    guard case .stream(let stream) = transfer.request.content else { return nil }
    return Task(executorPreference: loop.isCurrent ? loop : nil) {
      do {
        while let part = try await stream.next() {
          if part.isEmpty { continue }
          guard await self.supply(part, to: transfer) else { return }
        }
        self.loop.execute { self.endStream(of: transfer) }
      } catch {
        self.loop.execute {
          self.end(
            transfer,
            TransferFailure(.requestBodyFailed, "the stream of the request's content threw an error", cause: error))
        }
      }
    }
  }

  /// Hands over one part and waits until it is used up; false when no more is wanted.
  private func supply(_ part: [UInt8], to transfer: Transfer) async -> Bool {
    await withTaskExecutorPreference(loop) { await handOver(part, to: transfer) }
  }

  private func handOver(_ part: [UInt8], to transfer: Transfer) async -> Bool {
    guard loop.isCurrent else { return false }
    return await withUnsafeContinuation { feeder in
      take(part, for: transfer, feeder: feeder)
    }
  }

  private func take(_ part: [UInt8], for transfer: Transfer, feeder: UnsafeContinuation<Bool, Never>) {
    guard let upload = transfer.upload, transfer.failure == nil, !transfer.isFinished else {
      return feeder.resume(returning: false)
    }
    let wasPaused = upload.isPaused
    if let failure = upload.supply(part, feeder: feeder) {
      end(transfer, failure)
      return upload.releaseFeeder(wantsMore: false)
    }
    if wasPaused { resume(transfer) }
  }

  private func endStream(of transfer: Transfer) {
    guard let upload = transfer.upload, !transfer.isFinished else { return }
    let wasPaused = upload.isPaused
    if let failure = upload.end() { return end(transfer, failure) }
    if wasPaused { resume(transfer) }
  }

  /// Lets the streams go on whose parts callbacks have found used up.
  func wakeStreams() {
    guard !thirsty.isEmpty else { return }
    let ready = thirsty
    thirsty = []
    for upload in ready { upload.releaseFeeder(wantsMore: true) }
  }
}
