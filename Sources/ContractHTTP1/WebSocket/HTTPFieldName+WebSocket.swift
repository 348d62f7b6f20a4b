package import ContractHTTP

/// The headers of the opening handshake (RFC 6455 §11.3). As constants they share their text.
extension HTTPFieldName {
  package static let secWebSocketAccept = HTTPFieldName(unchecked: "Sec-WebSocket-Accept")
  package static let secWebSocketExtensions = HTTPFieldName(unchecked: "Sec-WebSocket-Extensions")
  package static let secWebSocketKey = HTTPFieldName(unchecked: "Sec-WebSocket-Key")
  package static let secWebSocketProtocol = HTTPFieldName(unchecked: "Sec-WebSocket-Protocol")
  package static let secWebSocketVersion = HTTPFieldName(unchecked: "Sec-WebSocket-Version")
}
