internal import Contract

extension CallPipeline {
  /// Returns the response to a request and notifies listeners of the start and end of the call.
  @inline(__always)
  func observedResponse(to request: inout HTTPRequest) async throws -> HTTPResponse {
    call.notifier?.started(request, call)
    let response: HTTPResponse
    do {
      response = try await respond(to: &request)
    } catch {
      call.notifier?.finished(nil, error, bytes: 0, isComplete: false, call)
      throw error
    }
    guard let notifier = call.notifier else { return response }
    guard case .stream = response.body else {
      notifier.finished(response, nil, bytes: response.body.length ?? 0, isComplete: true, call)
      return response
    }
    // Listeners get no stream: the caller reads the stream, and retaining it would keep the transfer alive.
    var head = response
    head.body = .empty
    var observed = response
    observed.body = response.body.observed { [head, call] end in
      notifier.finished(head, end.error, bytes: end.bytes, isComplete: end.isComplete, call)
    }
    return observed
  }
}
