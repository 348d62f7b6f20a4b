internal import ContractLoop

/// Answers that are written and wait for the handlers behind them, so that they leave together.
///
/// What the kernel does to send displaces the handlers' code from the processor's nearest cache. Between handlers that run
/// right behind each other nothing is sent; what they have answered leaves behind the last of them, or when the first has
/// waited long enough.
struct HeldAnswers {
  /// An answer, with a reference to its connection that whoever takes it out gets.
  struct Answer {
    // SAFETY: retained by who holds the answer, and released by who takes it out, each once.
    let connection: Unmanaged<Connection>
    /// Where it ends in the loop's output; it begins where the one before it ends.
    let end: Int
  }

  /// How long an answer waits for others, apart from the handler that runs then, in nanoseconds.
  static let maxWait: Int64 = 100_000
  /// Where handlers take long, what the kernel displaces is nothing beside them, and answers should not wait for them: so many
  /// leave at once after a handler that took longer than `maxWait`.
  static let pause = 1000
  /// As many bytes leave, whoever is still at work.
  static let maxBytes = EngineSettings.highWatermark

  private var answers: [Answer] = []
  private var since = LoopInstant.distantFuture
  private var last = LoopInstant.distantFuture
  /// How many answers leave at once before others are held.
  private var left = 0
  private let maxWait: Int64

  /// - Parameter maxWait: ``maxWait``, which tests change.
  init(maxWait: Int64) { self.maxWait = maxWait }

  @inline(__always) var isEmpty: Bool { answers.isEmpty }

  /// True when an answer may be held.
  @inline(__always)
  mutating func mayHold() -> Bool {
    if left == 0 { return true }
    left -= 1
    return false
  }

  /// Adds the answer of a connection.
  ///
  /// - Parameters:
  ///   - end: where it ends in the loop's output.
  ///   - isLast: true when no handler waits that could run before it leaves.
  /// - Returns: true when it is time for all of them to leave.
  mutating func add(_ connection: Connection, endingAt end: Int, isLast: Bool, at now: @autoclosure () -> LoopInstant)
    -> Bool
  {
    answers.append(Answer(connection: .passRetained(connection), end: end))
    if isLast { return true }
    let now = now()
    if answers.count == 1 { since = now } else { lookAtHandler(now) }
    last = now
    return end >= Self.maxBytes || since.advanced(byNanoseconds: maxWait) < now
  }

  /// Begins a pause when the handler behind the last answer took long.
  private mutating func lookAtHandler(_ now: LoopInstant) {
    if last.advanced(byNanoseconds: maxWait) < now { left = Self.pause }
  }

  /// All of them, for which the caller is responsible now; what was given back is used again.
  mutating func take(at now: LoopInstant) -> [Answer] {
    // The last handler may have been the one, and it adds nothing here when its answer is a stream or long.
    lookAtHandler(now)
    var taken: [Answer] = []
    swap(&taken, &answers)
    return taken
  }

  /// Gives the memory of what was taken back.
  mutating func reuse(_ taken: consuming [Answer]) {
    guard answers.isEmpty else { return }
    taken.removeAll(keepingCapacity: true)
    answers = taken
  }
}
