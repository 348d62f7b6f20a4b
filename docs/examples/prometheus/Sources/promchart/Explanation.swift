internal import ContractClient
internal import Prometheus

/// The message of an error for the user, and the exit status of the program.
struct Explanation: Hashable {
  var text: String
  var exitCode: ExitCode

  init(_ error: PrometheusError, url: String) {
    switch error {
    case .declared(let refusal):
      text = "\(Self.words(refusal)): \(refusal.message.displayable)"
      exitCode = .failure
    case .other(let error):
      (text, exitCode) = Self.words(error, url)
    }
  }

  private static func words(_ refusal: PrometheusRefusal) -> String {
    switch refusal {
    case .badData: "the server does not understand the query"
    case .execution: "the query cannot be evaluated"
    case .timeout: "the query takes too long; try a longer --step"
    case .canceled: "the server gave up the query"
    case .unavailable: "the server is not ready"
    case .notFound: "the server has no such thing"
    case .notAcceptable: "the server cannot answer in JSON"
    case .internal: "the server failed"
    }
  }

  private static func words(_ error: ClientError, _ url: String) -> (String, ExitCode) {
    switch error.code {
    case .invalidBaseURL: ("`\(url)` is not a server's address: \(error.message)", .usage)
    case .unresolvedHost: ("cannot reach \(url): the host is not known", .unavailable)
    case .noConnection: ("cannot reach \(url): nothing accepts connections there", .unavailable)
    case .timeout: ("cannot reach \(url): no answer in time", .unavailable)
    case .lostConnection, .tls, .transport: ("cannot reach \(url): \(error.message)", .unavailable)
    case .unexpected where error.response?.status == .unauthorized:
      ("\(url) asks for credentials; set PROMETHEUS_TOKEN", .failure)
    case .unexpected where error.response != nil:
      ("\(url) does not answer as Prometheus does: \(error.message.displayable)", .failure)
    default: (error.message.displayable, .failure)
    }
  }
}
