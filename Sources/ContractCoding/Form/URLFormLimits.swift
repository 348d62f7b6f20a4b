/// What a query or form may cost before it is refused. Its bytes are limited by whoever reads them.
public struct URLFormLimits: Sendable, Hashable {
  /// The deepest nesting that any limits allow: a decoder recurses once for each level.
  public static let hardMaxDepth = 128

  /// Steps that one name may have: `a[b][c]` has three. Inside a JSON text, arrays and objects that are open at once.
  public var maxDepth: Int

  /// Members that a query or form may have, repeated ones included; and the elements of one separated array, and the
  /// values in one JSON text.
  public var maxMembers: Int

  /// Limits of 32 levels and 1,000 members, unless given.
  public init(maxDepth: Int = 32, maxMembers: Int = 1000) {
    self.maxDepth = maxDepth
    self.maxMembers = maxMembers
  }
}
