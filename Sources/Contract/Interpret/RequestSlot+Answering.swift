/// What generated routes do between a request and its answer.
extension RequestSlot {
  // SAFETY: who calls a route's handler has put a request of this class into the slot.
  package var serverRequest: ServerRequest {
    guard let request else { preconditionFailure("a route is called with a request") }
    return unsafeDowncast(request, to: ServerRequest.self)
  }

  /// The inputs of an endpoint.
  ///
  /// - Throws: an error for ``fail(_:)``, with everything that is wrong with them.
  @inlinable
  public func input<Request: EndpointRequest>(_ type: Request.Type) throws -> Request {
    var decoder = RequestDecoder(self)
    return try decoder.input(type)
  }

  /// Reads the request of an endpoint that has no inputs of its own.
  ///
  /// - Throws: an error for ``fail(_:)``, with everything that is wrong with the request.
  public func finish() throws {
    let request = serverRequest
    // All that can be wrong are constants of the path, which few have.
    if request.operation.path.constants.isEmpty { return }
    var decoder = RequestDecoder(request)
    try decoder.finish()
  }

  /// Answers with the result of the endpoint's function.
  ///
  /// - Throws: an error for ``fail(_:)`` when the result cannot be encoded.
  public func answer<Response>(_ result: Response, _ codec: ResponseCodec<Response>) throws {
    guard let request = unretainedRequest else { preconditionFailure("a route is called with a request") }
    var spare = takeSpare()
    // SAFETY: as above; the request is held until its route returns.
    let response = try request._withUnsafeGuaranteedRef {
      try codec.encode(result, unsafeDowncast($0, to: ServerRequest.self).operation, &spare)
    }
    deliver(keeping: response)
  }

  /// Answers to an error: to inputs at fault with 400, to a declared failure with its status, to any other one as the
  /// server does.
  public func fail(_ error: any Error) {
    do {
      deliver(try Self.answer(to: error, of: serverRequest.operation))
    } catch {
      deliver(answerTo: error)
    }
  }

  /// - Throws: an error that is not declared, without what stood for it.
  private static func answer(to error: any Error, of operation: APIOperation) throws -> HTTPResponse {
    if let refused = error as? RefusedInputs { return refused.response }
    let error = (error as? any ErrorWrapper)?.wrapped ?? error
    guard let failure = error as? any APIFailure, operation.declares(type(of: failure)) else { throw error }
    return try Problem(failure, options: operation.wire.json).response()
  }
}

/// Holds the answer of a route that was called without a connection.
final class HeldAnswer: ResponseSink {
  private let held = Lock<Result<HTTPResponse, any Error>?>(nil)

  func deliver(_ response: HTTPResponse, for serial: Int) -> HTTPBodyStream? {
    held.withLock { if $0 == nil { $0 = .success(response) } }
    return nil
  }

  /// Holds the error, which whoever has called the route answers to.
  func answer(to error: any Error, of request: AnyObject) -> HTTPResponse {
    held.withLock { if $0 == nil { $0 = .failure(error) } }
    return HTTPResponse(.internalServerError)
  }

  func response() throws -> HTTPResponse {
    guard let result = held.withLock({ $0 }) else { throw MissingAnswer() }
    return try result.get()
  }
}
