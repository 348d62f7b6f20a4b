/// The progress of one transfer, counted by callbacks. Loop thread only, except for its creation.
///
/// The engine reports the newest state after libcurl has returned, to a stream that keeps only one state. A slow
/// handler therefore does not delay the transfer, and reports do not accumulate.
package final class ProgressSink:
  // SAFETY: the caller creates the sink, and the caller's task then moves to the engine's loop. After that, only the
  // loop uses the sink.
  @unchecked Sendable
{
  private let continuation: AsyncStream<TransferProgress>.Continuation
  private var progress = TransferProgress()
  private var isReported = true

  package init(_ continuation: AsyncStream<TransferProgress>.Continuation) {
    self.continuation = continuation
  }

  /// Records the start of a request with a body of this size.
  func begin(totalBytesToSend: Int?, on engine: CurlEngine) {
    progress = TransferProgress(totalBytesToSend: totalBytesToSend)
    advance(on: engine)
  }

  func sent(_ count: Int, on engine: CurlEngine) {
    progress.sentBytes = count
    advance(on: engine)
  }

  /// Records the size of the response body, known from its head.
  func expects(_ count: Int?, on engine: CurlEngine) {
    progress.totalBytesToReceive = count
    advance(on: engine)
  }

  func received(_ count: Int, on engine: CurlEngine) {
    progress.receivedBytes = count
    advance(on: engine)
  }

  private func advance(on engine: CurlEngine) {
    guard isReported else { return }
    isReported = false
    engine.pending.progress.append(self)
  }

  /// Reports the current state. Not called inside libcurl.
  func report() {
    isReported = true
    continuation.yield(progress)
  }
}
