internal import Contract
internal import ContractLoop
internal import ContractSockets

/// A request for a route without middleware.
final class RoutedRequest: AdmittedRequest,
  // SAFETY: `request` is set before the handler starts, and read by the same task afterwards.
  @unchecked Sendable
{
  private let pipeline: RequestPipeline
  private let head: RequestHead
  private let route: Int
  private let authenticated: Authenticated?
  private let peer: PeerAddress?
  let deadline: LoopInstant
  private var request: ServerRequest?

  init(
    _ head: RequestHead, _ admission: RequestPipeline.RouteAdmission, until deadline: LoopInstant,
    from peer: PeerAddress?, in pipeline: RequestPipeline
  ) {
    self.pipeline = pipeline
    self.head = head
    self.route = admission.route
    self.authenticated = admission.authenticated
    self.peer = peer
    self.deadline = deadline
  }

  var tag: Int { route }
  var timeout: Duration? { pipeline.timeouts[route] }

  /// Nothing is left to do after the handler, so that no executor is checked for it.
  nonisolated(nonsending) func respond(to body: consuming HTTPBody) async throws -> HTTPResponse {
    let request = ServerRequest(
      head: head, body: body.heldBytes, operation: pipeline.operations[route], peer: peer?.peer,
      authenticated: authenticated, deadlineNanoseconds: deadline.nanoseconds)
    self.request = request
    let handler = pipeline.routes[route].handler
    return try await ServerRequest.$bound.withValue(request) { try await handler(request) }
  }

  func response(to error: any Error) -> HTTPResponse { pipeline.response(to: error, of: request) }

  func refusal(_ status: HTTPStatus, _ reason: String) -> HTTPResponse {
    pipeline.refusal(status, reason, in: Exchange(head: head, operation: nil, peer: peer))
  }
}
