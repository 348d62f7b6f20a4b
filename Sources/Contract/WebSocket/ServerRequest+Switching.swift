internal import ContractHTTP
internal import ContractHTTP1

extension ServerRequest {
  /// Returns the 101 of a channel with the headers of the opening handshake (RFC 6455 §4.2.2).
  ///
  /// - Parameter report: receives errors of the channel's closure.
  /// - Throws: ``/ContractHTTP/InterimResponse`` for any other response with an interim status.
  package func switching(
    _ response: HTTPResponse, reportingTo report: (@Sendable (any Error, ServerRequest) -> Void)? = nil
  ) throws -> HTTPResponse {
    guard response.status == .switchingProtocols, let upgrade = response.arrival?.connection as? WebSocketUpgrade else {
      if let error = InterimResponse(response.status) { throw error }
      return response
    }
    var response = response
    response.arrival = nil
    // Requests of mocks have no key.
    if let key = head.text(of: .secWebSocketKey) {
      response.fields[.secWebSocketAccept] = HTTPFieldValue(unchecked: WebSocketKey.accept(for: key))
    }
    let offered = WebSocketHandshake.protocols(of: head)
    if let chosen = upgrade.protocols.first(where: offered.contains) {
      response.fields[.secWebSocketProtocol] = HTTPFieldValue(unchecked: chosen)
    }
    let deflate = compression(for: upgrade)
    if let deflate {
      response.fields[.secWebSocketExtensions] = HTTPFieldValue(unchecked: deflate.response.text)
    }
    let request = upgrade.request ?? self
    let opened = upgrade.with { opening in
      opening.request = request
      opening.deflate = deflate?.agreement
      opening.subprotocol = response.fields[.secWebSocketProtocol]
      opening.report = report
    }
    response.arrival = ResponseArrival(connection: opened)
    return response
  }

  /// Returns the first offered compression that the channel accepts; nil if there is none.
  private func compression(
    for upgrade: WebSocketUpgrade
  ) -> (agreement: PerMessageDeflate, response: WebSocketExtension)? {
    guard let compression = upgrade.options.compression, let offers = WebSocketHandshake.extensions(of: head) else {
      return nil
    }
    return PerMessageDeflate.accept(offers, compression)
  }
}
