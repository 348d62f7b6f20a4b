internal import ContractCoding
internal import ContractHTTP

/// A pool of compression contexts for messages that do not refer to other messages. A context serves one message at a time,
/// of any connection. The pool may be used from any thread.
final class DeflateContexts: Sendable {
  static let shared = DeflateContexts()
  static let smallestWindowBits = MessageDeflater.windowBits.lowerBound

  /// The maximum number of idle contexts of each kind. A compressor and a decompressor together have about 300 KB.
  private static let maxIdle = 4

  private struct Idle<Context>:
    // SAFETY: a context is either in the list, where nothing uses it, or was removed by its only user.
    @unchecked Sendable
  {
    let context: Context
  }

  private let deflaters = Lock<[Idle<MessageDeflater>]>([])
  private let inflaters = Lock<[Idle<MessageInflater>]>([])

  /// Calls `body` with a compressor, whose window is empty and must be empty after the call.
  func withDeflater<Result>(windowBits: Int, _ body: (MessageDeflater) -> Result) -> Result {
    let idle = deflaters.withLock { idle in
      idle.lastIndex { $0.context.windowBits == windowBits }.map { idle.remove(at: $0) }
    }
    let deflater = idle?.context ?? MessageDeflater(windowBits: windowBits)
    let result = body(deflater)
    let entry = Idle(context: deflater)
    deflaters.withLock { idle in
      if idle.count == Self.maxIdle { idle.removeFirst() }
      idle.append(entry)
    }
    return result
  }

  /// Returns a decompressor with the largest window, which suits every compressor.
  func takeInflater() -> MessageInflater {
    inflaters.withLock { $0.popLast() }?.context ?? MessageInflater(windowBits: 15)
  }

  /// Keeps a decompressor with an empty window for the next message.
  func putBack(_ inflater: MessageInflater) {
    let entry = Idle(context: inflater)
    inflaters.withLock { idle in
      if idle.count < Self.maxIdle { idle.append(entry) }
    }
  }
}
