internal import ContractClient
internal import ContractServer

/// A request body that is sent in process. If the body fails, the handler loses the connection and the call throws an
/// error, as over a network.
final class SentStream: Sendable {
  private struct State {
    /// The number of announced bytes that are not sent yet; nil without an announced length.
    var left: Int?
    var failure: ClientError?
    /// The number of chunks that the handler has requested.
    var requested = 0
    /// The number of requests that have ended.
    var received = 0
    /// The value of `received` at the last check of progress.
    var checked = 0
  }

  private let stream: ByteStream
  private let state: Lock<State>

  init(_ stream: ByteStream) {
    self.stream = stream
    state = Lock(State(left: stream.length))
  }

  /// The error of the call; nil as long as the body has not failed.
  var failure: ClientError? { state.withLock { $0.failure } }

  /// Returns true if the handler has received a chunk since the last call, or waits for one.
  func takeProgress() -> Bool {
    state.withLock { state in
      defer { state.checked = state.received }
      return state.received != state.checked || state.requested != state.received
    }
  }

  /// The body that the handler reads.
  var received: ByteStream {
    stream.passing(mediaType: stream.mediaType) { [self] in
      if failure != nil { throw Self.lostConnection }
      let chunk: [UInt8]?
      state.withLock { $0.requested += 1 }
      defer { state.withLock { $0.received += 1 } }
      do {
        chunk = try await stream.next()
      } catch let error as CancellationError where Task.isCancelled {
        throw error
      } catch {
        throw failed("the stream of the request body threw an error", cause: error)
      }
      try count(chunk)
      return chunk
    }
  }

  /// Compares the number of sent bytes with the announced length.
  ///
  /// - Parameter chunk: The next chunk; nil at the end.
  private func count(_ chunk: [UInt8]?) throws {
    let left = state.withLock { state in
      state.left = state.left.map { $0 - (chunk?.count ?? 0) }
      return state.left ?? 0
    }
    if left < 0 { throw failed("the request body is longer than its announced length") }
    if chunk == nil, left > 0 { throw failed("the request body is shorter than its announced length") }
  }

  /// Records the error of the call, and returns the error that the handler gets.
  private func failed(_ message: String, cause: (any Error)? = nil) -> RequestContentError {
    let failure = ClientError(.transport, stage: .encode, message, cause: cause)
    state.withLock { $0.failure = failure }
    return Self.lostConnection
  }

  private static let lostConnection = RequestContentError("the connection ended within the request body")
}
