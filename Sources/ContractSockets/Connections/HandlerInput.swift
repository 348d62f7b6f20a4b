internal import ContractHTTP
internal import ContractLoop

/// The input that a handler reads from its connection: a streamed body, or the bytes of another protocol. Only one task may
/// wait for it at a time.
///
/// Nothing is read from the socket before the handler waits for it, so a slow handler slows the client down.
final class HandlerInput {
  private var digest: Lock<String?>?
  private var waiter: CheckedContinuation<[UInt8]?, any Error>?
  private var waitStart = LoopInstant.distantFuture
  /// The number of reads that have waited. It identifies the read that a cancelled task waits for.
  private(set) var waits = 0
  /// True while the client, which has finished sending, is probed if there is no further read.
  var awaitsProbe = false
  /// The time spent waiting in earlier reads, in nanoseconds.
  private var waited: Int64 = 0
  /// The number of bytes of all reads.
  private(set) var receivedBytes = 0

  /// True while there may be bytes to read.
  private(set) var isOpen = true

  /// The instant from which the client's rate is measured, as if there were no time between reads.
  var rateStart: LoopInstant { waitStart.advanced(byNanoseconds: -waited) }
  /// True while the handler waits for bytes.
  var isAwaited: Bool { waiter != nil }

  /// Returns a box that contains the `Content-Digest` of the trailer section once the whole body is read. The box has a
  /// lock because the reader may run on another thread.
  func awaitDigest() -> Lock<String?> {
    let digest = self.digest ?? Lock(nil)
    self.digest = digest
    return digest
  }

  /// Stores the received `Content-Digest` of the body.
  func receive(digest value: String?) {
    if let value { digest?.withLock { $0 = value } }
  }

  /// Stores a waiting reader. Returns false when the input has ended or another reader waits.
  func wait(_ continuation: CheckedContinuation<[UInt8]?, any Error>, since now: LoopInstant) -> Bool {
    guard isOpen, waiter == nil else { return false }
    waiter = continuation
    waitStart = now
    waits += 1
    return true
  }

  /// Ends the wait of a cancelled reader, but not the input. Returns false when the wait with this number has ended.
  func cancel(_ wait: Int, at now: LoopInstant) -> Bool {
    guard wait == waits, let waiter = waiter.take() else { return false }
    waited += now.nanoseconds - waitStart.nanoseconds
    waiter.resume(throwing: CancellationError())
    return true
  }

  /// Returns bytes to the handler, or nil at their end.
  func deliver(_ bytes: [UInt8]?, at now: LoopInstant) {
    if let bytes { receivedBytes += bytes.count } else { isOpen = false }
    waited += now.nanoseconds - waitStart.nanoseconds
    waiter.take()?.resume(returning: bytes)
  }

  /// Ends the reading together with the request.
  func end() { fail(RequestContentError("the request has ended")) }

  func fail(_ error: any Error) {
    isOpen = false
    waiter.take()?.resume(throwing: error)
  }
}

/// An error of reading a streamed body, or the bytes of another protocol.
package struct RequestContentError: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
