/// A bounded table of token buckets by key.
///
/// A request examines only a few buckets: when the table is full, a clock hand advances over the slots, and the first
/// full bucket that it meets is replaced.
struct TokenBucketTable {
  private struct Slot {
    var key: String
    var bucket: TokenBucket
  }

  /// The maximum number of slots that one request examines.
  private static let maxExaminedSlots = 32
  /// The maximum length of a stored key; longer keys are hashed.
  static let maxKeyBytes = 64

  private let capacity: Int
  private var slots: [Slot] = []
  private var indices: [String: Int] = [:]
  private var hand = 0
  /// The bucket shared by keys without a slot.
  private var shared: TokenBucket?

  init(capacity: Int) {
    self.capacity = max(1, capacity)
  }

  /// The number of stored keys.
  var count: Int { slots.count }

  /// The length of the longest stored key in bytes.
  var longestKeyBytes: Int { slots.map(\.key.utf8.count).max() ?? 0 }

  /// Takes a token from the bucket of a key.
  mutating func take(_ key: String, at now: Int64, _ rule: TokenBucket.Rule) -> TokenBucket.Outcome {
    let key = Self.short(key)
    if let index = indices[key] ?? makeSlot(for: key, at: now) { return slots[index].bucket.take(at: now, rule) }
    var bucket = shared ?? TokenBucket(at: now)
    defer { shared = bucket }
    return bucket.take(at: now, rule)
  }

  private mutating func makeSlot(for key: String, at now: Int64) -> Int? {
    let slot = Slot(key: key, bucket: TokenBucket(at: now))
    if slots.count < capacity {
      indices[key] = slots.count
      slots.append(slot)
      return slots.count - 1
    }
    for _ in 0..<min(Self.maxExaminedSlots, slots.count) {
      let index = hand
      hand = (hand + 1) % slots.count
      guard slots[index].bucket.isFull(at: now) else { continue }
      indices[slots[index].key] = nil
      indices[key] = index
      slots[index] = slot
      return index
    }
    return nil
  }

  /// Returns the key, or a hash of a long one. The hash is seeded per process, so that keys with the same hash cannot
  /// be constructed; the leading NUL prevents collisions with short keys.
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
