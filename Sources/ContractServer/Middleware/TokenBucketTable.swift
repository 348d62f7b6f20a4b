/// The buckets of many keys, of which it remembers so many and no more.
///
/// No request looks at more than a few of them: when there is no room, a hand goes on over the places, and the first
/// bucket at rest that it meets makes room.
struct TokenBucketTable {
  private struct Place {
    var key: String
    var bucket: TokenBucket
  }

  /// Places that one request looks at.
  private static let maxLooks = 32
  /// Longer keys are remembered by their hash.
  static let maxKeyBytes = 64

  private let capacity: Int
  private var places: [Place] = []
  private var indices: [String: Int] = [:]
  private var hand = 0
  /// For those for whom there is no room.
  private var shared: TokenBucket?

  init(capacity: Int) {
    self.capacity = max(1, capacity)
  }

  /// Keys that are remembered.
  var count: Int { places.count }

  /// The most bytes of a key that is remembered.
  var longestKeyBytes: Int { places.map(\.key.utf8.count).max() ?? 0 }

  /// Takes a token of a key.
  mutating func take(_ key: String, at now: Int64, _ rule: TokenBucket.Rule) -> TokenBucket.Answer {
    let key = Self.short(key)
    if let index = indices[key] ?? makePlace(for: key, at: now) { return places[index].bucket.take(at: now, rule) }
    var bucket = shared ?? TokenBucket(at: now)
    defer { shared = bucket }
    return bucket.take(at: now, rule)
  }

  private mutating func makePlace(for key: String, at now: Int64) -> Int? {
    let place = Place(key: key, bucket: TokenBucket(at: now))
    if places.count < capacity {
      indices[key] = places.count
      places.append(place)
      return places.count - 1
    }
    for _ in 0..<min(Self.maxLooks, places.count) {
      let index = hand
      hand = (hand + 1) % places.count
      guard places[index].bucket.isFull(at: now) else { continue }
      indices[places[index].key] = nil
      indices[key] = index
      places[index] = place
      return index
    }
    return nil
  }

  /// A key, or what stands for a long one. The hash has a secret of the process in it, so nobody can make two keys that
  /// share a bucket; the mark in front keeps it from being somebody's key.
  private static func short(_ key: String) -> String {
    guard key.utf8.count > maxKeyBytes else { return key }
    var text = "\u{0}"
    for part in 0..<2 {
      var hasher = Hasher()
      hasher.combine(part)
      hasher.combine(key)
      text += String(UInt(bitPattern: hasher.finalize()), radix: 36) + "."
    }
    return text
  }
}
