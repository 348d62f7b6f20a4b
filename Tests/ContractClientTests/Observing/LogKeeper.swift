import Contract
import ContractClient
import ContractHTTP

/// Stores log records.
final class LogKeeper: ClientLogSink {
  private let kept = Lock<[ClientLogRecord]>([])
  private let level: ClientLogLevel

  init(level: ClientLogLevel = .trace) { self.level = level }

  var records: [ClientLogRecord] { kept.withLock { $0 } }
  var text: String { records.map(\.message).joined(separator: "\n") }

  func takes(_ level: ClientLogLevel) -> Bool { level >= self.level }
  func log(_ record: ClientLogRecord) { kept.withLock { $0.append(record) } }
}

/// Stores the events of a listener, one line each.
final class EventKeeper: ClientListener {
  private let kept = Lock<[String]>([])
  private let outcomes = Lock<[ClientOutcome]>([])

  var events: [String] { kept.withLock { $0 } }
  var ended: [ClientOutcome] { outcomes.withLock { $0 } }

  private func add(_ event: String) { kept.withLock { $0.append(event) } }

  func started(_ request: HTTPRequest, in call: ClientCall) { add("started \(request.method) \(request.target)") }
  func sending(_ request: HTTPRequest, in call: ClientCall) {
    add("sending \(call.attempt)\(request.fields.contains(.authorization) ? " with credentials" : "")")
  }
  func redirected(_ redirect: ClientRedirect, in call: ClientCall) {
    add("redirected \(redirect.status.code) \(redirect.target)")
  }
  func head(_ response: HTTPResponse, in call: ClientCall) { add("head \(response.status.code)") }
  func repeating(_ repetition: ClientRepetition, in call: ClientCall) {
    add("repeating after \(repetition.outcome.attempt) in \(repetition.delay)")
  }
  func finished(_ outcome: ClientOutcome, in call: ClientCall) {
    outcomes.withLock { $0.append(outcome) }
    let what = outcome.errorName ?? outcome.response.map { "\($0.status.code)" } ?? "?"
    add(
      "finished \(what), \(outcome.attempts) attempts, \(outcome.responseBytes) bytes\(outcome.isComplete ? "" : ", incomplete")"
    )
  }
}
