/// An item to run on a loop.
enum LoopItem {
  case job(UnownedJob)
  case work(@Sendable () -> Void)
  /// Work that has started and no longer holds its captures.
  case spent
}

/// The queued items of a loop: those of the current iteration, and those for the next.
struct LoopQueue {
  private var running: [LoopItem] = []
  private var cursor = 0
  private var waiting: [LoopItem] = []

  var isEmpty: Bool { running.isEmpty && waiting.isEmpty }

  mutating func append(_ item: LoopItem) { waiting.append(item) }

  /// Starts an iteration with the waiting items, unless earlier items are left.
  ///
  /// - Returns: the number of items to run, at most `limit`.
  mutating func begin(upTo limit: Int) -> Int {
    if running.isEmpty { swap(&running, &waiting) }
    return min(running.count - cursor, limit)
  }

  /// Returns the next item of the iteration. If the item is work, the queue no longer retains it.
  mutating func next() -> LoopItem {
    let item = running[cursor]
    if case .work = item { running[cursor] = .spent }
    cursor += 1
    return item
  }

  /// Ends the iteration. Items that have not run are first in the next one.
  mutating func end() {
    guard cursor == running.count else { return }
    running.removeAll(keepingCapacity: true)
    cursor = 0
  }

  /// Takes the items that other threads have queued. Arrays are swapped, so that neither allocates in the long run.
  mutating func take(_ items: inout [LoopItem]) {
    if waiting.isEmpty {
      swap(&waiting, &items)
    } else {
      waiting.append(contentsOf: items)
      items.removeAll(keepingCapacity: true)
    }
  }

  /// Removes all items and returns them in order.
  mutating func removeAll() -> [LoopItem] {
    defer { self = LoopQueue() }
    return Array(running[cursor...]) + waiting
  }
}
