public import Contract
internal import ContractCurl
internal import ContractLoop

extension CurlTransport {
  /// Opens a WebSocket (RFC 6455 §4.1) on a separate connection, with the proxy, TLS and socket options of other calls.
  /// Redirects are not followed. Stored cookies are sent, but cookies in the response are not stored.
  ///
  /// - Throws: ``/Contract/ClientError`` if there is no response, or if a response with 101 violates the handshake.
  public func upgrade(_ request: HTTPRequest, options: TransportOptions) async throws -> HTTPResponse {
    do throws(TransferFailure) {
      let deadline = LoopInstant.read().advanced(by: options.timeout)
      var generator = SystemRandomNumberGenerator()
      let offer = try WebSocketOffer(request, using: &generator)
      var request = request
      request.fields["Sec-WebSocket-Key"] = HTTPFieldValue(unchecked: offer.key)
      addCookies(to: &request)
      let wanted = try TransferRequest(
        request, limits: .init(maxResponseBytes: 0, maxExpansion: 1, pace: .unlimited), timeout: options.timeout,
        deadline: deadline, mayRepeat: true, progress: nil, isUpgrade: true)
      let transfer = Transfer(wanted, on: try engines.current())
      await transfer.engine.perform(transfer)
      let response = try transfer.takeOutcome().get()
      if response.status == .switchingProtocols { try offer.check(response.fields) }
      let delivered = Self.delivered(response)
      (delivered.arrival?.connection as? CurlUpgradedConnection)?.hold(engines)
      return delivered
    } catch {
      throw ClientError(error)
    }
  }

  /// Adds the stored cookies before the request's own cookies, as libcurl does.
  private func addCookies(to request: inout HTTPRequest) {
    guard keepsCookies, let url = try? CurlURL(request.url) else { return }
    let selection = CookieSelection(
      host: url.host, path: url.path, isSecure: url.scheme == "https" || TransferRequest.isLoopback(url.authority),
      now: Int(TimeSource.system.unixSeconds))
    guard let kept = selection.text(of: storedCookies) else { return }
    let own = request.fields.values(.cookie).map(\.rawValue)
    request.fields[.cookie] = HTTPFieldValue(unchecked: ([kept] + own).joined(separator: "; "))
  }
}
