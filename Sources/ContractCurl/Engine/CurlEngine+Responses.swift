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
      guard transfer.deliver(of: handle), !transfer.isReceivingPaused else { continue }
      transfer.isReceivingPaused = true
      // libcurl may hand over what it has read already; then it reads no more.
      tellPauses(of: transfer, handle)
    }
  }

  /// Lets a transfer receive again whose content has been taken.
  func resumeReceiving(_ transfer: Transfer) {
    transfer.isReceivingPaused = false
    resume(transfer)
  }

  /// Lets a transfer go on that paused because its stream had nothing yet, or nobody took its content.
  func resume(_ transfer: Transfer) {
    guard case .running(let handle) = transfer.phase else { return }
    tellPauses(of: transfer, handle)
    settle()
  }

  /// Tells libcurl whether to receive; to send it asks for itself. It hands over here what it has kept, and what goes wrong
  /// with that it says nowhere else.
  private func tellPauses(of transfer: Transfer, _ handle: CurlHandle) {
    let result = curl_easy_pause(handle.easy, transfer.isReceivingPaused ? CURLPAUSE_RECV : CURLPAUSE_CONT)
    // Between two connections there is nothing to pause.
    if result == CURLE_OK || result == CURLE_BAD_FUNCTION_ARGUMENT { return }
    end(transfer, TransferFailure(result, detail: handle.errorText, isConnected: true))
  }

  /// Sends a request and waits for the head of its response, whose content is then pulled.
  package nonisolated(nonsending) func open(
    _ request: TransferRequest, idleTimeout: IdleTimeout
  ) async -> Result<OpenedResponse, TransferFailure> {
    let receiver = ResponseReceiver(idleTimeout: idleTimeout)
    let transfer = Transfer(request, on: self, receiver: receiver)
    await perform(transfer)
    return transfer.takeOutcome().map { OpenedResponse(head: $0, transfer: transfer, receiver: receiver) }
  }
}
