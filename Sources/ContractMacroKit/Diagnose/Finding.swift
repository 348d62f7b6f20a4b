import SwiftDiagnostics
import SwiftSyntax

/// One mistake in a contract: a sentence with a place and a remedy.
struct Finding {
  /// Where a mistake stands.
  struct Place {
    let node: Syntax
    /// Bytes from the start of the node's own text.
    let offset: Int

    init(_ node: some SyntaxProtocol, offset: Int = 0) {
      self.node = Syntax(node)
      self.offset = offset
    }
  }

  /// The stable name of the mistake.
  let id: String
  let place: Place
  /// The sentence a person reads.
  let message: String
  let fixIts: [FixIt]

  init(_ id: String, at place: Place, _ message: String, fixIts: [FixIt?] = []) {
    self.id = id
    self.place = place
    self.message = message
    self.fixIts = fixIts.compactMap { $0 }
  }

  init(_ id: String, at node: some SyntaxProtocol, _ message: String, fixIts: [FixIt?] = []) {
    self.init(id, at: Place(node), message, fixIts: fixIts)
  }

  /// The finding as the compiler shows it.
  var diagnostic: Diagnostic {
    Diagnostic(
      node: place.node,
      position: place.node.positionAfterSkippingLeadingTrivia.advanced(by: place.offset),
      message: Message(id: id, text: message),
      fixIts: fixIts)
  }

  /// The compiler's view of a finding or of a fix.
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
  /// A fix that replaces `old` by `new` and is offered as `text`.
  init(_ id: String, _ text: String, replace old: some SyntaxProtocol, with new: some SyntaxProtocol) {
    self.init(
      message: Finding.Message(id: id, text: text),
      changes: [.replace(oldNode: Syntax(old), newNode: Syntax(new))])
  }
}
