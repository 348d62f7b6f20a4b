internal import ContractCoding
public import ContractHTTP

/// The server's end of a channel of a mock: it checks the messages of the client, and generates those of the server.
///
/// Equal seeds result in equal messages. The first message consists of the document's examples.
public struct MockChannel: Sendable {
  private let channel: OpenAPIChannel
  private var generator: ValueGenerator
  private var isFirst = true

  /// Creates the server's end of a channel.
  ///
  /// - Parameter seed: the seed of generated values.
  public init(_ channel: OpenAPIChannel, in document: OpenAPIDocument, seed: UInt64 = 1) {
    self.channel = channel
    generator = ValueGenerator(ValueChecker(document, sent: .response), seed: seed, alphabet: .plain)
  }

  /// The reason why messages to the client cannot be generated; nil if they can, or if the document describes none.
  var obstacle: MockObstacle? {
    var generator = generator
    guard let schema = channel.received.preferred?.schema, generator.example(of: schema) == nil else { return nil }
    return MockObstacle("messages", generator.obstacle(to: schema))
  }

  /// Returns the next message to the client; nil if the document describes none, or if its value cannot be generated.
  public mutating func next() -> WebSocketMessage? {
    guard let format = channel.received.preferred else { return nil }
    let value = format.schema.flatMap { isFirst ? generator.example(of: $0) : generator.value(of: $0) }
    if format.schema != nil, value == nil { return nil }
    isFirst = false
    switch Format(format) {
    case .json: return .text((value ?? .null).description)
    case .text: return .text(value?.string ?? "text")
    case .binary: return .binary(Array("bytes".utf8))
    }
  }

  /// Returns the fault of a message of the client; nil if it is valid, or if the document describes none.
  public func fault(in message: WebSocketMessage) -> String? {
    guard !channel.sent.isEmpty else { return nil }
    var fault: String?
    for format in channel.sent {
      guard let found = self.fault(in: message, as: format) else { return nil }
      fault = fault ?? found
    }
    return fault
  }

  private enum Format {
    case json, text, binary

    init(_ format: OpenAPIMediaType) {
      switch OperationBody.Format(format.name) {
      case .json: self = .json
      case .text: self = .text
      case .form, .multipart, .binary: self = .binary
      }
    }
  }

  private func fault(in message: WebSocketMessage, as format: OpenAPIMediaType) -> String? {
    let value: JSONValue
    switch Format(format) {
    case .binary:
      if case .binary = message { return nil }
      return "the message must be binary"
    case .text:
      guard let text = String(validating: message.bytes, as: UTF8.self) else { return "the message is not UTF-8" }
      value = .string(text)
    case .json:
      do throws(JSONSyntaxError) {
        value = try JSONValue(parsing: message.bytes)
      } catch {
        return "the message is not JSON"
      }
    }
    guard let schema = format.schema else { return nil }
    let finding = generator.checker.findings(in: value, against: schema, limit: 1).first { !$0.isUnreadable }
    return finding.map { "\($0.pointer.isEmpty ? "the message" : "`\($0.pointer)`") \($0.requirement)" }
  }
}
