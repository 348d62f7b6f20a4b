internal import ContractHTTP

/// The functions that routes use to read inputs and create responses.
extension ServerRequest {
  /// Returns the decoded inputs of an endpoint.
  ///
  /// - Throws: an error with all failures, to which the route responds with 400.
  public func input<Request: EndpointRequest>(_ type: Request.Type) throws -> Request {
    var decoder = RequestDecoder(self)
    return try decoder.input(type)
  }

  /// Returns the response with the result of an endpoint's function.
  ///
  /// - Throws: an error when the result cannot be encoded, or when it is a nil that means 304 without an
  ///   `If-None-Match`.
  public func response<Response>(_ result: Response, _ codec: ResponseCodec<Response>) throws -> HTTPResponse {
    var memory = MessageMemory.takeBody()
    let response = try codec.encode(result, operation, &memory)
    return operation.evaluatesEntityTags ? try conditional(response) : response
  }

  /// Returns the response to an error in the request's inputs, for which the client is responsible; nil for other
  /// errors.
  private func refusal(of error: any Error) throws -> HTTPResponse? {
    if let refused = error as? RefusedInputs { return refused.response }
    if let refused = error as? RefusedContent { return try refused.problem.response() }
    guard let error = error as? ChecksumError, operation.hasChecksum else { return nil }
    return try Problem(.badRequest, detail: error.description).response()
  }

  /// Returns the response to an error of a route's handler: 400 for invalid inputs, the declared status for a declared error.
  ///
  /// A handler that reads a stream throws the error of an invalid line or checksum itself, perhaps in a ``CallFailure``.
  ///
  /// - Throws: any other error, without its wrapper. The server reports it and responds with 500.
  package func response(to error: any Error) throws -> HTTPResponse {
    let error = (error as? any ErrorWrapper)?.wrapped ?? error
    if let refusal = try refusal(of: error) { return refusal }
    guard let failure = error as? any APIFailure, operation.declares(type(of: failure)) else { throw error }
    return try Problem(failure, options: operation.wire.json).response()
  }

  /// Returns an error that ends a streamed response, without its wrapper; nil if the client is responsible for it.
  package func fault(in error: any Error) -> (any Error)? {
    let error = (error as? any ErrorWrapper)?.wrapped ?? error
    return (try? refusal(of: error)) == nil ? error : nil
  }
}
