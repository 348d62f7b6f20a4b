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
  // SAFETY: without run-time checks of exclusive access: see above.
  @exclusivity(unchecked) package var request: AnyObject?

  package init(_ request: AnyObject? = nil) {
    self.request = request
  }

  /// How often the slot is held, for comparisons with another count that was taken in the same way.
  @inline(never) package var holds: UInt { _getRetainCount(self) }
}
