/// The identity of an armed timer. It becomes stale when the timer fires or is cancelled; using a stale token is
/// harmless.
package struct TimerToken: Hashable, Sendable {
  let slot: UInt32
  let generation: UInt32
}

/// A handler that a timer calls on the loop's thread.
package protocol LoopTimerHandler: AnyObject {
  func timerFired(_ token: TimerToken, on loop: ContractLoop)
}

/// The armed timers: a 4-ary heap of deadlines over reused slots.
///
/// Arming and cancelling take a few comparisons and do not allocate once the arrays have grown. Postponing, which
/// servers do for every request, is one store: the heap keeps the earlier deadline, and checks the new one when the
/// earlier one is reached.
struct TimerHeap {
  private struct Slot {
    var handler: (any LoopTimerHandler)?
    var deadline: Int64
    var generation: UInt32
    /// The index in `heap`, or one of the two negative values below.
    var position: Int32
  }

  private struct Node {
    /// The deadline by which the heap is sorted, never later than the deadline of the slot.
    var key: Int64
    /// A sequence number, so that timers with equal deadlines fire in the order in which they were armed.
    var order: UInt64
    var slot: UInt32

    func isBefore(_ other: Node) -> Bool {
      key != other.key ? key < other.key : order < other.order
    }
  }

  private static let unarmed: Int32 = -1
  /// The position of a timer that was removed from the heap because it is due, and whose handler has not been called.
  private static let due: Int32 = -2

  private var slots: [Slot] = []
  private var free: [UInt32] = []
  private var heap: [Node] = []
  private var nextOrder: UInt64 = 0

  /// The number of waiting timers.
  var count: Int { heap.count }

  /// The number of slots, armed or free.
  var slotCount: Int { slots.count }

  /// The time before which no timer fires; nil when none is armed.
  var earliest: LoopInstant? {
    heap.first.map { LoopInstant(nanoseconds: $0.key) }
  }

  mutating func arm(at deadline: LoopInstant, _ handler: any LoopTimerHandler) -> TimerToken {
    let index: UInt32
    if let reused = free.popLast() {
      index = reused
    } else {
      index = UInt32(slots.count)
      slots.append(Slot(handler: nil, deadline: 0, generation: 0, position: Self.unarmed))
    }
    slots[Int(index)].handler = handler
    slots[Int(index)].deadline = deadline.nanoseconds
    push(index)
    return TimerToken(slot: index, generation: slots[Int(index)].generation)
  }

  /// Moves an armed timer to another deadline. Returns false when the token is stale.
  mutating func rearm(_ token: TimerToken, at deadline: LoopInstant) -> Bool {
    guard isLive(token) else { return false }
    let index = Int(token.slot)
    let position = slots[index].position
    slots[index].deadline = deadline.nanoseconds
    if position == Self.due {
      push(token.slot)
    } else if deadline.nanoseconds < heap[Int(position)].key {
      heap[Int(position)].key = deadline.nanoseconds
      heap[Int(position)].order = takeOrder()
      siftUp(Int(position))
    }
    return true
  }

  /// Disarms a timer. The handler is returned, because its deinitializer may call back into the loop.
  mutating func cancel(_ token: TimerToken) -> (any LoopTimerHandler)? {
    guard isLive(token) else { return nil }
    let handler = slots[Int(token.slot)].handler
    let position = slots[Int(token.slot)].position
    if position >= 0 { removeNode(at: Int(position)) }
    release(token.slot)
    return handler
  }

  /// Moves all due timers from the heap to `tokens`, earliest first.
  mutating func collectDue(_ now: LoopInstant, into tokens: inout [TimerToken]) {
    while let first = heap.first, first.key <= now.nanoseconds {
      let index = Int(first.slot)
      if slots[index].deadline > first.key {
        // The timer was postponed. It is sorted again by its real deadline; if this is due as well, this `while` loop collects
        // it.
        heap[0].key = slots[index].deadline
        heap[0].order = takeOrder()
        siftDown(0)
      } else {
        removeNode(at: 0)
        slots[index].position = Self.due
        tokens.append(TimerToken(slot: first.slot, generation: slots[index].generation))
      }
    }
  }

  /// Returns the handler of a due timer and ends the timer; nil when it was cancelled or rearmed in the meantime.
  mutating func takeDue(_ token: TimerToken) -> (any LoopTimerHandler)? {
    guard isLive(token), slots[Int(token.slot)].position == Self.due else { return nil }
    let handler = slots[Int(token.slot)].handler
    release(token.slot)
    return handler
  }

  private func isLive(_ token: TimerToken) -> Bool {
    let index = Int(token.slot)
    return index < slots.count && slots[index].generation == token.generation && slots[index].handler != nil
  }

  private mutating func release(_ slot: UInt32) {
    slots[Int(slot)].handler = nil
    slots[Int(slot)].generation &+= 1
    slots[Int(slot)].position = Self.unarmed
    free.append(slot)
  }

  private mutating func takeOrder() -> UInt64 {
    nextOrder &+= 1
    return nextOrder
  }

  // MARK: Heap

  private mutating func push(_ slot: UInt32) {
    heap.append(Node(key: slots[Int(slot)].deadline, order: takeOrder(), slot: slot))
    siftUp(heap.count - 1)
  }

  private mutating func removeNode(at position: Int) {
    let last = heap.removeLast()
    guard position < heap.count else { return }
    let removed = heap[position]
    heap[position] = last
    slots[Int(last.slot)].position = Int32(position)
    if last.isBefore(removed) { siftUp(position) } else { siftDown(position) }
  }

  private mutating func siftUp(_ start: Int) {
    let node = heap[start]
    var position = start
    while position > 0 {
      let parent = (position - 1) / 4
      guard node.isBefore(heap[parent]) else { break }
      place(heap[parent], at: position)
      position = parent
    }
    place(node, at: position)
  }

  private mutating func siftDown(_ start: Int) {
    let node = heap[start]
    var position = start
    while true {
      let first = position * 4 + 1
      guard first < heap.count else { break }
      var least = first
      for child in (first + 1)..<max(first + 1, min(first + 4, heap.count)) where heap[child].isBefore(heap[least]) {
        least = child
      }
      guard heap[least].isBefore(node) else { break }
      place(heap[least], at: position)
      position = least
    }
    place(node, at: position)
  }

  private mutating func place(_ node: Node, at position: Int) {
    heap[position] = node
    slots[Int(node.slot)].position = Int32(position)
  }
}
