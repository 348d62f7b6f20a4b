public import ContractCoding
public import ContractHTTP
internal import FoundationEssentials

/// The messages of a WebSocket, named from the client's side.
public struct ChannelDescription: Sendable {
  /// The messages of one direction.
  public struct Message: Sendable {
    /// The media type of a message: JSON, or that of a custom coder, in a text message; `text/plain` for a string;
    /// `application/octet-stream` for a binary message.
    public let mediaType: MediaType
    /// The schema of a message.
    public let schema: JSONSchema

    /// Describes a type as a message.
    fileprivate init(_ type: any Any.Type, _ operation: APIOperation) {
      switch type {
      case is String.Type: (mediaType, schema) = (.plainText, JSONSchema(.string))
      case is [UInt8].Type, is Data.Type: (mediaType, schema) = (.octetStream, .binary)
      default: (mediaType, schema) = (operation.coder?.encoder.mediaType ?? .json, .of(type))
      }
    }
  }

  /// The messages that the client sends.
  public let sent: Message
  /// The messages that the client receives.
  public let received: Message
}

/// Results that are a channel.
protocol MessageChannel {
  static func described(_ operation: APIOperation) -> ChannelDescription
}

extension Channel: MessageChannel {
  static func described(_ operation: APIOperation) -> ChannelDescription {
    ChannelDescription(
      sent: ChannelDescription.Message(Sent.self, operation),
      received: ChannelDescription.Message(Received.self, operation))
  }
}
