internal import Contract

extension CallPipeline {
  /// The response to a request, with its beginning and its end told to the listeners.
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
    // Listeners get no stream: it is read elsewhere, and holding it keeps its transfer alive.
    var head = response
    head.body = .empty
    var watched = response
    watched.body = response.body.observed { [head, call] end in
      watch.finished(head, end.error, bytes: end.bytes, isComplete: end.isComplete, call)
    }
    return watched
  }
}
