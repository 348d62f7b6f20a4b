internal import Contract

/// Remembers answers in this process: for a time, up to a number of keys and of bytes. The oldest answers go first; a key
/// whose request is being carried out stays.
public final class MemoryIdempotencyStore: IdempotencyStore {
  private struct Entry: Sendable {
    let fingerprint: String
    /// Tells this use of the key from an earlier one.
    let number: Int
    var answer: StoredAnswer?
    var bytes = 0
  }

  private struct State {
    var entries: [String: Entry] = [:]
    /// Finished keys, the oldest first, from `first` on.
    var finished: [(key: String, number: Int, time: Int64)] = []
    var first = 0
    var bytes = 0
    var count = 0
  }

  private let maxKeys: Int
  private let maxBytes: Int
  private let lifetime: Int64
  private let time: TimeSource
  private let state = Lock(State())

  /// A store with these bounds.
  ///
  /// - Parameters:
  ///   - maxKeys: how many keys are remembered.
  ///   - maxBytes: how many bytes of answers are remembered.
  ///   - lifetime: how long an answer is remembered.
  public convenience init(maxKeys: Int = 10_000, maxBytes: Int = 64 << 20, lifetime: Duration = .seconds(86_400)) {
    self.init(maxKeys: maxKeys, maxBytes: maxBytes, lifetime: lifetime, time: .system)
  }

  package init(maxKeys: Int, maxBytes: Int, lifetime: Duration, time: TimeSource) {
    self.maxKeys = max(1, maxKeys)
    self.maxBytes = maxBytes
    let (nanoseconds, overflow) = lifetime.components.seconds.multipliedReportingOverflow(by: 1_000_000_000)
    self.lifetime = overflow ? .max / 2 : nanoseconds + lifetime.components.attoseconds / 1_000_000_000
    self.time = time
  }

  /// Keys that are remembered now.
  public var keyCount: Int { state.withLock { $0.entries.count } }

  /// Claims a key.
  public func claim(_ key: String, fingerprint: String) -> IdempotencyClaim {
    let now = time.steady()
    return state.withLock { state in
      forgetExpired(&state, at: now)
      if let entry = state.entries[key] {
        guard entry.fingerprint == fingerprint else { return .mismatch }
        return entry.answer.map { .done($0) } ?? .inFlight
      }
      while state.entries.count >= maxKeys { guard forgetOldest(&state) else { return .full } }
      state.count += 1
      state.entries[key] = Entry(fingerprint: fingerprint, number: state.count)
      return .first
    }
  }

  /// Keeps an answer, or frees the key.
  public func finish(_ key: String, _ answer: StoredAnswer?) {
    let now = time.steady()
    state.withLock { state in
      guard var entry = state.entries[key], entry.answer == nil else { return }
      guard let answer else {
        state.entries[key] = nil
        return
      }
      entry.answer = answer
      entry.bytes = answer.content.count + answer.fields.reduce(0) { $0 + $1.value.rawValue.utf8.count + 32 }
      state.entries[key] = entry
      state.bytes += entry.bytes
      state.finished.append((key, entry.number, now))
      while state.bytes > maxBytes { guard forgetOldest(&state) else { break } }
    }
  }

  private func forgetExpired(_ state: inout State, at now: Int64) {
    while state.first < state.finished.count, now - state.finished[state.first].time >= lifetime {
      forgetOldest(&state)
    }
  }

  @discardableResult
  private func forgetOldest(_ state: inout State) -> Bool {
    guard state.first < state.finished.count else { return false }
    let (key, number, _) = state.finished[state.first]
    state.first += 1
    if state.first > 1024, state.first > state.finished.count / 2 {
      state.finished.removeFirst(state.first)
      state.first = 0
    }
    if let entry = state.entries[key], entry.number == number {
      state.bytes -= entry.bytes
      state.entries[key] = nil
    }
    return true
  }
}
