internal import ContractHTTP

extension ResponseCodec {
  /// Creates the codec of a channel: 101 (Switching Protocols), after which the connection is a WebSocket.
  public static func channel<Sent: Codable & Sendable, Received: Codable & Sendable>() -> ResponseCodec
  where Response == Channel<Sent, Received> {
    ResponseCodec(mediaType: nil, defaultStatus: .switchingProtocols) { channel, operation, _ in
      guard let upgrade = channel.upgrade else { throw OpenChannelReturned() }
      return HTTPResponse(upgrade.with { $0.format = .operation(operation) })
    } decode: { response, operation in
      guard response.status == .switchingProtocols else {
        throw UnexpectedContent(reason: "the server did not switch to WebSocket")
      }
      let format = MessageFormat.operation(operation)
      switch response.arrival?.connection {
      case let socket as WebSocket: return Channel(socket, format)
      // The caller is a mock or a service in the same process.
      case let upgrade as WebSocketUpgrade: return Channel(upgrade.connect(after: response, operation), format)
      default: throw UnexpectedContent(reason: "the caller returned 101 without a WebSocket")
      }
    }
  }
}

extension Endpoint {
  /// Creates an endpoint that opens a WebSocket.
  public init<Sent: Codable & Sendable, Received: Codable & Sendable>(
    _ method: HTTPMethod, _ path: PathTemplate, _ traits: EndpointTrait..., id: String? = nil,
    status: HTTPStatus? = nil, throws failures: [any APIFailure.Type] = [], summary: String? = nil
  ) where Response == Channel<Sent, Received> {
    self.init(
      method, path, traits: traits, id: id, status: status, throws: failures, summary: summary, result: .channel())
  }
}

extension APIOperation {
  /// True if a success opens a WebSocket.
  package var opensWebSocket: Bool { successStatus == .switchingProtocols }
}

extension HTTPResponse {
  /// Creates the 101 of a route, with the protocol that follows it.
  fileprivate init(_ upgrade: WebSocketUpgrade) {
    self.init(.switchingProtocols)
    arrival = ResponseArrival(connection: upgrade)
  }
}

/// An error for a service that returns the channel of a client.
private struct OpenChannelReturned: Error, CustomStringConvertible {
  var description: String { "the service returned an open channel; return `Channel { connection in … }`" }
}
