/// The messages of a WebSocket (`x-websocket` of an operation), named from the client's side.
public struct OpenAPIChannel: Sendable {
  /// The messages that the client sends, by media type; empty if they are not described.
  public let sent: [OpenAPIMediaType]
  /// The messages that the client receives, by media type; empty if they are not described.
  public let received: [OpenAPIMediaType]
  /// The subprotocols that the server supports, in order of preference; empty if none are listed.
  public let subprotocols: [String]
  /// The value of the extension in the document.
  public let node: OpenAPINode
}
