/// Heads that nobody holds any more, kept with their memory for the requests to come: making one and letting it go was a
/// tenth of what a small request costs.
///
/// For one thread, so it goes without run-time checks of exclusive access.
package final class RequestHeadPool {
  /// As many requests as one turn of a loop usually brings.
  private static let maxCount = 64
  /// A head that keeps more bytes than this is let go.
  private static let maxCapacity = 4 << 10

  @exclusivity(unchecked) private var heads: [RequestHead] = []

  package init() {}

  /// A head without anything.
  package func take() -> RequestHead { heads.popLast() ?? RequestHead() }

  /// Keeps a head unless somebody else holds it.
  package func give(_ head: consuming RequestHead) {
    guard heads.count < Self.maxCount, isKnownUniquelyReferenced(&head), head.capacity <= Self.maxCapacity else { return }
    head.empty()
    heads.append(head)
  }
}
