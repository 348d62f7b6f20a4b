internal import Contract

extension CallPipeline {
  /// Returns the response to a request and notifies listeners of the start and end of the call.
  @inline(__always)
  func watchedResponse(to request: inout HTTPRequest) async throws -> HTTPResponse {
    call.watch?.started(request, call)
    let response: HTTPResponse
    do {
      response = try await respond(to: &request)
    } catch {
      call.watch?.finished(nil, error, bytes: 0, isComplete: false, call)
      throw error
    }
    guard let watch = call.watch else { return response }
    guard case .stream = response.body else {
      watch.finished(response, nil, bytes: response.body.length ?? 0, isComplete: true, call)
      return response
    }
    // Listeners get no stream: the caller reads the stream, and retaining it would keep the transfer alive.
    var head = response
    head.body = .empty
    var watched = response
    watched.body = response.body.observed { [head, call] end in
      watch.finished(head, end.error, bytes: end.bytes, isComplete: end.isComplete, call)
    }
    return watched
  }
}
