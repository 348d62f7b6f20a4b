internal import ContractHTTP
internal import ContractLoop

/// The key of a peer: an IPv4 address, or the /64 network of an IPv6 address, which belongs to one customer of a provider.
/// Peers of Unix domain sockets are indistinguishable and not counted.
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

/// The number of connections of each peer, over all loops.
final class PeerCount: Sendable {
  private let limit: Int?
  /// Several locks reduce contention between loops that accept at the same time.
  private let shards: [Lock<[PeerKey: Int]>]

  init(limit: Int?) {
    self.limit = limit
    self.shards = limit == nil ? [] : (0..<16).map { _ in Lock([:]) }
  }

  /// Counts a connection until ``release(_:)``. Returns false when the peer already has the maximum number.
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

  /// The number of peers with a connection.
  var peers: Int { shards.reduce(0) { $0 + $1.withLock { $0.count } } }

  private func shard(_ key: PeerKey) -> Lock<[PeerKey: Int]> {
    shards[Int(truncatingIfNeeded: UInt(bitPattern: key.hashValue) % UInt(shards.count))]
  }
}
