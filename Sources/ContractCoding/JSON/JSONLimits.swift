/// What a JSON text may cost before it is refused.
///
/// Depth counts arrays and objects that are open at once, so `[[1]]` has depth 2. Whatever is asked for, no more than
/// ``hardMaxDepth`` levels are accepted: a decoder recurses once for each of them.
public struct JSONLimits: Sendable, Hashable {
  /// The deepest nesting that any limits allow.
  public static let hardMaxDepth = 512

  /// Arrays and objects that may be open at once.
  public var maxDepth: Int

  /// Bytes that a whole text may have; nil leaves it to whoever read the bytes. Texts of 4 GiB are always refused.
  public var maxBytes: Int?

  /// Limits of 128 levels and, unless given, any size.
  public init(maxDepth: Int = 128, maxBytes: Int? = nil) {
    self.maxDepth = maxDepth
    self.maxBytes = maxBytes
  }
}
