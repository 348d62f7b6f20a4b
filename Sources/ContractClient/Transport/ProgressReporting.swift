/// Calls the handlers of progress while somebody holds it, from a task of its own.
final class ProgressReporting: Sendable {
  let sink: ProgressSink
  private let continuation: AsyncStream<TransferProgress>.Continuation

  init(_ handlers: [ProgressHandler]) {
    let (states, continuation) = AsyncStream.makeStream(of: TransferProgress.self, bufferingPolicy: .bufferingNewest(1))
    self.continuation = continuation
    sink = ProgressSink(continuation)
    Task {
      for await state in states {
        for handle in handlers { handle(state) }
      }
    }
  }

  deinit { continuation.finish() }
}
