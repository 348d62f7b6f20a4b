internal import ContractHTTP
internal import ContractLoop
internal import Synchronization

/// A response whose body is still arriving. Releasing the response ends the transfer.
package final class OpenedResponse: Sendable {
  package let head: TransferResponse
  private let transfer: Transfer
  private let receiver: ResponseReceiver
  /// The decoder of an encoded body. It decodes only as much as is read, so that little of a large expansion is in
  /// memory.
  private let inflation: Lock<ContentInflation>?
  /// True while a task reads.
  private let isBusy = Atomic(false)

  /// The maximum number of bytes decoded at once.
  private static let chunkBytes = 64 * 1024

  /// - Parameter transfer: A transfer with a receiver, which has returned `head`.
  package init(head: TransferResponse, _ transfer: Transfer) {
    guard let receiver = transfer.receiver else { preconditionFailure("OpenedResponse created without a receiver") }
    self.head = head
    self.transfer = transfer
    self.receiver = receiver
    inflation = head.coding.map { Lock(ContentInflation($0, transfer.request.limits)) }
  }

  deinit { transfer.cancel() }

  /// The length of the decoded body; nil if unknown.
  package var length: Int? {
    guard inflation == nil, transfer.request.method != .head, head.status.allowsContent,
      let text = head.fields[.contentLength]?.rawValue, text.utf8.count <= 18
    else { return nil }
    return Int(text)
  }

  /// The number of bytes that have arrived but were not read.
  var waitingCount: Int { receiver.waitingCount + (inflation?.withLock { $0.waitingCount } ?? 0) }

  /// The trailer field `Content-Digest`, a digest of the encoded body; nil before the end of the body, or if absent.
  package var contentDigest: String? { receiver.contentDigest }

  /// Returns the next chunk of the body; nil at its end.
  ///
  /// - Throws: The failure of the transfer, and a failure while another task reads. The receiver resumes only one waiting
  ///   task, so another one would wait forever.
  package func next() async throws(TransferFailure) -> [UInt8]? {
    guard !isBusy.exchange(true, ordering: .acquiring) else { throw .secondReader }
    defer { isBusy.store(false, ordering: .releasing) }
    var hasWaited = false
    while true {
      if let chunk = try decoded() {
        await passTurn()
        return chunk
      }
      switch receiver.take() {
      case .bytes(let bytes, let wasPaused):
        if !hasWaited { await passTurn() }
        if wasPaused {
          let transfer = transfer
          transfer.engine.loop.execute { transfer.engine.resumeReceiving(transfer) }
        }
        guard let inflation else { return bytes }
        inflation.withLock { $0.append(bytes) }
      case .end(let result):
        if case .failure(let failure) = result, !isComplete(despite: failure) { throw failure }
        try inflation?.withLock { inflation throws(TransferFailure) in try inflation.finish() }
        return nil
      case .wait:
        hasWaited = true
        let transfer = transfer
        await withTaskCancellationHandler {
          await receiver.wait()
        } onCancel: {
          transfer.cancel()
        }
      }
    }
  }

  /// True if the coding of an HTTP/2 response shows that its body is complete, although the stream did not end normally
  /// (RFC 9113 §8.1). For other bodies, the transfer knows.
  private func isComplete(despite failure: TransferFailure) -> Bool {
    failure.code == .connectionLost && head.arrival?.httpVersion == .http2 && !head.announcesLength
      && inflation?.withLock { $0.hasEnded } == true
  }

  /// Lets other tasks run before a chunk is returned without waiting. Otherwise a server that is faster than the reader
  /// would keep all other tasks from the reader's thread, including the task that cancels the reader.
  private func passTurn() async {
    await Task.yield()
    if Task.isCancelled { transfer.cancel() }
  }

  /// Returns a decoded chunk; nil if more bytes must arrive first.
  private func decoded() throws(TransferFailure) -> [UInt8]? {
    guard let inflation else { return nil }
    do throws(TransferFailure) {
      let chunk = try inflation.withLock { inflation throws(TransferFailure) in
        var chunk: [UInt8] = []
        _ = try inflation.decode(into: &chunk, upTo: Self.chunkBytes)
        return chunk
      }
      return chunk.isEmpty ? nil : chunk
    } catch {
      transfer.cancel(error)
      throw error
    }
  }
}
