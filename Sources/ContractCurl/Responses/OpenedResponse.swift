internal import ContractHTTP
internal import ContractLoop

/// A response whose content is still arriving. Letting go of it ends the transfer.
package final class OpenedResponse: Sendable {
  package let head: TransferResponse
  private let transfer: Transfer
  private let receiver: ResponseReceiver
  /// Undoes the coding of the content as it is read, so that little is held of what expands to much.
  private let inflation: Lock<ContentInflation>?

  /// What is restored at once.
  private static let pieceBytes = 64 * 1024

  init(head: TransferResponse, transfer: Transfer, receiver: ResponseReceiver) {
    self.head = head
    self.transfer = transfer
    self.receiver = receiver
    inflation = head.coding.map { Lock(ContentInflation($0, transfer.request.limits)) }
  }

  deinit { Self.end(transfer, .cancelled) }

  /// The bytes that have arrived and wait to be read.
  var waitingCount: Int { receiver.waitingCount + (inflation?.withLock { $0.waitingCount } ?? 0) }

  /// The next piece of content; nil at its end.
  package func next() async throws(TransferFailure) -> [UInt8]? {
    while true {
      if let piece = try restored() { return piece }
      switch receiver.take() {
      case .bytes(let bytes, let wasPaused):
        if wasPaused {
          let transfer = transfer
          transfer.engine.loop.execute { transfer.engine.resumeReceiving(transfer) }
        }
        guard let inflation else { return bytes }
        inflation.withLock { $0.append(bytes) }
      case .end(let result):
        try result.get()
        try inflation?.withLock { inflation throws(TransferFailure) in try inflation.finish() }
        return nil
      case .wait:
        let transfer = transfer
        await withTaskCancellationHandler {
          await receiver.wait()
        } onCancel: {
          Self.end(transfer, .cancelled)
        }
      }
    }
  }

  /// A piece of what has been read already; nil when more has to arrive for one.
  private func restored() throws(TransferFailure) -> [UInt8]? {
    guard let inflation else { return nil }
    do throws(TransferFailure) {
      let piece = try inflation.withLock { inflation throws(TransferFailure) in
        var piece: [UInt8] = []
        _ = try inflation.restore(into: &piece, upTo: Self.pieceBytes)
        return piece
      }
      return piece.isEmpty ? nil : piece
    } catch {
      Self.end(transfer, error)
      throw error
    }
  }

  private static func end(_ transfer: Transfer, _ failure: TransferFailure) {
    transfer.engine.loop.execute { transfer.engine.end(transfer, failure) }
  }
}
