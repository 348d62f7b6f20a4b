public import Contract
internal import ContractHTTP

/// How a fluent call is made, and what it brings: `client.call(.http, as: .decodable)`.
///
/// ```swift
/// extension ClientCaller where Received == [HTTPResponse] {
///   /// Follows `Link: <…>; rel="next"`.
///   static var pages: ClientCaller { ClientCaller { call in … } }
/// }
/// ```
public struct ClientCaller<Received: Sendable>: Sendable {
  let receive: @Sendable (OutgoingCall) async throws -> Received

  /// A caller of one's own.
  public init(_ receive: @escaping @Sendable (OutgoingCall) async throws -> Received) {
    self.receive = receive
  }

  /// The same caller, with what it brings made into something else.
  public func map<Other: Sendable>(_ transform: @escaping @Sendable (Received) throws -> Other) -> ClientCaller<Other> {
    ClientCaller<Other> { try transform(try await receive($0)) }
  }
}

extension ClientCaller<HTTPResponse> {
  /// Sends the request and waits for the whole response.
  public static var http: ClientCaller { ClientCaller { try await $0.send() } }

  /// Sends nothing; this is the response.
  public static func mock(_ response: HTTPResponse) -> ClientCaller { ClientCaller { _ in response } }

  /// Sends nothing; a closure answers the request, which is complete but for middleware and credentials.
  public static func mock(
    _ answer: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse
  ) -> ClientCaller {
    ClientCaller { try await answer(try $0.completeRequest()) }
  }
}

extension ClientCaller<StreamedResponse> {
  /// Sends the request, waits for the head of the response, and lets its content be pulled. A response that is no success
  /// is thrown, with up to 64 KiB of its content, as far as that comes within the time of the call.
  public static var stream: ClientCaller {
    ClientCaller { call in
      let start = call.configuration.clock.now()
      return StreamedResponse(try await call.success(try await call.stream(), since: start), of: call)
    }
  }
}

extension OutgoingCall {
  /// A response whose content is pulled, when it is a success.
  ///
  /// - Parameter start: when the call has begun.
  /// - Throws: any other, with the beginning of its content.
  func success(_ response: HTTPResponse, since start: Int64) async throws -> HTTPResponse {
    if configuration.validator.accepts(response) { return response }
    let clock = configuration.clock
    let left = max(.zero, timeout - .nanoseconds(clock.now() - start))
    do {
      return try validated(await response.held(upTo: 64 * 1024, within: left, on: clock))
    } catch is CancellationError {
      throw ClientError(.cancelled, stage: .exchange, "the task was cancelled", operation: operation)
    }
  }
}

extension HTTPResponse {
  /// The response with the first bytes of its content in memory: as many as come within the time.
  fileprivate func held(upTo maxBytes: Int, within time: Duration, on clock: ClientClock) async throws -> HTTPResponse {
    guard case .stream(let stream) = body else { return self }
    let held = Lock<[UInt8]>([])
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        var missing = maxBytes
        do {
          while missing > 0, let piece = try await stream.next() {
            held.withLock { $0 += piece.prefix(missing) }
            missing -= piece.count
          }
        } catch {
          // The status says more than the end of a connection behind it.
          try Task.checkCancellation()
        }
      }
      group.addTask { try await clock.alarm(time) }
      defer { group.cancelAll() }
      try await group.next()
    }
    let bytes = held.withLock { $0 }
    var response = self
    response.body = bytes.isEmpty ? .empty : .bytes(bytes)
    return response
  }

  /// The content, when it is in memory.
  var contentBytes: [UInt8] {
    if case .bytes(let bytes) = body { bytes } else { [] }
  }
}
