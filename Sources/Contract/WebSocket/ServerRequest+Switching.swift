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
    guard response.status == .switchingProtocols, var upgrade = response.arrival?.connection as? WebSocketUpgrade else {
      if let error = InterimResponse(response.status) { throw error }
      return response
    }
    var response = response
    // Absent in mocks.
    if let key = head.text(of: "Sec-WebSocket-Key") {
      response.fields["Sec-WebSocket-Accept"] = HTTPFieldValue(unchecked: WebSocketKey.accept(for: key))
    }
    let offered = WebSocketHandshake.protocols(of: head)
    if let chosen = upgrade.protocols.first(where: offered.contains) {
      response.fields["Sec-WebSocket-Protocol"] = HTTPFieldValue(unchecked: chosen)
    }
    if let compression = upgrade.options.compression, let offers = WebSocketHandshake.extensions(of: head),
      let accepted = PerMessageDeflate.accept(offers, compression)
    {
      upgrade.deflate = accepted.agreement
      response.fields["Sec-WebSocket-Extensions"] = HTTPFieldValue(unchecked: accepted.response.text)
    }
    let request = upgrade.request ?? self
    upgrade.request = request
    if let report { upgrade.report = { error in report(error, request) } }
    response.arrival = nil
    upgrade.response = response
    response.arrival = ResponseArrival(connection: upgrade)
    return response
  }
}
