internal import CCurl
internal import ContractHTTP
internal import ContractLoop

/// Streamed responses: the call returns with the head, and the body waits for its reader.
extension CurlEngine {
  /// Delivers the heads and bodies that callbacks have recorded. Never called inside libcurl.
  func deliverResponses() {
    for transfer in pending.takeArrived() {
      guard case .running(let handle) = transfer.phase else { continue }
      guard transfer.deliver(of: handle), !transfer.reception.isPaused else { continue }
      transfer.reception.isPaused = true
      // During this call, libcurl may still pass bytes that it has already read; then it stops reading.
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

  /// Enables or pauses receiving; sending is always enabled. During this call, libcurl passes the bytes that it has
  /// kept, and reports its failures only in the result.
  private func updatePauses(of transfer: Transfer, _ handle: CurlHandle) {
    let pauses = transfer.reception.isPaused ? CURLPAUSE_RECV : CURLPAUSE_CONT
    let result = curl_easy_pause(handle.easy.pointer, pauses)
    // `CURLE_BAD_FUNCTION_ARGUMENT` is not a failure: between two connections, the transfer has nothing to pause.
    if result == CURLE_OK || result == CURLE_BAD_FUNCTION_ARGUMENT { return }
    end(transfer, TransferFailure(result, detail: handle.easy.errorText, isConnected: true))
  }
}
