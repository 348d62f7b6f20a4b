internal import Contract

/// Tells how far a file has come over all requests that bring it, in order: of each request once its answer says where in
/// the file its bytes belong.
struct DownloadProgress {
  /// The states of one request. The newest waits there until somebody reads.
  private final class Source: Sendable {
    let states: AsyncStream<TransferProgress>
    let continuation: AsyncStream<TransferProgress>.Continuation

    init() {
      (states, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    deinit { continuation.finish() }
  }

  private let handlers: [ProgressHandler]
  private var states: AsyncStream<TransferProgress>?
  private var continuation: AsyncStream<TransferProgress>.Continuation?
  private var telling: Task<Void, Never>?

  init(_ handlers: [ProgressHandler]) {
    self.handlers = handlers
  }

  /// The handlers for another request. What comes late of the one before it is not heard.
  mutating func handlersOfNext() -> [ProgressHandler] {
    if handlers.isEmpty { return [] }
    continuation?.finish()
    // The handler alone holds it: after the last state there is no handler.
    let source = Source()
    (states, continuation) = (source.states, source.continuation)
    return [ProgressHandler { source.continuation.yield($0) }]
  }

  /// The bytes of the answer belong there.
  ///
  /// - Parameter length: how many bytes the file has; nil when they are those of the answer.
  mutating func begin(at start: Int, of length: Int? = nil) {
    guard let states else { return }
    telling = Task { [handlers, previous = telling] in
      await previous?.value
      for await var state in states {
        state.receivedBytes += start
        state.totalBytesToReceive = length ?? state.totalBytesToReceive
        for handle in handlers { handle(state) }
      }
    }
  }
}
