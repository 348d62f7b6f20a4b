internal import CCurl
internal import ContractHTTP

/// The completeness of responses. A server may respond before it has read the whole request, and then end the stream or
/// the connection (RFC 9112 §9.6, RFC 9113 §8.1).
extension Transfer {
  /// Returns the outcome of a transfer that libcurl has finished.
  func outcome(_ result: CURLcode, of handle: CurlHandle) -> Outcome {
    if let failure { return .failure(failure) }
    if result == CURLE_OK {
      if mayLackContent(of: handle) { return .failure(.unknownEnd) }
    } else if !isCompleteDespite(result) {
      return .failure(failure(result, of: handle))
    }
    do throws(TransferFailure) {
      var response = try reception.finish()
      response.arrival = handle.easy.arrival(reception.parser.version, after: sending.earlierTime)
      return .success(response)
    } catch {
      return .failure(error)
    }
  }

  /// True if the server responded completely and ended the stream or the connection while the request was still being
  /// sent.
  private func isCompleteDespite(_ result: CURLcode) -> Bool {
    switch result {
    case CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_PARTIAL_FILE, CURLE_HTTP2, CURLE_HTTP2_STREAM:
      reception.isComplete
    default:
      false
    }
  }

  /// True if libcurl may have dropped the last part of the response, although it reports success. If the last frame and
  /// a reset without an error arrive together while the request is being sent, libcurl 7.88 drops the frame. It also
  /// accepts such a reset instead of the last frame.
  private func mayLackContent(of handle: CurlHandle) -> Bool {
    reception.parser.version == .http2 && CurlLibrary.current.dropsLastFrame && !reception.isComplete
      && reception.announcesContent && !isRequestSent(by: handle)
  }

  /// True if libcurl has passed the whole request to the connection.
  private func isRequestSent(by handle: CurlHandle) -> Bool {
    switch request.content {
    case .none: true
    case .bytes(let bytes): handle.easy.sentBytes >= bytes.count
    // In a chunked body, libcurl also counts the framing.
    case .stream: upload.map { $0.isTaken && handle.easy.sentBytes >= $0.sentBytes } ?? true
    }
  }

  // MARK: Complete responses to incomplete requests

  /// Records a response that is complete. Over HTTP/1.1, libcurl ends an incomplete request only if the response is not a
  /// success or closes the connection; otherwise it sends the rest, which a stream may produce forever, and which the server
  /// may not read. Over HTTP/2, libcurl then reads no more frames for the transfer, and can wait forever until the server
  /// allows it to send more.
  func noteCompletion() {
    if case .none = request.content { return }
    // Most requests are sent before their responses arrive.
    guard case .running(let handle) = phase, isStuck(on: handle),
      sending.speaksHTTP2 ? reception.hasWholeLength : reception.isComplete
    else { return }
    engine.pending.complete.append(self)
  }

  /// True if libcurl still sends the request of a complete response.
  func isStuck(on handle: CurlHandle) -> Bool { failure == nil && !isRequestSent(by: handle) }

  /// Ends the transfer with its response at the deadline, if the response is complete: libcurl may still send the last
  /// bytes of the request, such as the last chunk. Returns false if the response is incomplete.
  func finishComplete() -> Bool {
    guard failure == nil, reception.isComplete, case .running(let handle) = phase else { return false }
    engine.finish(self, CURLE_OK, handle)
    return true
  }

  // MARK: Kept connections

  /// Returns whether the transfer starts again, instead of ending with this result of libcurl.
  func mustRestart(after result: CURLcode, of handle: CurlHandle) -> Bool {
    sending.mustRestart || mustResend(after: result, of: handle) || hasOnlyWaited(result, on: handle)
  }

  /// Returns whether the request is sent again: if a kept HTTP/2 connection has ended before any byte of a response. With
  /// HTTP/1.1, libcurl itself sends such requests again.
  private func mustResend(after result: CURLcode, of handle: CurlHandle) -> Bool {
    guard result == CURLE_HTTP2 || result == CURLE_PARTIAL_FILE, sending.speaksHTTP2, request.mayRepeat,
      !request.hasTrailer, reception.parser.byteCount == 0, handle.easy.isReusing
    else { return false }
    return sending.countResending()
  }
}
