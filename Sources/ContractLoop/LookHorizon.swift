/// The moment until which a loop has seen everything that came: what has come since then may lie unseen, so a time that
/// ran out later is not over yet.
///
/// One look brings a limited number of events, those first that have waited longest. A look that brings fewer than it could
/// has seen all there was. After one that is full others may be left; they have been seen when full looks in a row have
/// brought as many as there were descriptors at the first, so the horizon goes on however busy the loop is.
struct LookHorizon {
  /// Until when everything has been seen.
  private(set) var moment: LoopInstant
  /// When the first of the full looks in a row began, how many events it takes from there, and how many have come.
  private var began: LoopInstant
  private var wanted = 0
  private var brought = 0

  init(_ moment: LoopInstant) {
    self.moment = moment
    began = moment
  }

  /// Takes a look into account that began no earlier than `start` and brought `count` events of at most `capacity`, with so
  /// many descriptors to look at.
  mutating func looked(from start: LoopInstant, count: Int, capacity: Int, descriptors: @autoclosure () -> Int) {
    guard count == capacity else {
      moment = start
      brought = 0
      return
    }
    if brought == 0 {
      began = start
      wanted = descriptors()
    }
    brought += count
    guard brought >= wanted else { return }
    moment = began
    brought = 0
  }
}
