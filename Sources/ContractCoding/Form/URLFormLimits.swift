/// Limits of a query or form. The caller limits its size in bytes.
public struct URLFormLimits: Sendable, Hashable {
  /// The upper bound of ``maxDepth``, because a decoder recurses once per level.
  public static let hardMaxDepth = 128

  /// The maximum number of steps in a name: `a[b][c]` has three. In a JSON text, the maximum nesting depth.
  public var maxDepth: Int

  /// The maximum number of members in a query or form, including repeated ones, of elements in one separated array, and
  /// of values in one JSON text.
  public var maxMembers: Int

  /// Creates limits. Default: 32 levels and 1,000 members.
  public init(maxDepth: Int = 32, maxMembers: Int = 1000) {
    self.maxDepth = maxDepth
    self.maxMembers = maxMembers
  }
}
