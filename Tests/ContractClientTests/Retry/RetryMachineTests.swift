import Contract
import ContractCurl
import ContractHTTP
import Testing

@testable import ContractClient

@Suite("Retry decisions")
struct RetryMachineTests {
  private static func response(_ status: HTTPStatus, _ retryAfter: HTTPFieldValue? = nil) -> Result<
    HTTPResponse, any Error
  > {
    .success(HTTPResponse(status, fields: retryAfter.map { ["Retry-After": $0] } ?? [:]))
  }

  private static func failure(_ code: ClientError.Code) -> Result<HTTPResponse, any Error> {
    .failure(ClientError(code, stage: .exchange, "no"))
  }

  struct Row: Sendable {
    var name: String
    var result: Result<HTTPResponse, any Error>
    var facts: RetryMachine.Facts
    var expected: RetryMachine.Decision
  }

  private static let facts = RetryMachine.Facts(
    isIdempotent: true, isReplayable: true, remaining: .seconds(30), random: 0.5, wall: TestClock.start)

  private static func row(
    _ name: String, _ result: Result<HTTPResponse, any Error>, _ expected: RetryMachine.Decision,
    _ change: (inout RetryMachine.Facts) -> Void = { _ in }
  ) -> Row {
    var facts = facts
    change(&facts)
    return Row(name: name, result: result, facts: facts, expected: expected)
  }

  static let rows: [Row] = [
    row("success", response(.ok), .stop(.settled)),
    row("503", response(.serviceUnavailable), .wait(.milliseconds(50))),
    row("429", response(.tooManyRequests), .wait(.milliseconds(50))),
    row("502", response(.badGateway), .wait(.milliseconds(50))),
    row("504", response(.gatewayTimeout), .wait(.milliseconds(50))),
    row("408", response(.requestTimeout), .wait(.milliseconds(50))),
    row("500", response(.internalServerError), .stop(.noRule)),
    row("409 of a key in flight", response(.conflict, "1"), .wait(.milliseconds(1050))),
    row("409", response(.conflict), .stop(.noRule)),
    row("404", response(.notFound), .stop(.noRule)),
    row("no connection", failure(.noConnection), .wait(.milliseconds(50))),
    row("lost connection", failure(.lostConnection), .wait(.milliseconds(50))),
    row("unresolved host", failure(.unresolvedHost), .wait(.milliseconds(50))),
    row("timeout", failure(.timeout), .wait(.milliseconds(50))),
    row("another failure of the transport", failure(.transport), .wait(.milliseconds(50))),
    row("stopped transport", .failure(ClientError(TransferFailure.engineStopped)), .stop(.noRule)),
    row(
      "broken request body", .failure(ClientError(TransferFailure(.requestBodyFailed, "no"))), .stop(.noRule)),
    row("certificate", failure(.tls), .stop(.noRule)),
    row("malformed", failure(.malformedResponse), .stop(.noRule)),
    row("cancelled", failure(.cancelled), .stop(.noRule)),
    row("breaker", failure(.circuitOpen), .stop(.noRule)),
    row("not idempotent", response(.serviceUnavailable), .stop(.notIdempotent)) { $0.isIdempotent = false },
    row("not replayable", response(.serviceUnavailable), .stop(.notReplayable)) { $0.isReplayable = false },
    row("no time", response(.serviceUnavailable), .stop(.noTime)) { $0.remaining = .milliseconds(50) },
    row(
      "Retry-After in seconds, with jitter", response(.serviceUnavailable, "3"),
      .wait(.milliseconds(3150))),
    row("Retry-After in seconds, without jitter", response(.serviceUnavailable, "3"), .wait(.seconds(3))) {
      $0.random = 0
    },
    row("Retry-After that leaves little time", response(.serviceUnavailable, "3"), .wait(.milliseconds(3025))) {
      $0.remaining = .milliseconds(3100)
    },
    row(
      "Retry-After with a date", response(.tooManyRequests, "Thu, 01 Jan 2026 00:00:05 GMT"), .wait(.milliseconds(5250))
    ),
    row(
      "Retry-After that has passed", response(.tooManyRequests, "Wed, 31 Dec 2025 23:00:00 GMT"),
      .wait(.milliseconds(50))),
    row("Retry-After shorter than the back-off", response(.tooManyRequests, "0"), .wait(.milliseconds(50))),
    row("an invalid Retry-After", response(.tooManyRequests, "soon"), .wait(.milliseconds(50))),
    row("Retry-After beyond the maximum", response(.tooManyRequests, "61"), .stop(.retryAfterTooLong)) {
      $0.remaining = .seconds(600)
    },
    row(
      "Retry-After beyond every integer type", response(.tooManyRequests, "99999999999999999999999"),
      .stop(.retryAfterTooLong)
    ) {
      $0.remaining = .seconds(600)
    },
    row("Retry-After beyond the call's timeout", response(.tooManyRequests, "31"), .stop(.noTime)),
  ]

  @Test("A decision depends on the outcome of the attempt and the facts about the call", arguments: rows.indices)
  func table(index: Int) {
    let row = Self.rows[index]
    var machine = RetryMachine(RetryPolicy([.init()]))
    let decision = machine.decide(AttemptOutcome(row.result, attempt: 1), row.facts)
    #expect(decision == row.expected, "\(row.name)")
  }

