internal import ContractMacroKit
@_spi(PluginMessage) internal import SwiftCompilerPluginMessageHandling

/// A connection to the compiler that responds to requests for empty expansions itself.
///
/// The listener would parse the declaration and its parent for each such request. For a large contract, this parsing took
/// most of the plugin's time.
struct ContractConnection: MessageConnection {
  private let connection: StandardIOMessageConnection

  init(_ connection: StandardIOMessageConnection) { self.connection = connection }

  func sendMessage<Message: Encodable>(_ message: Message) throws { try connection.sendMessage(message) }

  func waitForNextMessage<Message: Decodable>(_ type: Message.Type) throws -> Message? {
    while let received = try connection.waitForNextMessage(Received<Message>.self) {
      if case .message(let message) = received { return message }
      try connection.sendMessage(PluginToHostMessage.expandMacroResult(expandedSource: "", diagnostics: []))
    }
    return nil
  }
}

/// A received message. It is decoded only if the listener needs it.
private enum Received<Message: Decodable>: Decodable {
  /// A request for an expansion that is empty and has no diagnostics.
  case emptyExpansion
  case message(Message)

  private enum Key: String, CodingKey { case expandAttachedMacro }

  init(from decoder: any Decoder) throws {
    let request = try? decoder.container(keyedBy: Key.self).decode(AttachedExpansion.self, forKey: .expandAttachedMacro)
    self = request?.isEmpty == true ? .emptyExpansion : .message(try Message(from: decoder))
  }
}

/// The members of a request for an attached macro that all versions of swift-syntax send.
private struct AttachedExpansion: Decodable {
  let macro: Macro
  let macroRole: String
  let attributeSyntax: Text
  let lexicalContext: [Text]?

  struct Macro: Decodable { let typeName: String }

  struct Text: Decodable { let source: String }

  var isEmpty: Bool {
    guard let parent = lexicalContext?.first?.source else { return false }
    return EmptyExpansion.isEmpty(
      macro: macro.typeName, role: macroRole, attribute: attributeSyntax.source, parent: parent)
  }
}
