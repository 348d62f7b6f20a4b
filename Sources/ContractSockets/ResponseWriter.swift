package import ContractHTTP

/// The right to respond to one request.
///
/// A worker handles one request after another, and each has its own ticket: a writer whose request is over does nothing, from
/// whatever thread it is called.
package struct ResponseWriter: Sendable {
  private let worker: HandlerWorker
  private let ticket: Int

  init(_ worker: HandlerWorker, ticket: Int) {
    self.worker = worker
    self.ticket = ticket
  }

  /// Sends the response. Drops a second one, and one that comes too late.
  package func respond(_ response: HTTPResponse) { worker.deliver(response, for: ticket) }

  /// True while a response would be sent.
  package var isAwaited: Bool { worker.awaitsResponse(for: ticket) }

  /// Returns the memory of an earlier body for the next one, empty if there is none. It is an ordinary array, so whoever holds
  /// the earlier body does not see it change.
  package func takeMemory() -> [UInt8] { worker.takeMemory(for: ticket) }

  /// Keeps the memory of a body that was sent, unless it is large.
  package func keepMemory(_ memory: consuming [UInt8]) { worker.keepMemory(memory, for: ticket) }
}