  @Test("A cancelled attempt is not retried, whatever the condition")
  func cancelled() {
    for result in [Self.failure(.cancelled), .failure(CancellationError())] {
      var machine = RetryMachine(RetryPolicy([.init(RetryCondition { _ in true })]))
      let decision = machine.decide(AttemptOutcome(result, attempt: 1), Self.facts)
      #expect(decision == .stop(.settled))
    }
  }

  @Test("The backoff grows until the retry limit")
  func limit() {
    var machine = RetryMachine(
      RetryPolicy([.init(limit: 3, backoff: .exponential(initial: .seconds(1), max: .seconds(3), jitter: .none))]))
    let decisions = (1...4).map { machine.decide(AttemptOutcome(Self.response(.badGateway), attempt: $0), Self.facts) }
    #expect(decisions == [.wait(.seconds(1)), .wait(.seconds(2)), .wait(.seconds(3)), .stop(.limit)])
  }

  @Test("The last matching rule decides, and each rule has its own count")
  func stacking() {
    let policy = RetryPolicy([
      .init(.transient, limit: 1, backoff: .constant(.seconds(1))),
      .init(.statuses(429), limit: 2, backoff: .constant(.seconds(2))),
      .init(.statuses(429) && RetryCondition { $0.attempt > 5 }, limit: 9, backoff: .none),
    ])
    var machine = RetryMachine(policy)
    let statuses: [HTTPStatus] = [429, 503, 429, 503, 429]
    let decisions = statuses.enumerated().map { index, status in
      machine.decide(AttemptOutcome(Self.response(status), attempt: index + 1), Self.facts)
    }
    #expect(
      decisions == [.wait(.seconds(2)), .wait(.seconds(1)), .wait(.seconds(2)), .stop(.limit), .stop(.limit)])
    #expect(machine.decide(AttemptOutcome(Self.response(429), attempt: 6), Self.facts) == .wait(.zero))
  }

  @Test("A non-idempotent call is retried only if nothing was sent and the rule allows it")
  func unsent() {
    var facts = Self.facts
    facts.isIdempotent = false
    var rule = RetryPolicy.Rule(.noConnection || .transient, backoff: .none)
    let unsent = AttemptOutcome(.failure(ClientError(.noConnection, stage: .connect, "no")), attempt: 1)
    let lost = AttemptOutcome(Self.failure(.lostConnection), attempt: 1)
    var strict = RetryMachine(RetryPolicy([rule]))
    #expect(strict.decide(unsent, facts) == .stop(.notIdempotent))
    rule.repeatsUnsent = true
    var lenient = RetryMachine(RetryPolicy([rule]))
    #expect(lenient.decide(unsent, facts) == .wait(.zero))
    #expect(lenient.decide(lost, facts) == .stop(.notIdempotent))
  }

  @Test("Retries spend the budget, and successes refill it")
  func budget() {
    var machine = RetryMachine(RetryPolicy([.init(limit: 9, backoff: .none)]))
    var tokens = RetryTokens(capacity: 2, ratio: 0.5)
    let outcome = AttemptOutcome(Self.response(.badGateway), attempt: 1)
    #expect(machine.decide(outcome, Self.facts) { tokens.spend() } == .wait(.zero))
    #expect(machine.decide(outcome, Self.facts) { tokens.spend() } == .wait(.zero))
    #expect(machine.decide(outcome, Self.facts) { tokens.spend() } == .stop(.budget))
    tokens.earn()
    #expect(machine.decide(outcome, Self.facts) { tokens.spend() } == .stop(.budget))
    tokens.earn()
    #expect(machine.decide(outcome, Self.facts) { tokens.spend() } == .wait(.zero))
    for _ in 0..<10 { tokens.earn() }
    let spent = (0..<3).map { _ in tokens.spend() }
    #expect(spent == [true, true, false])
  }

  @Test("Each kind of backoff and jitter results in the expected delay")
  func jitter() {
    let rows: [(Backoff.Jitter, Double, Duration)] = [
      (.none, 0.9, .seconds(10)), (.full, 0, .zero), (.full, 0.75, .seconds(7.5)), (.equal, 0, .seconds(5)),
      (.equal, 0.5, .seconds(7.5)), (.proportional(0.2), 0, .seconds(8)), (.proportional(0.2), 0.5, .seconds(10)),
      (.proportional(7), 0, .zero),
    ]
    for (jitter, random, expected) in rows {
      #expect(Backoff.constant(.seconds(10), jitter: jitter).delay(before: 1, random: random) == expected)
    }
    let exponential = Backoff.exponential(initial: .milliseconds(100), factor: 3, max: .seconds(1), jitter: .none)
    let delays = [1, 2, 3, 4, 1000, .max].map { exponential.delay(before: $0, random: 0) }
    #expect(delays == [100, 300, 900, 1000, 1000, 1000].map { .milliseconds($0) })
    #expect(Backoff.custom { .seconds($0) }.delay(before: 4, random: 0) == .seconds(4))
    #expect(Backoff.none.delay(before: 4, random: 0.5) == .zero)
  }
}
