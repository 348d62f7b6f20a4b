/// A sender of endpoint requests: a client or its replacement in tests.
///
/// The generated `TodosAPI` calls this protocol, so a shared contract does not depend on a client engine.
public protocol EndpointCaller: Sendable {
  /// Sends a request and returns the response with its whole body. The body of a success is a stream if the operation's
  /// `streamsResult` is true.
  ///
  /// - Parameter request: the request; its target is relative to the caller's base URL.
  /// - Throws: ``ClientError`` when no response is received.
  nonisolated(nonsending) func send(_ request: HTTPRequest, for operation: APIOperation) async throws -> HTTPResponse

  /// The limits of streamed results, and the function that waits before a reconnection. Default: those of
  /// ``StreamOptions``.
  var streamOptions: StreamOptions { get }
}

extension EndpointCaller {
  /// The default options.
  public var streamOptions: StreamOptions { StreamOptions() }
}

extension EndpointCaller {
  /// Calls an endpoint and returns its result.
  ///
  /// The request is encoded and the result is decoded outside the caller's actor.
  ///
  /// - Throws: a failure that the endpoint declares, otherwise ``ClientError``.
  public nonisolated(nonsending) func call<Request, Response>(
    _ endpoint: Endpoint<Request, Response>, _ input: Request
  ) async throws -> Response {
    // Leaving the actor and returning to it here keeps two suspensions out of each generated function.
    try await callOutsideActor(endpoint, input)
  }

  @concurrent
  private func callOutsideActor<Request, Response>(
    _ endpoint: Endpoint<Request, Response>, _ input: Request
  ) async throws -> Response {
    let operation = endpoint.operation
    let codec = endpoint.codec
    if let decodeStream = codec.decodeStream {
      return try await stream(operation.request(for: input), for: operation, codec, decodeStream)
    }
    return try codec.result(of: await send(operation.request(for: input), for: operation), for: operation)
  }

  /// Sends a request whose result is a stream, which may repeat it.
  ///
  /// - Parameter inspect: inspects the response of each connection before it is decoded.
  nonisolated(nonsending) func stream<Response>(
    _ request: HTTPRequest, for operation: APIOperation, _ codec: ResponseCodec<Response>,
    _ decodeStream: (HTTPResponse, APIOperation, StreamCall) throws -> Response,
    inspect: @escaping @Sendable (HTTPResponse) throws -> Void = { _ in }
  ) async throws -> Response {
    let response = try await send(request, for: operation)
    try inspect(response)
    guard operation.isSuccess(response.status) else { return try codec.result(of: response, for: operation) }
    var call = StreamCall(options: streamOptions)
    let isIdempotent = request.method.isIdempotent || operation.idempotency != nil
    if isIdempotent, request.body.isRepeatable {
      call.reconnect = { lastEventID in
        try await send(request.resuming(after: lastEventID), for: operation)
      }
      call.inspect = inspect
    }
    do {
      return try decodeStream(response, operation, call)
    } catch let error as UnexpectedContent {
      throw ClientError(.unexpected, stage: .decode, error.reason, operation: operation, response: response)
    } catch let error as UnusableHeader {
      throw ClientError(decoding: error, in: response, for: operation)
    }
  }

  /// Calls an endpoint without inputs and returns its result.
  ///
  /// - Throws: a failure that the endpoint declares, otherwise ``ClientError``.
  public nonisolated(nonsending) func call<Response>(_ endpoint: Endpoint<Empty, Response>) async throws -> Response {
    try await call(endpoint, Empty())
  }
}

// These functions are members of the operation and the codec, which are objects. A function of the generic `Endpoint`
// would look up the endpoint's type at run time.

extension APIOperation {
  /// Returns the request with the encoded `input`.
  ///
  /// - Throws: ``ClientError`` when a value cannot be encoded.
  func request<Input: EndpointRequest>(for input: Input) throws(ClientError) -> HTTPRequest {
    do {
      var encoder = RequestEncoder(for: self)
      try encoder.write(input)
      return try (consume encoder).finish()
    } catch {
      throw ClientError(.invalidInput, stage: .encode, Self.reason(of: error), operation: self, cause: error)
    }
  }

  /// Returns the description of an encoding error without the value, which may be a secret.
  static func reason(of error: any Error) -> String {
    guard case EncodingError.invalidValue(_, let context) = error else { return "\(error)" }
    let path = context.codingPath.reduce("") { path, key in
      key.intValue.map { "\(path)[\($0)]" } ?? (path.isEmpty ? "" : path + ".") + key.stringValue
    }
    return (path.isEmpty ? "a value cannot be sent: " : "`\(path)` cannot be sent: ") + context.debugDescription
  }
}

extension ResponseCodec {
  /// Returns the decoded result of a response.
  ///
  /// - Throws: a failure that the operation declares, otherwise ``ClientError``.
  package func result(of response: HTTPResponse, for operation: APIOperation) throws -> Response {
    let isSuccess = operation.isSuccess(response.status)
    if isSuccess || takesEveryStatus {
      // A contract may declare failures in addition to an alternative result. Only a response with a status other than
      // the alternative's can be a failure.
      if !isSuccess, let alternative = alternativeStatus, response.status != alternative,
        let failure = operation.declaredFailure(in: response)
      {
        throw failure
      }
      do {
        return try decode(response, operation)
      } catch let error as UnexpectedContent {
        throw ClientError(.unexpected, stage: .decode, error.reason, operation: operation, response: response)
      } catch {
        if isSuccess { throw ClientError(decoding: error, in: response, for: operation) }
        throw ClientError(unexpected: response, misread: error, for: operation)
      }
    }
    if let failure = operation.declaredFailure(in: response) { throw failure }
    if let failure = operation.failedPrecondition(in: response) { throw failure }
    throw ClientError(unexpected: response, for: operation)
  }
}

extension HTTPRequest {
  /// Returns the request of the next connection to a stream of events.
  fileprivate func resuming(after lastEventID: String?) -> HTTPRequest {
    var request = self
    if case .stream(let stream) = body, let again = stream.replayed { request.body = .stream(again) }
    request.fields["Cache-Control"] = "no-store"
    // An empty id, or one that a header cannot carry, is not sent. Neither is the id that the first request has sent.
    if let lastEventID {
      request.fields["Last-Event-ID"] = lastEventID.isEmpty ? nil : HTTPFieldValue(lastEventID)
    }
    return request
  }
}

extension HTTPBody {
  /// True if the body can be sent again.
  fileprivate var isRepeatable: Bool {
    if case .stream(let stream) = self { stream.replayed != nil } else { true }
  }
}
