/// A route with the facts that a server needs for each request, looked up once at the start.
package final class ServedRoute: Sendable {
  package let route: Route
  /// The index of the route, which identifies its handler in reports of blocked loops.
  package let index: Int
  package let operation: APIOperation
  /// True if the handler reads the body while it arrives.
  package let streamsContent: Bool
  /// The maximum body size in bytes.
  package let maxBodyBytes: Int
  /// The maximum length of a line of a body of JSON lines in bytes.
  package let maxLineBytes: Int
  /// The check of credentials; nil if the route requires none.
  package let gate: SecurityGate?
  /// True if logs may have to omit a secret of another route from paths of this one.
  package let mayHaveSecretPath: Bool
  /// Called with errors that the contract does not declare.
  package let report: @Sendable (any Error, ServerRequest) -> Void

  package init(
    _ route: Route, index: Int, maxBodyBytes: Int, maxLineBytes: Int, gate: SecurityGate?,
    mayHaveSecretPath: Bool, report: @escaping @Sendable (any Error, ServerRequest) -> Void
  ) {
    self.route = route
    self.index = index
    self.operation = route.operation
    self.streamsContent = route.operation.requestContent.isStreamed
    self.maxBodyBytes = route.operation.maxBodyBytes ?? maxBodyBytes
    self.maxLineBytes = maxLineBytes
    self.gate = gate
    self.mayHaveSecretPath = mayHaveSecretPath
    self.report = report
  }
}
