/// Counts the content of one transfer. Loop thread only, but for the making.
///
/// Callbacks count; the engine reports afterwards, outside libcurl, to a stream that keeps the newest state alone. So a
/// slow reader holds up nobody and nothing piles up.
package final class ProgressSink:
  // SAFETY: made by the caller, whose task then crosses to the engine's loop; from there on only the loop touches it.
  @unchecked Sendable
{
  private let continuation: AsyncStream<TransferProgress>.Continuation
  private var progress = TransferProgress()
  private var isReported = true

  package init(_ continuation: AsyncStream<TransferProgress>.Continuation) {
    self.continuation = continuation
  }

  /// A request with so much content begins.
  func begin(totalBytesToSend: Int?, on engine: CurlEngine) {
    progress = TransferProgress(totalBytesToSend: totalBytesToSend)
    advance(on: engine)
  }

  func sent(_ count: Int, on engine: CurlEngine) {
    progress.sentBytes = count
    advance(on: engine)
  }

  /// The response's head has come.
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
    engine.advanced.append(self)
  }

  /// Hands over the state. Not inside a callback of libcurl.
  func report() {
    isReported = true
    continuation.yield(progress)
  }
}
