import SwiftDiagnostics
import SwiftSyntax

/// One error in a contract: a sentence with a location and a remedy.
struct Finding {
  /// The location of an error.
  struct Location {
    let node: Syntax
    /// The offset in bytes from the start of the node's text.
    let offset: Int

    init(_ node: some SyntaxProtocol, offset: Int = 0) {
      self.node = Syntax(node)
      self.offset = offset
    }
  }

  /// The stable identifier of the error.
  let id: String
  let location: Location
  /// The message.
  let message: String
  let fixIts: [FixIt]

  init(_ id: String, at location: Location, _ message: String, fixIts: [FixIt?] = []) {
    self.id = id
    self.location = location
    self.message = message
    self.fixIts = fixIts.compactMap { $0 }
  }

  init(_ id: String, at node: some SyntaxProtocol, _ message: String, fixIts: [FixIt?] = []) {
    self.init(id, at: Location(node), message, fixIts: fixIts)
  }

  /// The diagnostic for the compiler.
  var diagnostic: Diagnostic {
    Diagnostic(
      node: location.node,
      position: location.node.positionAfterSkippingLeadingTrivia.advanced(by: location.offset),
      message: Message(id: id, text: message),
      fixIts: fixIts)
  }

  /// The message of a finding or fix.
  struct Message: DiagnosticMessage, FixItMessage {
    let id: String
    let text: String

    var message: String { text }
    var severity: DiagnosticSeverity { .error }
    var diagnosticID: MessageID { MessageID(domain: "Contract", id: id) }
    var fixItID: MessageID { diagnosticID }
  }
}

extension FixIt {
  /// Creates a fix with the title `text` that replaces `old` with `new`.
  init(_ id: String, _ text: String, replace old: some SyntaxProtocol, with new: some SyntaxProtocol) {
    self.init(
      message: Finding.Message(id: id, text: text),
      changes: [.replace(oldNode: Syntax(old), newNode: Syntax(new))])
  }
}
