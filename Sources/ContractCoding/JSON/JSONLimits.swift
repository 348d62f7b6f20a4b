/// Limits of a JSON text.
///
/// Depth counts nested arrays and objects, so `[[1]]` has depth 2. It never exceeds ``hardMaxDepth``, because a decoder
/// recurses once per level.
public struct JSONLimits: Sendable, Hashable {
  /// The upper bound of ``maxDepth``.
  public static let hardMaxDepth = 512

  /// The maximum nesting depth of arrays and objects.
  public var maxDepth: Int

  /// The maximum size of a text in bytes; nil for no limit. Texts of 4 GiB or more are always rejected.
  public var maxBytes: Int?

  /// Creates limits. Default: 128 levels and any size.
  public init(maxDepth: Int = 128, maxBytes: Int? = nil) {
    self.maxDepth = maxDepth
    self.maxBytes = maxBytes
  }
}
