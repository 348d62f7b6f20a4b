public import Contract
internal import ContractLoop
internal import Synchronization

/// One call of a client, with all its attempts, as middleware sees it beside the request itself.
public final class ClientCall: Sendable {
  /// The operation: that of a contract, or for a fluent call one named by its method and path, with `{1}` and so on where
  /// the path has values: `GET /users/{1}`.
  public let operation: APIOperation
  /// The configuration of the client, with what the task has changed.
  public var configuration: ClientConfiguration { settings.values.configuration }
  /// Where the call stands in the program; known for fluent calls.
  public let location: CallLocation?
  /// A number that no other call of this process has.
  public let number: Int

  // What is held of them is one reference: a configuration is forty.
  private let settings: ClientSettings
  /// The example of the result's type, for a fluent call in an environment that looks for it.
  let example: CallExample?
  /// When the call has to be over, in nanoseconds of the client's clock.
  package let deadline: Int64
  private let attempts = Atomic(0)
  private let settled = Atomic(false)
  /// Tells the listeners; nil without any.
  let watch: CallWatch?

  private static let count = Atomic(0)

  /// A call that begins now, of no client in particular.
  package convenience init(operation: APIOperation, configuration: ClientConfiguration) {
    self.init(operation: operation, settings: ClientSettings(.init(configuration: configuration)), location: nil)
  }

  /// A call that begins now.
  init(operation: APIOperation, settings: ClientSettings, location: CallLocation?, example: CallExample? = nil) {
    self.example = example
    self.operation = operation
    self.settings = settings
    self.location = location
    self.number = Self.count.add(1, ordering: .relaxed).newValue
    // A variable for the configuration would be a copy of all its references.
    let clock = settings.values.configuration.clock
    var timeout = settings.values.configuration.timeout
    if let own = operation.timeout { timeout = min(timeout, own) }
    if let left = InheritedDeadline.remaining { timeout = min(timeout, left) }
    let now = clock.now()
    let (sum, overflow) = now.addingReportingOverflow(timeout.loopNanoseconds)
    self.deadline = overflow ? .max : sum
    self.watch =
      settings.steps.contains(.listeners)
      ? CallWatch(settings.values.configuration.listeners, clock, start: now) : nil
  }

  /// The attempt that is being made: 1 for the first, 0 before it.
  public var attempt: Int { attempts.load(ordering: .relaxed) }

  /// The time that is left for the call; zero when it is over.
  public var remainingTime: Duration {
    .nanoseconds(max(0, deadline - configuration.clock.now()))
  }

  /// Another attempt begins.
  func beginAttempt() { attempts.add(1, ordering: .relaxed) }

  /// True when another attempt would come to the same, whatever this one's response says.
  var isSettled: Bool { settled.load(ordering: .relaxed) }

  /// No other attempt is worth making.
  func settle() { settled.store(true, ordering: .relaxed) }

  /// The error of a call whose time is over.
  ///
  /// - Parameter wait: what it has waited for, or would have to, if not for a response.
  func timeoutError(waitingFor wait: String? = nil) -> ClientError {
    let attempts = attempt == 1 ? "1 attempt" : "\(attempt) attempts"
    let message =
      if let wait {
        "the time of the call does not reach for \(wait)" + (attempt == 0 ? "" : ", after \(attempts)")
      } else if attempt == 0 {
        "the time of the call was over before anything was sent"
      } else {
        "no response within the time of the call, after \(attempts)"
      }
    return ClientError(.timeout, stage: .exchange, message, operation: operation)
  }
}

/// A place in a program's source.
public struct CallLocation: Hashable, Sendable, CustomStringConvertible {
  /// The module and the file, such as `App/Users.swift`.
  public let fileID: String
  /// The line, counted from 1.
  public let line: Int
  /// The function.
  public let function: String

  /// A place.
  public init(fileID: String, line: Int, function: String) {
    self.fileID = fileID
    self.line = line
    self.function = function
  }

  /// The file and the line, such as `App/Users.swift/72`.
  public var description: String { "\(fileID)/\(line)" }
}
