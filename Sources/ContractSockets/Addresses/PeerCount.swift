internal import ContractHTTP
internal import ContractLoop

/// What counts as one peer: an IPv4 address, or the /64 network of an IPv6 address, all of which one customer of a provider
/// has. The other ends of Unix domain sockets are not told apart and not counted.
struct PeerKey: Hashable, Sendable {
  private let bits: UInt64
  private let isIPv4: Bool

  init?(_ peer: PeerAddress) {
    switch peer.address {
    case .ipv4(let address, _): (bits, isIPv4) = (UInt64(address), true)
    case .ipv6(let high, _, _, _): (bits, isIPv4) = (high, false)
    case .unix: return nil
    }
  }
}

/// How many connections each peer has, over all loops.
final class PeerCount: Sendable {
  private let limit: Int?
  /// Several, so that loops that accept at the same time seldom meet.
  private let shards: [Lock<[PeerKey: Int]>]

  init(limit: Int?) {
    self.limit = limit
    self.shards = limit == nil ? [] : (0..<16).map { _ in Lock([:]) }
  }

  /// Takes a place, to be given back with ``release(_:)``; false when the peer has as many as it may.
  func take(_ key: PeerKey) -> Bool {
    guard let limit else { return true }
    return shard(key).withLock { counts in
      let count = counts[key, default: 0]
      guard count < limit else { return false }
      counts[key] = count + 1
      return true
    }
  }

  func release(_ key: PeerKey) {
    guard limit != nil else { return }
    shard(key).withLock { counts in
      guard let count = counts[key] else { return }
      counts[key] = count > 1 ? count - 1 : nil
    }
  }

  /// The peers that have a connection; for tests.
  var peers: Int { shards.reduce(0) { $0 + $1.withLock { $0.count } } }

  private func shard(_ key: PeerKey) -> Lock<[PeerKey: Int]> {
    shards[Int(truncatingIfNeeded: UInt(bitPattern: key.hashValue) % UInt(shards.count))]
  }
}
