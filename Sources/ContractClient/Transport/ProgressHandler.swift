public import ContractCurl

/// A handler of progress reports. It is called in a separate task, one report at a time. Intermediate states may be
/// skipped. The last state is always reported, before the call returns or, for a streamed response, soon after the end
/// of the body. Progress starts again after each redirect.
///
/// ```swift
/// var options = TransportOptions()
/// options.progress.append(ProgressHandler { print($0.receivedFraction ?? 0) })
/// ```
public struct ProgressHandler: Sendable {
  private final class Identity: Sendable {
    let handle: @Sendable (TransferProgress) -> Void

    init(_ handle: @escaping @Sendable (TransferProgress) -> Void) {
      self.handle = handle
    }
  }

  private let identity: Identity

  /// Creates a handler that calls `handle`.
  public init(_ handle: @escaping @Sendable (TransferProgress) -> Void) {
    identity = Identity(handle)
  }

  func callAsFunction(_ progress: TransferProgress) {
    identity.handle(progress)
  }
}

extension ProgressHandler: Hashable {
  /// True for copies of the same handler.
  public static func == (a: ProgressHandler, b: ProgressHandler) -> Bool { a.identity === b.identity }

  /// Hashes the identity of the handler.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(identity))
  }
}

/// A reporter that calls progress handlers in a separate task for as long as it is retained.
final class ProgressReporting: Sendable {
  let sink: ProgressSink
  private let continuation: AsyncStream<TransferProgress>.Continuation
  private let task: Task<Void, Never>

  init(_ handlers: [ProgressHandler]) {
    let (states, continuation) = AsyncStream.makeStream(of: TransferProgress.self, bufferingPolicy: .bufferingNewest(1))
    self.continuation = continuation
    sink = ProgressSink(continuation)
    task = Task {
      for await state in states {
        for handle in handlers { handle(state) }
      }
    }
  }

  /// Ends the reports and waits until the handlers have seen the last one.
  func finish() async {
    continuation.finish()
    await task.value
  }

  deinit { continuation.finish() }
}
