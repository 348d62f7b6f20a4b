internal import ContractCoding
internal import ContractHTTP
internal import FoundationEssentials

/// The format of a channel's messages: strings and bytes unchanged, other values as JSON or in a custom format.
///
/// It consists of references, because tasks of idle channels keep copies of it.
package enum MessageFormat: Sendable {
  /// The format of an operation's channel.
  case operation(APIOperation)
  /// The format of a channel without an operation.
  case custom(Custom)

  /// The options and the coder of a channel without an operation.
  package final class Custom: Sendable {
    fileprivate let json: JSONOptions
    fileprivate let coder: ContentCoder?

    init(_ json: JSONOptions, _ coder: ContentCoder?) {
      self.json = json
      self.coder = coder
    }
  }

  /// The default format.
  static let standard = MessageFormat()

  /// Creates a format from the options of a client.
  package init(_ format: BodyFormat = .json, _ wire: Wire = .standard) {
    self = .custom(Custom(wire.json, format.coder))
  }

  private var operation: APIOperation? {
    if case .operation(let operation) = self { operation } else { nil }
  }

  private var json: JSONOptions {
    switch self {
    case .operation(let operation): operation.wire.json
    case .custom(let custom): custom.json
    }
  }

  private var coder: ContentCoder? {
    switch self {
    case .operation(let operation): operation.coder
    case .custom(let custom): custom.coder
    }
  }

  /// Returns the message of a value. A custom format that writes UTF-8 is sent as text.
  ///
  /// - Throws: ``ClientError`` on a client, otherwise the encoder's error.
  func message<T: Encodable>(_ value: T, in socket: WebSocket) throws -> WebSocketMessage {
    switch value {
    case let text as String where T.self == String.self: return .text(text)
    case let bytes as [UInt8] where T.self == [UInt8].self: return .binary(bytes)
    case let data as Data where T.self == Data.self: return .binary([UInt8](data))
    default: break
    }
    do {
      guard let coder else { return .text(String(decoding: try JSONContent.bytes(of: value, json), as: UTF8.self)) }
      let bytes = try coder.encoder.encode(content: value)
      return String(validating: bytes, as: UTF8.self).map(WebSocketMessage.text) ?? .binary(bytes)
    } catch {
      if socket.isServing { throw error }
      // Of other errors only the type is named, because their descriptions may contain the value.
      let reason =
        error is EncodingError
        ? "in a message, \(APIOperation.reason(of: error))" : "the message cannot be encoded: \(type(of: error))"
      throw ClientError(.invalidInput, stage: .encode, reason, operation: operation, cause: error)
    }
  }

  /// Returns the value of a message. Text and binary messages are both read. A server checks the rules of members.
  ///
  /// - Throws: ``ClientError`` on a client, otherwise ``/ContractHTTP/WebSocketError``.
  func value<T: Decodable>(_ type: T.Type, in message: WebSocketMessage, of socket: WebSocket) throws -> T {
    do {
      return try value(type, in: message, checksRules: socket.isServing)
    } catch {
      let unreadable = error as? JSONContent.Unreadable
      if socket.isServing {
        throw WebSocketError(
          .unreadableMessage, "a message does not decode to \(T.self)", cause: unreadable?.cause ?? error)
      }
      throw ClientError(
        decoding: unreadable?.failures ?? [], unreadable?.cause ?? error, subject: "a message of the WebSocket",
        for: operation)
    }
  }

  private func value<T: Decodable>(
    _ type: T.Type, in message: WebSocketMessage, checksRules: Bool
  ) throws -> T {
    switch T.self {
    case is String.Type:
      guard let text = message.text as? T else { throw UnreadableText() }
      return text
    case is [UInt8].Type:
      if let bytes = message.bytes as? T { return bytes }
    case is Data.Type:
      if let data = Data(message.bytes) as? T { return data }
    default: break
    }
    if let coder { return try coder.decoder.decode(T.self, content: message.bytes) }
    return try JSONContent.value(T.self, in: message.bytes, json, checksRules: checksRules)
  }
}

/// The error for a binary message that should be a string and is not UTF-8.
struct UnreadableText: Error, CustomStringConvertible {
  var description: String { "it is binary and not UTF-8, so it is not a `String`" }
}

extension WebSocketMessage {
  /// The payload as a string; nil if it is not UTF-8.
  fileprivate var text: String? {
    switch self {
    case .text(let text): text
    case .binary(let bytes): String(validating: bytes, as: UTF8.self)
    }
  }
}
