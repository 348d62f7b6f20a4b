internal import ContractHTTP

/// The beginning of a request, and its repetition.
extension Transfer {
  /// Reports the size of the body that is about to be sent.
  func reportBeginning() {
    request.progress?.begin(totalBytesToSend: upload.map(\.length) ?? 0, on: engine)
  }

  /// Returns whether libcurl may send the request on a connection. Returns false, with a failure, if the request was
  /// sent before and must not be repeated.
  ///
  /// libcurl also begins again if an HTTP/2 server has refused the stream without processing it (RFC 9113 §8.7). It does
  /// not report the reason: on a kept connection, it begins again after a refusal, after a loss, and after some other
  /// resets, with the same results and without a text. Therefore a refusal counts as a loss.
  func mayBegin() -> Bool {
    // libcurl would repeat the request with the refused expectation, until the server accepts it. A client should repeat it
    // without the expectation (RFC 9110 §10.1.1).
    if isExpectationRefused {
      sending.restartWithoutExpectation()
      return false
    }
    // libcurl cannot send trailer fields twice, see `CurlHandle.isReusable`.
    if request.hasTrailer {
      return !sending.hasBegun || abort(TransferFailure(.connectionLost, Self.lostKeptConnection))
    }
    if request.mayRepeat || sending.mayRepeat(headBytes: reception.parser.byteCount) { return true }
    return abort(TransferFailure(.connectionLost, Self.lostKeptConnection))
  }

  func connectionSpeaks(http2: Bool) {
    sending.speaksHTTP2 = http2
    reception.expect(isHTTP2: http2)
  }

  /// True after a 417 to a request with an expectation, which libcurl handles by sending the request again.
  var isExpectationRefused: Bool {
    reception.head?.status == .expectationFailed && request.fields.contains(.expect) && !sending.isExpectationRefused
  }

  /// Returns to the state before the transfer was added to libcurl. No byte was sent since the request last began, or the
  /// server has refused its expectation.
  ///
  /// - Returns: False if the body cannot be sent again; the transfer has then ended.
  func rewind() -> Bool {
    phase = .waiting
    guard upload?.seek(to: 0) != false else {
      // The body of the refusal is lost, because libcurl ignores it.
      let refusal = sending.isExpectationRefused ? reception.head.map { reception.content.head($0) } : nil
      finish(
        refusal.map { .success($0) }
          ?? .failure(TransferFailure(.connectionLost, "the request body cannot be sent again")))
      return false
    }
    sending.rewind()
    reception = ResponseReception(
      request.limits, maxHeadBytes: engine.options.configuration.maxResponseHeadBytes, isStreamed: receiver != nil)
    return true
  }
}
