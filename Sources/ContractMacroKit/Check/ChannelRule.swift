import SwiftDiagnostics
import SwiftSyntax

/// A rule: `@WebSocket` and a result of type `Channel` belong together.
struct ChannelRule: EndpointRule {
  func findings(in endpoint: EndpointModel, of contract: ContractModel) -> [Finding] {
    Self.findings(endpoint.verbs.first, returning: endpoint.result, endpoint.statuses, of: endpoint.fullName)
      + contentFindings(in: endpoint)
  }

  /// Returns the errors in the result and the status of an endpoint.
  static func findings(
    _ verb: VerbModel?, returning result: ResultModel, _ statuses: [StatusModel], of name: String
  ) -> [Finding] {
    guard let verb else { return [] }
    var type: TypeSyntax?
    if case .value(let written) = result { type = written }
    let isChannel = type.map { $0.baseName == "Channel" && TypeModel.isOurs($0) } ?? false
    guard verb.opensWebSocket else { return isChannel ? [verbFinding(verb)] : [] }
    if !isChannel {
      return [
        Finding(
          "websocket-result", at: type.map(Syntax.init) ?? Syntax(verb.attribute),
          "'\(name)' opens a WebSocket, so it returns a channel; write 'Channel<Sent, Received>' with the types that the client "
            + "sends and receives.")
      ]
    }
    return statuses.map { status in
      Finding(
        "websocket-status", at: status.attribute, "A WebSocket is opened with the status 101; remove '@Status'.")
    }
  }

  private static func verbFinding(_ verb: VerbModel) -> Finding {
    var fixed = verb.attribute
    fixed.attributeName = TypeSyntax(IdentifierTypeSyntax(name: .identifier("WebSocket")))
      .with(\.trailingTrivia, verb.attribute.attributeName.trailingTrivia)
    let name = verb.attribute.writtenName
    return Finding(
      "channel-verb", at: verb.attribute, "A channel is a WebSocket; write '@WebSocket' instead of '\(name)'.",
      fixIts: name == "@HTTP"
        ? [] : [FixIt("channel-verb", "write '@WebSocket'", replace: verb.attribute, with: fixed)])
  }

  /// Returns the errors of inputs in the body. The request that opens a WebSocket has no body.
  private func contentFindings(in endpoint: EndpointModel) -> [Finding] {
    guard endpoint.verbs.first?.opensWebSocket == true else { return [] }
    return endpoint.parameters.filter { $0.kind == .body || $0.kind == .field }.map { parameter in
      Finding(
        "websocket-content", at: parameter.syntax.type,
        "The request that opens a WebSocket has no body; send '\(parameter.name.name)' as a 'Query', or as the first message."
      )
    }
  }
}
