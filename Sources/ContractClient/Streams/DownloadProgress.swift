internal import Contract

/// The progress of a download across all of its requests, reported in order. Reports of a request begin when the offset
/// of the bytes in its response is known.
struct DownloadProgress {
  /// The progress of one request. Only the newest state is buffered.
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
  private var reporting: Task<Void, Never>?

  init(_ handlers: [ProgressHandler]) {
    self.handlers = handlers
  }

  /// Returns the handlers for the next request. Late reports of the previous request are dropped.
  mutating func nextHandlers() -> [ProgressHandler] {
    if handlers.isEmpty { return [] }
    continuation?.finish()
    // Only the handler retains the source, so the stream ends when the transport releases the handler.
    let source = Source()
    (states, continuation) = (source.states, source.continuation)
    return [ProgressHandler { source.continuation.yield($0) }]
  }

  /// Starts reporting the progress of the current response.
  ///
  /// - Parameters:
  ///   - start: The offset in the file of the first byte of the response.
  ///   - length: The length of the file; nil if the response contains the whole file.
  mutating func begin(at start: Int, of length: Int? = nil) {
    guard let states else { return }
    reporting = Task { [handlers, previous = reporting] in
      await previous?.value
      for await var state in states {
        state.receivedBytes += start
        state.totalBytesToReceive = length ?? state.totalBytesToReceive
        for handle in handlers { handle(state) }
      }
    }
  }
}
