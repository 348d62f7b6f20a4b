public import Contract
internal import ContractLoop
internal import Synchronization

/// A call of a client with all its attempts, passed to middleware together with the request.
public final class ClientCall: Sendable {
  /// The operation of a contract, or for a fluent call an operation named by its method and path, with `{1}` and so on
  /// in place of values: `GET /users/{1}`.
  public let operation: APIOperation
  /// The configuration of the client, including changes by the current task.
  public var configuration: ClientConfiguration { settings.values.configuration }
  /// The source location of a fluent call; nil for calls of contracts.
  public let location: CallLocation?
  /// The number of the call, unique in this process.
  public let number: Int

  // The settings are a single reference, because copying a configuration would copy its forty references.
  private let settings: ClientSettings
  /// The example of the result type of a fluent call, for environments with mocks.
  let example: CallExample?
  /// The deadline in nanoseconds of the client's clock.
  private let deadline: Atomic<Int64>
  private let attempts = Atomic(0)
  private let settled = Atomic(false)
  /// The call of which this object is a hedged attempt; nil for the call itself. It holds the state of the whole call.
  private let whole: ClientCall?
  /// The notifier of listeners; nil if there are no listeners, and the response is not shared with calls that may have
  /// some.
  let notifier: CallNotifier?

  private static let count = Atomic(0)

  /// Creates a call that begins now and belongs to no client.
  package convenience init(operation: APIOperation, configuration: ClientConfiguration) {
    self.init(operation: operation, settings: ClientSettings(.init(configuration: configuration)), location: nil)
  }

  /// Creates a call that begins now.
  init(operation: APIOperation, settings: ClientSettings, location: CallLocation?, example: CallExample? = nil) {
    self.example = example
    self.operation = operation
    self.settings = settings
    self.location = location
    self.whole = nil
    self.number = Self.count.add(1, ordering: .relaxed).newValue
    // A variable for the configuration would copy all its references.
    let clock = settings.values.configuration.clock
    let now = clock.now()
    self.deadline = Atomic(Self.deadline(of: operation, settings, from: now))
    self.notifier =
      settings.steps.isDisjoint(with: [.listeners, .sharing])
      ? nil : CallNotifier(settings.values.configuration.listeners, clock, start: now)
  }

  /// Creates one attempt of a call that may make several at once. The attempt gets its number now.
  private init(attemptOf whole: ClientCall) {
    self.operation = whole.operation
    self.settings = whole.settings
    self.location = whole.location
    self.number = whole.number
    self.example = whole.example
    self.notifier = whole.notifier
    self.deadline = Atomic(0)
    self.whole = whole
    attempts.store(whole.attempts.add(1, ordering: .relaxed).newValue, ordering: .relaxed)
  }

  private static func deadline(of operation: APIOperation, _ settings: ClientSettings, from now: Int64) -> Int64 {
    var timeout = settings.values.configuration.timeout
    if let own = operation.timeout { timeout = min(timeout, own) }
    if let left = InheritedDeadline.remaining { timeout = min(timeout, left) }
    let (sum, overflow) = now.addingReportingOverflow(timeout.loopNanoseconds)
    return overflow ? .max : sum
  }

  /// The number of the current attempt, from 1; 0 before the first. Hedged attempts run at the same time: the
  /// middleware and listeners of an attempt get the number of this attempt, and the middleware of the call gets that of
  /// the last attempt.
  public var attempt: Int { attempts.load(ordering: .relaxed) }

  /// The time until the deadline; zero after it.
  public var remainingTime: Duration {
    let deadline = (whole ?? self).deadline.load(ordering: .relaxed)
    return .nanoseconds(max(0, deadline - configuration.clock.now()))
  }

  /// Starts the whole timeout again, after an upload that did not count toward it.
  func restartTimeout() {
    let now = configuration.clock.now()
    (whole ?? self).deadline.store(Self.deadline(of: operation, settings, from: now), ordering: .relaxed)
  }

  /// Counts an attempt that begins.
  func beginAttempt() { attempts.add(1, ordering: .relaxed) }

  /// Counts an attempt that begins and may run at the same time as others. Returns the call as this attempt sees it.
  func beginHedgedAttempt() -> ClientCall { ClientCall(attemptOf: self) }

  /// True if another attempt would have the same result, regardless of the response.
  var isSettled: Bool { (whole ?? self).settled.load(ordering: .relaxed) }

  /// Prevents further attempts.
  func settle() { (whole ?? self).settled.store(true, ordering: .relaxed) }

  /// Returns the error of a call whose timeout has expired.
  ///
  /// - Parameter wait: The event that the call waited for, or would have to wait for; nil for a response.
  func timeoutError(waitingFor wait: String? = nil) -> ClientError {
    let attempt = (whole ?? self).attempt
    let attempts = attempt == 1 ? "1 attempt" : "\(attempt) attempts"
    let message =
      if let wait {
        "the timeout of the call leaves no time to wait for \(wait)" + (attempt == 0 ? "" : ", after \(attempts)")
      } else if attempt == 0 {
        "the timeout of the call expired before anything was sent"
      } else {
        "no response within the timeout of the call, after \(attempts)"
      }
    return ClientError(.timeout, stage: .exchange, message, operation: operation)
  }
}

/// A location in a program's source.
public struct CallLocation: Hashable, Sendable, CustomStringConvertible {
  /// The module and the file, such as `App/Users.swift`.
  public let fileID: String
  /// The line, counted from 1.
  public let line: Int
  /// The function.
  public let function: String

  /// Creates a location.
  public init(fileID: String, line: Int, function: String) {
    self.fileID = fileID
    self.line = line
    self.function = function
  }

  /// The file and the line, such as `App/Users.swift/72`.
  public var description: String { "\(fileID)/\(line)" }
}
