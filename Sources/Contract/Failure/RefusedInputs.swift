extension RequestDecoder {
  /// Returns the response to a request with invalid inputs: 400, or 428 without a required ``IfMatch``, with all
  /// failures.
  public func refusal() -> HTTPResponse {
    RefusedInputs(failures: failures, lacksCondition: lacksCondition).response
  }
}

/// An error for a request with invalid inputs.
struct RefusedInputs: Error {
  /// The faults that the decoder recorded.
  let failures: [InputFailure]
  /// True if a required condition is absent.
  var lacksCondition = false

  /// The response with all failures: 428 without a required condition (RFC 6585 §3), otherwise 400.
  var response: HTTPResponse {
    let status: HTTPStatus = lacksCondition ? .preconditionRequired : .badRequest
    let problem = Problem(status, detail: failures.first?.message, errors: failures)
    return (try? problem.response()) ?? HTTPResponse(status)
  }
}
