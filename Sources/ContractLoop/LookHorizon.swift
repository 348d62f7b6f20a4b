/// The moment until which a loop has seen everything that came: what has come since then may lie unseen, so a time that
/// ran out later is not over yet.
///
/// One look brings a limited number of events, those first that have waited longest. A look that brings fewer than it could
/// has seen all there was. After one that is full others may be left; they have been seen when full looks in a row have
/// brought as many as there are descriptors, so the horizon goes on however busy the loop is.
struct LookHorizon {
  /// Until when everything has been seen.
  private(set) var moment: LoopInstant
  /// When the first of the full looks in a row was, and what they have brought.
  private var began: LoopInstant
  private var brought = 0

  init(_ moment: LoopInstant) {
    self.moment = moment
    began = moment
  }

  /// Takes a look into account that brought `count` events of at most `capacity`, with so many descriptors to look at.
  mutating func looked(at now: LoopInstant, count: Int, capacity: Int, descriptors: @autoclosure () -> Int) {
    guard count == capacity else {
      moment = now
      brought = 0
      return
    }
    if brought == 0 { began = now }
    brought += count
    guard brought >= descriptors() else { return }
    moment = began
    brought = 0
  }
}
