/// Sends the requests of endpoints: a client, or a stand-in for one.
///
/// `@API` generates `TodosAPI`, which talks to this protocol, so that a shared contract needs no client engine.
public protocol EndpointCaller: Sendable {
  /// Sends `request`, whose target is relative to the caller's base URL, and returns the response with its content in
  /// memory.
  ///
  /// - Throws: ``ClientError`` when there is no response.
  nonisolated(nonsending) func send(_ request: HTTPRequest, for operation: APIOperation) async throws -> HTTPResponse
}

extension EndpointCaller {
  /// Calls an endpoint and returns its result.
  ///
  /// The request is written and the result is read where the caller runs: called from an actor, on that actor. The functions
  /// that `@API` generates leave it.
  ///
  /// - Throws: a failure that the endpoint declares, else ``ClientError``.
  public nonisolated(nonsending) func call<Request, Response>(
    _ endpoint: Endpoint<Request, Response>, _ input: Request
  ) async throws -> Response {
    let operation = endpoint.operation
    let codec = endpoint.codec
    return try codec.result(of: await send(operation.request(for: input), for: operation), for: operation)
  }

  /// Calls an endpoint without inputs and returns its result.
  ///
  /// - Throws: a failure that the endpoint declares, else ``ClientError``.
  public nonisolated(nonsending) func call<Response>(_ endpoint: Endpoint<Empty, Response>) async throws -> Response {
    try await call(endpoint, Empty())
  }
}

// Of the operation and the codec, which are objects: a function of an endpoint would look up the endpoint's type.

extension APIOperation {
  /// The request that carries `input`.
  ///
  /// - Throws: ``ClientError`` when a value cannot travel.
  func request<Input: EndpointRequest>(for input: Input) throws(ClientError) -> HTTPRequest {
    do {
      var encoder = RequestEncoder(for: self)
      try input.encode(into: &encoder)
      return try (consume encoder).finish()
    } catch {
      throw ClientError(.invalidInput, stage: .encode, Self.reason(of: error), operation: self, cause: error)
    }
  }

  /// The description of an error of encoding, without the value, which may be a secret.
  private static func reason(of error: any Error) -> String {
    guard case EncodingError.invalidValue(_, let context) = error else { return "\(error)" }
    let path = context.codingPath.reduce("") { path, key in
      key.intValue.map { "\(path)[\($0)]" } ?? (path.isEmpty ? "" : path + ".") + key.stringValue
    }
    return (path.isEmpty ? "a value cannot be sent: " : "`\(path)` cannot be sent: ") + context.debugDescription
  }
}

extension ResponseCodec {
  /// The result that a response to an operation carries.
  ///
  /// - Throws: a failure that the operation declares, else ``ClientError``.
  func result(of response: HTTPResponse, for operation: APIOperation) throws -> Response {
    let isSuccess = operation.isSuccess(response.status)
    if isSuccess || takesEveryStatus {
      // Beside an alternative result, which has a status of its own, a contract may declare failures.
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
    throw ClientError(unexpected: response, for: operation)
  }
}
