internal import Contract
internal import Terminal
internal import TodoContract

/// The message of an error for the user, and the exit status of the program.
struct Explanation: Hashable, Sendable {
  var text: String
  var exitCode: ExitCode

  /// Explains an error of a call to the server at `url`.
  init(_ error: any Error, url: String) {
    switch error {
    case TodoError.notFound(let id):
      self.init(text: "no todo has the number \(id)", exitCode: .failure)
    case TodoError.invalid(let problems):
      self.init(text: Self.refusal(problems.map { "\($0.name) \($0.reason)" }), exitCode: .failure)
    case let error as ClientError:
      self.init(error, url: url)
    default:
      self.init(text: "\(error)", exitCode: .failure)
    }
  }

  private init(_ error: ClientError, url: String) {
    switch error.code {
    case .invalidBaseURL:
      self.init(text: "`\(url)` is not a server's address: \(error.message)", exitCode: .usage)
    case .invalidInput:
      self.init(text: error.message, exitCode: .usage)
    case .unresolvedHost:
      self.init(text: "cannot reach \(url): the host is not known", exitCode: .unavailable)
    case .noConnection:
      self.init(text: "cannot reach \(url): nothing accepts connections there", exitCode: .unavailable)
    case .timeout:
      self.init(text: "cannot reach \(url): no answer in time", exitCode: .unavailable)
    case .lostConnection, .tls:
      self.init(text: "cannot reach \(url): \(error.message)", exitCode: .unavailable)
    case .unexpected:
      self.init(text: Self.text(for: error), exitCode: .failure)
    default:
      self.init(text: error.message, exitCode: .failure)
    }
  }

  private init(text: String, exitCode: ExitCode) {
    self.text = text
    self.exitCode = exitCode
  }

  /// Returns the text for a response that the contract does not declare, such as a 400 of another version of the
  /// server.
  private static func text(for error: ClientError) -> String {
    if let response = error.response, response.status == .badRequest, let problem = ProblemContent(response) {
      return refusal(problem.messages)
    }
    return error.requestID.map { "\(error.message) (request \($0))" } ?? error.message
  }

  private static func refusal(_ reasons: [String]) -> String {
    (["the server refused the request:"] + reasons.map(\.displayable)).joined(separator: "\n  ")
  }
}
