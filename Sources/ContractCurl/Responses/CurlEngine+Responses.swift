internal import CCurl
internal import ContractHTTP
internal import ContractLoop

/// Pulled response bodies: the call returns with the head, and the body waits for its reader.
extension CurlEngine {
  /// Delivers the heads and bodies that callbacks have recorded. Never called inside libcurl.
  func deliverResponses() {
    for transfer in pending.takeArrived() {
      guard case .running(let handle) = transfer.phase else { continue }
      guard transfer.deliver(of: handle), !transfer.reception.isPaused else { continue }
      transfer.reception.isPaused = true
      // libcurl may still pass what it has read, and then stops reading.
      updatePauses(of: transfer, handle)
    }
  }

  /// Resumes receiving a body that has been read.
  func resumeReceiving(_ transfer: Transfer) {
    transfer.reception.isPaused = false
    resume(transfer)
  }

  /// Resumes a transfer that has paused for its stream or for the reader of its body.
  func resume(_ transfer: Transfer) {
    guard case .running(let handle) = transfer.phase else { return }
    updatePauses(of: transfer, handle)
    settle()
  }

  /// Tells libcurl whether to receive; sending is always enabled. libcurl passes what it has kept during this call, and
  /// reports its failures only here.
  private func updatePauses(of transfer: Transfer, _ handle: CurlHandle) {
    let pauses = transfer.reception.isPaused ? CURLPAUSE_RECV : CURLPAUSE_CONT
    let result = curl_easy_pause(handle.easy.pointer, pauses)
    // Between two connections there is nothing to pause.
    if result == CURLE_OK || result == CURLE_BAD_FUNCTION_ARGUMENT { return }
    end(transfer, TransferFailure(result, detail: handle.easy.errorText, isConnected: true))
  }
}
