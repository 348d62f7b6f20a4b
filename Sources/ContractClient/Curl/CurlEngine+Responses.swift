internal import CCurl
internal import ContractHTTP
internal import ContractLoop

/// Response content that is pulled: the call returns with the head, and what arrives waits for its reader.
extension CurlEngine {
  /// Hands over what callbacks have noted: heads, and content. Never called inside a libcurl callback.
  func deliverResponses() {
    guard !arrived.isEmpty else { return }
    let transfers = arrived
    arrived = []
    for transfer in transfers {
      guard case .running(let handle) = transfer.phase else { continue }
      if transfer.deliver(of: handle) {
        transfer.isReceivingPaused = true
        // libcurl may hand over what it has read already; then it reads no more.
        _ = curl_easy_pause(handle.easy, CURLPAUSE_RECV)
      }
    }
  }

  /// Lets a transfer receive again whose content has been taken.
  func resumeReceiving(_ transfer: Transfer) {
    transfer.isReceivingPaused = false
    resume(transfer)
  }

  /// Sends a request and waits for the head of its response, whose content is then pulled.
  nonisolated(nonsending) func open(_ request: TransferRequest) async -> Result<OpenedResponse, TransferFailure> {
    let receiver = ResponseReceiver()
    let transfer = Transfer(request, on: self, receiver: receiver)
    return await perform(transfer).map { OpenedResponse(head: $0, transfer: transfer, receiver: receiver) }
  }
}

/// A response whose content is still arriving. Letting go of it ends the transfer.
final class OpenedResponse: Sendable {
  let head: TransferResponse
  private let transfer: Transfer
  private let receiver: ResponseReceiver

  init(head: TransferResponse, transfer: Transfer, receiver: ResponseReceiver) {
    self.head = head
    self.transfer = transfer
    self.receiver = receiver
  }

  deinit { Self.end(transfer) }

  /// The next piece of content; nil at its end.
  func next() async throws(TransferFailure) -> [UInt8]? {
    while true {
      switch receiver.take() {
      case .bytes(let bytes, let wasPaused):
        if wasPaused {
          let transfer = transfer
          transfer.engine.loop.execute { transfer.engine.resumeReceiving(transfer) }
        }
        return bytes
      case .end(let result):
        try result.get()
        return nil
      case .wait:
        let transfer = transfer
        await withTaskCancellationHandler {
          await receiver.wait()
        } onCancel: {
          Self.end(transfer)
        }
      }
    }
  }

  private static func end(_ transfer: Transfer) {
    transfer.engine.loop.execute { transfer.engine.end(transfer, .cancelled) }
  }
}
