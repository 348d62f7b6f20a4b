internal import Contract
internal import ContractCurl
internal import ContractHTTP
internal import ContractHTTP1
internal import ContractWebSocket

extension ClientSettings {
  /// Sends a request that opens a WebSocket, with the options of the client.
  func openWebSocket(_ request: HTTPRequest, for operation: APIOperation) async throws -> HTTPResponse {
    let settings = values.configuration.webSocketSettings
    return try await openWebSocket(request, for: operation, settings.options, settings.protocols, at: nil)
  }

  /// Sends a request that opens a WebSocket through all steps of the client.
  ///
  /// - Returns: A response with 101 and a ``/Contract/WebSocket``, or the server's refusal.
  func openWebSocket(
    _ request: HTTPRequest, for operation: APIOperation, _ options: WebSocketOptions, _ protocols: [String],
    at location: CallLocation?
  ) async throws -> HTTPResponse {
    var request = request
    let offer = options.compression.map(PerMessageDeflate.offer)
    request.fields[.secWebSocketExtensions] = offer.map { HTTPFieldValue(unchecked: $0.text) }
    for field in try WebSocketOffer.fields(protocols: protocols) { request.fields[field.name] = field.value }
    var response = try await send(request, for: operation, .upgraded, at: location)
    guard response.status == .switchingProtocols else { return response }
    response.arrival = ResponseArrival(connection: try Self.socket(of: response, options, offer, operation))
    return response
  }

  private static func socket(
    of response: HTTPResponse, _ options: WebSocketOptions, _ offer: WebSocketExtension?, _ operation: APIOperation
  ) throws -> WebSocket {
    switch response.arrival?.connection {
    case let upgraded as CurlUpgradedConnection:
      // The transport has already checked the extension, so `agreement` does not throw.
      let agreement = try? WebSocketOffer.agreement(on: offer, response.fields)
      guard let session = upgraded.startWebSocket(options, compressing: agreement) else { break }
      return WebSocket(response, session, retaining: upgraded, operation: operation)
    case let upgrade as WebSocketUpgrade:
      return upgrade.connect(options, after: response, operation)
    default: break
    }
    throw ClientError(
      .transport, stage: .exchange, "the transport returned 101 without a connection", operation: operation)
  }
}
