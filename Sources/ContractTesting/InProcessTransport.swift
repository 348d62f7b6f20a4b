public import ContractClient
public import ContractServer

/// A transport that passes requests to a server's routes without sockets: through encoding, routing, checks, decoding,
/// the handler, and back.
///
/// Interrupted streams, and streams that are shorter or longer than announced, are reported as on a server. A call that
/// is cancelled, or whose timeout expires, ends at once, and its handler is cancelled. Other framing, the timeouts of a
/// server and head limits need a connection and are not exercised. Idle timeouts of a client are not exercised either.
/// Redirects may lead to other hosts, so they are returned as responses and not followed. Use ``withServer(_:_:)`` to
/// test all of these.
public struct InProcessTransport: ClientTransport {
  private let pipeline: RequestPipeline

  /// Creates a transport to the routes of `server`, which need not be started.
  ///
  /// - Throws: ``RouteConflict`` when routes conflict.
  public init(_ server: Server) throws {
    self.pipeline = try server.pipeline()
  }

  /// Sends a request. Only the path and query of its URL are used.
  ///
  /// - Throws: ``ClientError`` when the response body exceeds the limit of `options`, when the call is cancelled, or when
  ///   there is no complete response within the timeout of `options`. The handler is then cancelled.
  public func send(_ request: HTTPRequest, options: TransportOptions) async throws -> HTTPResponse {
    try await exchange(request, options) { try await options.collectBody(of: &$0) }
  }

  /// Sends a request and returns the response once the service produces it. The body is streamed as the service writes
  /// it, with any length or without an end. An interrupted body throws `lostConnection`, as over a network.
  ///
  /// - Throws: ``ClientError`` with the code `transport` when the stream of the request body throws an error, or does not
  ///   have its announced length; when that length is negative; when the call is cancelled; or when there is no response
  ///   within the timeout of `options`. The handler is then cancelled.
  public func stream(_ request: HTTPRequest, options: TransportOptions) async throws -> HTTPResponse {
    try await exchange(request, options) { _ in }
  }

  /// Calls the service in a separate task, because a handler may ignore its cancellation.
  ///
  /// - Parameter finish: Called with the response as part of the call.
  private func exchange(
    _ request: HTTPRequest, _ options: TransportOptions,
    _ finish: @escaping @Sendable (inout HTTPResponse) async throws -> Void
  ) async throws -> HTTPResponse {
    guard case .stream(let content) = request.body else {
      return try await LocalCall.run(timeout: options.timeout) {
        var response = try await respond(to: request, sending: nil)
        try await finish(&response)
        return response
      }
    }
    if let length = content.length, length < 0 {
      throw ClientError(.invalidInput, stage: .encode, "the length of the request body is negative")
    }
    let sent = SentStream(content)
    var received = request
    received.body = .stream(sent.received)
    let message = received
    let hasProgress: (@Sendable () -> Bool)? = options.waitsForUpload ? { @Sendable in sent.takeProgress() } : nil
    return try await LocalCall.run(timeout: options.timeout, hasProgress: hasProgress) {
      do {
        var response = try await respond(to: message, sending: sent)
        // If sending the body failed, the call fails even if the service has responded: over a network, the connection
        // would be lost.
        if let failure = sent.failure { throw failure }
        try await finish(&response)
        return response
      } catch {
        throw sent.failure ?? error
      }
    }
  }

  private func respond(to request: HTTPRequest, sending sent: SentStream?) async throws -> HTTPResponse {
    var response = try await pipeline.exchange(request)
    if case .stream(let stream) = response.body { response.body = .stream(Self.breakingOff(stream, sending: sent)) }
    return response
  }

  /// Returns a stream that throws errors like the transport of a client. It also fails if sending the request body
  /// fails.
  private static func breakingOff(_ stream: ByteStream, sending sent: SentStream?) -> ByteStream {
    stream.passing {
      try await LocalCall.run(timeout: nil) {
        do {
          let chunk = try await stream.next()
          if let failure = sent?.failure { throw failure }
          return chunk
        } catch {
          throw sent?.failure ?? clientError(error)
        }
      }
    }
  }

  private static func clientError(_ error: any Error) -> ClientError {
    switch error {
    case let error as ClientError: error
    case is CancellationError: ClientError.cancelledTask
    default:
      ClientError(
        .lostConnection, stage: .exchange, "the connection was lost before the end of the response", cause: error)
    }
  }

  /// Sends a request that opens a WebSocket. Its messages are passed in memory, with the limits of both ends.
  public func upgrade(_ request: HTTPRequest, options: TransportOptions) async throws -> HTTPResponse {
    var request = request
    // The key in the example of RFC 6455 §1.3. Between two ends in one process, a key proves nothing.
    request.fields["Sec-WebSocket-Key"] = "dGhlIHNhbXBsZSBub25jZQ=="
    return try await send(request, options: options)
  }
}

extension Server {
  /// A client that calls this server's routes in the same process, without sockets.
  ///
  /// ```swift
  /// let todos = TodosAPI(server.inProcess)
  /// ```
  ///
  /// The server need not be started. If routes conflict, each call throws a `ClientError` with the conflict as its
  /// cause.
  public var inProcess: APIClient {
    do {
      return APIClient(baseURL: "http://in-process", transport: try InProcessTransport(self))
    } catch {
      let failure = ClientError(.transport, stage: .connect, "\(error)", cause: error)
      return APIClient(baseURL: "http://in-process", transport: ScriptedTransport { _ in throw failure })
    }
  }
}

extension RouteCollection {
  /// A client that calls these routes in the same process, without sockets.
  ///
  /// ```swift
  /// let todos = TodosAPI(TodosRoutes(service).inProcess)
  /// ```
  public var inProcess: APIClient {
    Server(port: 0) { self }.inProcess
  }
}
