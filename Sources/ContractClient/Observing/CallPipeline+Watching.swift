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
    if case .stream(let stream) = response.body {
      var watched = response
      watched.body = .stream(tallied(stream, of: response, watch))
      return watched
    }
    watch.finished(response, nil, bytes: response.body.length ?? 0, isComplete: true, call)
    return response
  }

  private func tallied(_ stream: HTTPBodyStream, of response: HTTPResponse, _ watch: CallWatch) -> HTTPBodyStream {
    let tally = StreamTally(watch, call, response)
    return HTTPBodyStream(length: stream.length) { try await tally.next(of: stream) }
  }
}

/// Counts what is pulled from a response and tells its end; one that is dropped before its end has ended as well.
private final class StreamTally: Sendable {
  private struct State {
    var bytes = 0
    var hasEnded = false
  }

  private let watch: CallWatch
  private let call: ClientCall
  private let response: HTTPResponse
  private let state = Lock(State())

  init(_ watch: CallWatch, _ call: ClientCall, _ response: HTTPResponse) {
    self.watch = watch
    self.call = call
    var head = response
    // The stream is read elsewhere, and its transfer lives as long as somebody holds it.
    head.body = .empty
    self.response = head
  }

  deinit { end(nil, isComplete: false) }

  func next(of stream: HTTPBodyStream) async throws -> [UInt8]? {
    do {
      let piece = try await stream.next()
      if let piece { state.withLock { $0.bytes += piece.count } } else { end(nil, isComplete: true) }
      return piece
    } catch {
      end(error, isComplete: false)
      throw error
    }
  }

  private func end(_ error: (any Error)?, isComplete: Bool) {
    let bytes: Int? = state.withLock { state in
      defer { state.hasEnded = true }
      return state.hasEnded ? nil : state.bytes
    }
    if let bytes { watch.finished(response, error, bytes: bytes, isComplete: isComplete, call) }
  }
}
