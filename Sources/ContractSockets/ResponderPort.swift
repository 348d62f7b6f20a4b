internal import ContractHTTP
internal import ContractLoop

/// The responder as one connection sees it, with the admission of the connection's current request.
///
/// The admission's type ends here: connections and loops are not generic.
protocol ResponderPort: AnyObject {
  /// Asks the responder about a head and keeps the admission. Returns a response where it did not admit the request.
  func admit(_ head: RequestHead, from peer: PeerAddress, contentLength: Int?) -> PortDecision

  /// Runs the handler of the current request.
  nonisolated(nonsending) func respond(
    to head: consuming RequestHead, content: consuming IncomingContent, from peer: PeerAddress,
    through writer: ResponseWriter
  ) async

  /// Returns the response to what the engine refuses; the current request's admission belongs to it.
  func refusal(_ status: HTTPStatus, _ reason: String, to head: RequestHead?, from peer: PeerAddress) -> HTTPResponse

  /// Drops the admission: the current request is over.
  func forget()
}

/// A ``HeadDecision`` without the admission.
enum PortDecision {
  case respond(HTTPResponse)
  case handle(HandlingTerms)
}

/// The port of one type of responder.
final class TypedResponderPort<Base: Responder>: ResponderPort {
  private let responder: Base
  private var admission: Base.Admission?

  init(_ responder: Base) { self.responder = responder }

  func admit(_ head: RequestHead, from peer: PeerAddress, contentLength: Int?) -> PortDecision {
    switch responder.admit(head, from: peer, contentLength: contentLength) {
    case .respond(let response):
      return .respond(response)
    case .admit(let admission, let terms):
      self.admission = admission
      return .handle(terms)
    }
  }

  nonisolated(nonsending) func respond(
    to head: consuming RequestHead, content: consuming IncomingContent, from peer: PeerAddress,
    through writer: ResponseWriter
  ) async {
    guard let admission else { return }
    await responder.respond(
      to: IncomingRequest(head: head, content: content, peer: peer, admission: admission), through: writer)
  }

  func refusal(_ status: HTTPStatus, _ reason: String, to head: RequestHead?, from peer: PeerAddress) -> HTTPResponse {
    responder.refusal(status, reason, to: head, admission: admission, from: peer)
  }

  func forget() { admission = nil }
}
