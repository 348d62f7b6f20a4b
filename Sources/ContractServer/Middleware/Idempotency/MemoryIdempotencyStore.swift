internal import Contract
package import ContractLoop

/// A store of responses in this process. It limits the age of responses, the number of keys and bytes, and each client's
/// share of the keys and bytes, so that one client cannot evict the responses of all others. The oldest responses are
/// evicted first; if a client exceeds its share, its own oldest ones. Keys of executing requests are not evicted.
///
/// A client is the part of a key before its first space, see ``IdempotencyStore``. A sender that can appear as many
/// clients, because an operation requires no credentials, can still use the whole capacity.
public final class MemoryIdempotencyStore: IdempotencyStore {
  private struct Entry: Sendable {
    let fingerprint: String
    /// A number that distinguishes this use of the key from earlier ones.
    let number: Int
    var response: StoredResponse?
    var bytes = 0
  }

  /// A completed use of a key.
  private struct Finished: Sendable {
    let key: String
    let number: Int
    let time: Int64
  }

  /// The keys and bytes of one client.
  private struct Share: Sendable {
    var keys = 0
    var bytes = 0
    var finished = OldestFirst<Finished>()
  }

  private struct State {
    var entries: [String: Entry] = [:]
    var shares: [Substring: Share] = [:]
    /// All completed keys, oldest first. Evicted keys may still be included.
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

  /// Creates a store with these limits.
  ///
  /// - Parameters:
  ///   - maxKeys: the maximum number of keys. Default: 10,000.
  ///   - maxBytes: the maximum size of all responses. Default: 64 MiB.
  ///   - lifetime: how long a response is stored. Default: 24 hours.
  ///   - clientShare: the share of the keys and bytes that one client may use, from 0 to 1; at least one key. Default: 0.1.
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
    self.lifetime = lifetime.loopNanoseconds
    self.time = time
  }

  /// The current number of keys.
  public var keyCount: Int { state.withLock { $0.entries.count } }

  /// Claims a key.
  public func claim(_ key: String, fingerprint: String) -> IdempotencyClaim {
    let now = time.now()
    let client = Self.client(of: key)
    return state.withLock { state in
      while let oldest = oldest(in: &state), now - oldest.time >= lifetime { forgetOldest(&state) }
      if let entry = state.entries[key] {
        guard entry.fingerprint == fingerprint else { return .mismatch }
        return entry.response.map { .done($0) } ?? .inFlight
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

  /// Stores a response, or frees the key if the response is nil.
  public func finish(_ key: String, _ response: StoredResponse?) {
    let now = time.now()
    let client = Self.client(of: key)
    state.withLock { state in
      guard var entry = state.entries[key], entry.response == nil else { return }
      guard let response else { return remove(key, entry, from: &state) }
      entry.response = response
      entry.bytes = response.content.count + response.fields.reduce(0) { $0 + $1.value.rawValue.utf8.count + 32 }
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

  /// Returns the oldest completed key that is still stored; it is also the oldest of its client.
  private func oldest(in state: inout State) -> Finished? {
    while let oldest = state.finished.first {
      if state.entries[oldest.key]?.number == oldest.number { return oldest }
      state.finished.removeFirst()
    }
    return nil
  }

  /// Removes the oldest completed key; returns false if there is none.
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
