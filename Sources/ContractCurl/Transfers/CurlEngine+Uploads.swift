internal import ContractHTTP
internal import ContractLoop

/// Request bodies from streams: one chunk is sent before the next one is requested from the stream.
extension CurlEngine {
  /// Starts the task that reads the stream of a request body; returns nil without a stream. The task runs on the caller's
  /// loop if the transfer does, and otherwise in the global pool, so that user code never blocks the transport's loop.
  func feed(_ transfer: Transfer) -> Task<Void, Never>? {
    guard case .stream(let stream) = transfer.request.content else { return nil }
    return Task(executorPreference: loop.isCurrent ? loop : nil) {
      do {
        guard try await self.forward(stream, to: transfer) else { return }
        self.loop.execute { self.endStream(of: transfer) }
      } catch {
        self.loop.execute {
          self.end(
            transfer, TransferFailure(.requestBodyFailed, "the stream of the request body threw an error", cause: error)
          )
        }
      }
    }
  }

  /// Passes the chunks of a stream to a transfer. The chunk that completes the announced length is sent only after the
  /// stream has ended, because the server would consider the body complete.
  ///
  /// - Returns: False if no further chunk is wanted.
  private func forward(_ stream: ByteStream, to transfer: Transfer) async throws -> Bool {
    var count = 0
    var last: [UInt8] = []
    while let chunk = try await stream.next() {
      if chunk.isEmpty { continue }
      count += chunk.count
      if count == stream.length {
        last = chunk
        continue
      }
      // A chunk after `last` is refused together with `last`, because only both together exceed the length.
      guard await supply(last.isEmpty ? chunk : last + chunk, to: transfer) else { return false }
    }
    if last.isEmpty { return true }
    return await supply(last, to: transfer)
  }

  /// Passes a chunk to the transfer and waits until it is sent; returns false if no further chunk is wanted.
  private func supply(_ chunk: [UInt8], to transfer: Transfer) async -> Bool {
    await withTaskExecutorPreference(loop) { await supplyOnLoop(chunk, to: transfer) }
  }

  private func supplyOnLoop(_ chunk: [UInt8], to transfer: Transfer) async -> Bool {
    guard loop.isCurrent else { return false }
    return await withUnsafeContinuation { feeder in
      accept(chunk, for: transfer, feeder: feeder)
    }
  }

  private func accept(_ chunk: [UInt8], for transfer: Transfer, feeder: UnsafeContinuation<Bool, Never>) {
    guard let upload = transfer.upload, transfer.failure == nil, !transfer.isFinished else {
      return feeder.resume(returning: false)
    }
    let wasPaused = upload.isPaused
    if let failure = upload.supply(chunk, feeder: feeder) {
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
}
