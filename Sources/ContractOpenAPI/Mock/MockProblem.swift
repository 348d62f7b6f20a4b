internal import Contract
internal import ContractHTTP

/// The problems of a mock (RFC 9457), in the format of this package's server.
enum MockProblem {
  static func response(_ status: HTTPStatus, _ detail: String, fields: HTTPFields = HTTPFields()) -> HTTPResponse {
    response(Problem(status, detail: detail, fields: fields))
  }

  /// Returns the response to a request with faults.
  static func response(_ status: HTTPStatus, _ findings: [RequestFinding]) -> HTTPResponse {
    response(problem(status, findings))
  }

  /// Returns the problem of a request with faults.
  static func problem(_ status: HTTPStatus, _ findings: [RequestFinding]) -> Problem {
    let errors = findings.map { finding in
      InputFailure(
        ParameterLocation(rawValue: finding.location) ?? .body, finding.name, code(of: finding.fault), expected: nil,
        message: finding.description)
    }
    return Problem(status, detail: errors.first?.message, errors: errors)
  }

  private static func code(of fault: RequestFinding.Fault) -> InputFailure.Code {
    switch fault {
    case .missing: .missing
    case .repeated: .repeated
    case .syntax: .syntax
    case .invalid, .mediaType: .invalid
    }
  }

  static func response(_ problem: Problem) -> HTTPResponse {
    (try? problem.response()) ?? HTTPResponse(problem.status)
  }
}
