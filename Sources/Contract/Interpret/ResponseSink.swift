package import ContractHTTP

/// The destination of the response to one request: a connection, or a caller in the same process.
package protocol ResponseSink: Sendable {
  /// Sends the response. Drops a second one, and one that comes too late: after a timeout, after the client has gone, or
  /// after the handler has returned.
  func send(_ response: HTTPResponse)

  /// Sends the response to an error that no contract declares.
  func send(responseTo error: any Error, of request: ServerRequest)

  /// Returns memory for a body, that of an earlier body if there is any.
  func takeMemory() -> [UInt8]

  /// Keeps the memory of a body that was sent for a later one.
  func keepMemory(_ memory: consuming [UInt8])
}

/// Responds to the request of a slot, once.
///
/// The handler is one asynchronous function from the inputs to the response: every frame with work left after a call
/// returns costs a check of executors, which is as much as writing a response.
package typealias RequestHandler = nonisolated(nonsending) @Sendable (_ slot: RequestSlot) async -> Void

/// A route returned without a response.
package struct MissingResponse: Error, CustomStringConvertible {
  package init() {}

  package var description: String {
    "the route returned without a response; call `answer` or `fail` on its slot once"
  }
}

/// Holds the response of a route that was called without a connection.
final class HeldResponse: ResponseSink {
  private let held = Lock<Result<HTTPResponse, any Error>?>(nil)

  func send(_ response: HTTPResponse) { hold(.success(response)) }

  /// Holds the error, to which the caller of the route responds.
  func send(responseTo error: any Error, of request: ServerRequest) { hold(.failure(error)) }

  func takeMemory() -> [UInt8] { [] }

  func keepMemory(_ memory: consuming [UInt8]) {}

  private func hold(_ result: Result<HTTPResponse, any Error>) {
    held.withLock { if $0 == nil { $0 = result } }
  }

  func response() throws -> HTTPResponse {
    guard let result = held.withLock({ $0 }) else { throw MissingResponse() }
    return try result.get()
  }
}
