/// A sender of endpoint requests: a client or its replacement in tests.
///
/// The generated `TodosAPI` calls this protocol, so a shared contract does not depend on a client engine.
public protocol EndpointCaller: Sendable {
  /// Sends a request and returns the response with its whole body.
  ///
  /// - Parameter request: the request; its target is relative to the caller's base URL.
  /// - Throws: ``ClientError`` when no response is received.
  nonisolated(nonsending) func send(_ request: HTTPRequest, for operation: APIOperation) async throws -> HTTPResponse
}

extension EndpointCaller {
  /// Calls an endpoint and returns its result.
  ///
  /// The request is encoded and the result is decoded on the actor of the caller. The functions that `@API` generates leave
  /// the actor.
  ///
  /// - Throws: a failure that the endpoint declares, otherwise ``ClientError``.
  public nonisolated(nonsending) func call<Request, Response>(
    _ endpoint: Endpoint<Request, Response>, _ input: Request
  ) async throws -> Response {
    let operation = endpoint.operation
    let codec = endpoint.codec
    return try codec.result(of: await send(operation.request(for: input), for: operation), for: operation)
  }

  /// Calls an endpoint without inputs and returns its result.
  ///
  /// - Throws: a failure that the endpoint declares, otherwise ``ClientError``.
  public nonisolated(nonsending) func call<Response>(_ endpoint: Endpoint<Empty, Response>) async throws -> Response {
    try await call(endpoint, Empty())
  }
}

// Members of the operation and the codec, which are objects. A function of an endpoint would look up its type at run time.

extension APIOperation {
  /// Returns the request with the encoded `input`.
  ///
  /// - Throws: ``ClientError`` when a value cannot be encoded.
  func request<Input: EndpointRequest>(for input: Input) throws(ClientError) -> HTTPRequest {
    do {
      var encoder = RequestEncoder(for: self)
      try input.encode(into: &encoder)
      return try (consume encoder).finish()
    } catch {
      throw ClientError(.invalidInput, stage: .encode, Self.reason(of: error), operation: self, cause: error)
    }
  }

  /// Returns the description of an encoding error without the value, which may be a secret.
  private static func reason(of error: any Error) -> String {
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
      // A contract may declare failures in addition to an alternative result, which has another status.
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
