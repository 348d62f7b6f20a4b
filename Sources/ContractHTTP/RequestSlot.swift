/// What a task answers now. The tasks that it makes for a part of its work see the same.
///
/// A task that answers one request after another binds one slot and changes what is in it. That is right as long as
/// nobody else has the slot: a task of its own that a handler has started keeps the slot of its request, so a slot that
/// is held by others is not used again.
package final class RequestSlot:
  // SAFETY: changed only between two requests, by the task that has bound it, while nobody else holds it.
  @unchecked Sendable
{
  /// The slot of the calling task.
  @TaskLocal package static var bound: RequestSlot?

  /// The request that is being answered, an object of the kind that its handler takes.
  // SAFETY: whoever sets it holds the request until it sets another one or nil, or calls `keep`. Without run-time checks of
  // exclusive access: see above.
  @exclusivity(unchecked) package unowned(unsafe) var request: AnyObject?
  private var kept: AnyObject?

  /// A slot that nobody has set.
  package init() {}

  /// A slot that holds a request for good.
  package init(_ request: AnyObject) {
    self.request = request
    kept = request
  }

  /// Holds the request from now on.
  package func keep() {
    kept = request
  }

  /// How often the slot is held, for comparisons with another count that was taken in the same way.
  @inline(never) package var holds: UInt { _getRetainCount(self) }
}
