internal import Contract
internal import ContractHTTP
internal import ContractSockets

/// The limit of a streamed body whose length is unknown. It applies to requests in process, and to those whose limit
/// was not yet known when the engine began to pass the body on.
final class LimitedStream: Sendable {
  private struct State {
    /// The number of bytes that may follow.
    var left: Int
    /// The response to a body that is too long.
    var refusal: HTTPResponse?
    var isResponding = false
  }

  private let request: any AdmittedRequest
  private let state: Lock<State>

  init(_ maxBytes: Int, for request: any AdmittedRequest) {
    self.request = request
    state = Lock(State(left: maxBytes))
  }

  /// Returns the response of the request, or its refusal if the body has exceeded the limit before.
  nonisolated(nonsending) func respond(to body: HTTPBody) async -> HTTPResponse {
    guard case .stream(let stream) = body, stream.length == nil else { return await request.respond(to: body) }
    let limited = stream.passing(mediaType: stream.mediaType) { [self] in try await count(stream.next()) }
    let response = await request.respond(to: .stream(limited))
    return state.withLock { state in
      state.isResponding = true
      return state.refusal ?? response
    }
  }

  private func count(_ chunk: [UInt8]?) throws -> [UInt8]? {
    guard let chunk else { return nil }
    let (fits, mayRefuse) = state.withLock { state in
      let fits = chunk.count <= state.left
      state.left = fits ? state.left - chunk.count : 0
      return (fits, !state.isResponding && state.refusal == nil)
    }
    if fits { return chunk }
    if mayRefuse {
      let refusal = request.refusal(.contentTooLarge, HTTPBodyTooLarge.requestReason.description)
      state.withLock { $0.refusal = refusal }
    }
    throw RequestContentError("the request body is too long")
  }
}
