internal import Contract

/// Remembers answers in this process: for a time, up to a number of keys and of bytes, and up to a share of both for each
/// client, so that one client cannot push out the answers of all others. The oldest answers go first, those of the client
/// itself when its share is used up; a key whose request is being carried out stays.
///
/// A client is what stands before the first space of a key, as ``IdempotencyKeys`` makes them. Whoever can appear as many
/// clients, because an operation asks for no credentials, still competes for the whole.
public final class MemoryIdempotencyStore: IdempotencyStore {
  private struct Entry: Sendable {
    let fingerprint: String
    /// Tells this use of the key from an earlier one.
    let number: Int
    var answer: StoredAnswer?
    var bytes = 0
  }

  /// A finished use of a key.
  private struct Finished: Sendable {
    let key: String
    let number: Int
    let time: Int64
  }

  /// What one client has here.
  private struct Share: Sendable {
    var keys = 0
    var bytes = 0
    var finished = OldestFirst<Finished>()
  }

  private struct State {
    var entries: [String: Entry] = [:]
    var shares: [Substring: Share] = [:]
    /// All finished keys, those too that have been forgotten since.
    var finished = OldestFirst<Finished>()
    var bytes = 0
    var count = 0
  }

  private let maxKeys: Int
  private let maxBytes: Int
  private let maxClientKeys: Int
  private let maxClientBytes: Int
  private let lifetime: Int64
  private let time: TimeSource
  private let state = Lock(State())

  /// A store with these bounds.
  ///
  /// - Parameters:
  ///   - maxKeys: how many keys are remembered.
  ///   - maxBytes: how many bytes of answers are remembered.
  ///   - lifetime: how long an answer is remembered.
  ///   - clientShare: how much of both one client may have, from 0 to 1; at least one key.
  public convenience init(
    maxKeys: Int = 10_000, maxBytes: Int = 64 << 20, lifetime: Duration = .seconds(86_400), clientShare: Double = 0.1
  ) {
    self.init(maxKeys: maxKeys, maxBytes: maxBytes, lifetime: lifetime, clientShare: clientShare, time: .system)
  }

  package init(maxKeys: Int, maxBytes: Int, lifetime: Duration, clientShare: Double = 1, time: TimeSource) {
    self.maxKeys = max(1, maxKeys)
    self.maxBytes = max(0, maxBytes)
    let share = min(max(0, clientShare), 1)
    self.maxClientKeys = max(1, Int(Double(min(self.maxKeys, 1 << 50)) * share))
    self.maxClientBytes = Int(Double(min(self.maxBytes, 1 << 50)) * share)
    let (nanoseconds, overflow) = lifetime.components.seconds.multipliedReportingOverflow(by: 1_000_000_000)
    self.lifetime = overflow ? .max / 2 : nanoseconds + lifetime.components.attoseconds / 1_000_000_000
    self.time = time
  }

  /// Keys that are remembered now.
  public var keyCount: Int { state.withLock { $0.entries.count } }

  /// Claims a key.
  public func claim(_ key: String, fingerprint: String) -> IdempotencyClaim {
    let now = time.steady()
    let client = Self.client(of: key)
    return state.withLock { state in
      while let oldest = oldest(in: &state), now - oldest.time >= lifetime { forgetOldest(&state) }
      if let entry = state.entries[key] {
        guard entry.fingerprint == fingerprint else { return .mismatch }
        return entry.answer.map { .done($0) } ?? .inFlight
      }
      while state.shares[client, default: Share()].keys >= maxClientKeys {
        guard forgetOldest(&state, of: client) else { return .full }
      }
      while state.entries.count >= maxKeys { guard forgetOldest(&state) else { return .full } }
      state.count += 1
      state.entries[key] = Entry(fingerprint: fingerprint, number: state.count)
      state.shares[client, default: Share()].keys += 1
      return .first
    }
  }

  /// Keeps an answer, or frees the key.
  public func finish(_ key: String, _ answer: StoredAnswer?) {
    let now = time.steady()
    let client = Self.client(of: key)
    state.withLock { state in
      guard var entry = state.entries[key], entry.answer == nil else { return }
      guard let answer else { return remove(key, entry, from: &state) }
      entry.answer = answer
      entry.bytes = answer.content.count + answer.fields.reduce(0) { $0 + $1.value.rawValue.utf8.count + 32 }
      state.entries[key] = entry
      state.bytes += entry.bytes
      state.finished.append(Finished(key: key, number: entry.number, time: now))
      state.shares[client]?.bytes += entry.bytes
      state.shares[client]?.finished.append(Finished(key: key, number: entry.number, time: now))
      while state.shares[client].map({ $0.bytes > maxClientBytes }) == true, forgetOldest(&state, of: client) {}
      while state.bytes > maxBytes, forgetOldest(&state) {}
      if state.finished.count > 2 * state.entries.count + 1024 {
        state.finished.keep { state.entries[$0.key]?.number == $0.number }
      }
    }
  }

  private static func client(of key: String) -> Substring { key.prefix(toByte: " ") }

  /// The oldest finished key that is remembered still; it is the oldest of its client too.
  private func oldest(in state: inout State) -> Finished? {
    while let oldest = state.finished.first {
      if state.entries[oldest.key]?.number == oldest.number { return oldest }
      state.finished.removeFirst()
    }
    return nil
  }

  /// Forgets the oldest finished key; false when there is none.
  @discardableResult
  private func forgetOldest(_ state: inout State) -> Bool {
    guard let oldest = oldest(in: &state) else { return false }
    return forgetOldest(&state, of: Self.client(of: oldest.key))
  }

  private func forgetOldest(_ state: inout State, of client: Substring) -> Bool {
    guard let oldest = state.shares[client]?.finished.first, let entry = state.entries[oldest.key] else { return false }
    state.shares[client]?.finished.removeFirst()
    remove(oldest.key, entry, from: &state)
    return true
  }

  private func remove(_ key: String, _ entry: Entry, from state: inout State) {
    let client = Self.client(of: key)
    state.entries[key] = nil
    state.bytes -= entry.bytes
    state.shares[client]?.keys -= 1
    state.shares[client]?.bytes -= entry.bytes
    if state.shares[client]?.keys == 0 { state.shares[client] = nil }
  }
}
