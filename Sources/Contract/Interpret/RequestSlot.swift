internal import ContractHTTP

/// One request in a route's hands: its inputs, and the way its response takes.
///
/// Generated routes read their inputs from it and respond through it. Each request has its own slot, so a task that keeps
/// one longer than its route runs sees no other request. Its response then goes nowhere.
public final class RequestSlot: Sendable {
  /// The request.
  package let request: ServerRequest
  private let sink: any ResponseSink

  package init(_ request: consuming ServerRequest, to sink: consuming any ResponseSink) {
    self.request = request
    self.sink = sink
  }

  // MARK: Inputs

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
    // All that can be wrong are constants of the path, which few have.
    if request.operation.path.constants.isEmpty { return }
    var decoder = RequestDecoder(request)
    try decoder.finish()
  }

  // MARK: The response

  /// Responds with the result of the endpoint's function.
  ///
  /// - Throws: an error for ``fail(_:)`` when the result cannot be encoded.
  public func answer<Response>(_ result: Response, _ codec: ResponseCodec<Response>) throws {
    var memory = sink.takeMemory()
    var response = try codec.encode(result, request.operation, &memory)
    sink.send(response)
    var body = HTTPBody.empty
    swap(&body, &response.body)
    if case .bytes(let bytes) = consume body { sink.keepMemory(bytes) }
  }

  /// Responds to an error: to invalid inputs with 400, to a declared failure with its status, to any other one as the
  /// server does.
  public func fail(_ error: any Error) {
    do {
      sink.send(try Self.response(to: error, of: request.operation))
    } catch {
      sink.send(responseTo: error, of: request)
    }
  }

  /// Responds with a complete response.
  package func respond(_ response: HTTPResponse) { sink.send(response) }

  /// Responds to an error that the contract does not declare.
  package func respond(toUndeclared error: any Error) { sink.send(responseTo: error, of: request) }

  /// - Throws: an undeclared error, without its wrapper.
  private static func response(to error: any Error, of operation: APIOperation) throws -> HTTPResponse {
    if let refused = error as? RefusedInputs { return refused.response }
    let error = (error as? any ErrorWrapper)?.wrapped ?? error
    guard let failure = error as? any APIFailure, operation.declares(type(of: failure)) else { throw error }
    return try Problem(failure, options: operation.wire.json).response()
  }
}
