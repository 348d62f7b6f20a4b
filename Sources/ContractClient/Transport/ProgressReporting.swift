/// A reporter that calls progress handlers in a separate task for as long as it is retained.
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
