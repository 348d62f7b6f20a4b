internal import CPosix

/// The memory of heads that are gone, for the heads to come: getting it and giving it back was a large part of what a small
/// request costs.
///
/// For one thread. What is used again is memory alone: a head is a new object each time, because whoever has a weak
/// reference to one that is gone must find nothing.
package final class RequestHeadPool {
  /// As much as the requests of one turn of a loop usually need.
  private static let maxCount = 64
  /// Memory of more bytes than this is let go.
  private static let maxCapacity = 4 << 10

  // SAFETY: without run-time checks of exclusive access: one thread touches it.
  @exclusivity(unchecked) private var memories: [RequestHead.Memory] = []

  package init() {}

  /// Memory with nothing in it but room.
  package func take() -> RequestHead.Memory { memories.popLast() ?? RequestHead.Memory() }

  /// Keeps the memory of two lists, and of what was in them only what the next head writes over.
  func give(_ bytes: inout [UInt8], _ lines: inout RequestHead.FieldLines) {
    let capacity = bytes.count + lines.capacity * MemoryLayout<RequestHead.FieldLine>.stride
    guard memories.count < Self.maxCount, capacity <= Self.maxCapacity else { return }
    var memory = RequestHead.Memory()
    swap(&memory.bytes, &bytes)
    swap(&memory.lines, &lines)
    memory.lines.removeAll()
    memories.append(consume memory)
  }

  // MARK: Threads

  /// Takes the memory of all heads that end on the calling thread, until ``leave()``.
  package func serveThread() {
    // SAFETY: without a reference: `leave`, which has to be called before the pool goes, takes it away.
    contract_thread_set_heads(Unmanaged.passUnretained(self).toOpaque())
  }

  /// Ends what ``serveThread()`` has begun, on the same thread.
  package func leave() { contract_thread_set_heads(nil) }

  /// Gives memory to the pool of the calling thread, if it has one.
  @inline(__always)
  static func giveHere(_ bytes: inout [UInt8], _ lines: inout RequestHead.FieldLines) {
    guard let pool = contract_thread_heads() else { return }
    // SAFETY: only `serveThread` sets it, to an object of this class that is there until `leave`.
    Unmanaged<RequestHeadPool>.fromOpaque(pool)._withUnsafeGuaranteedRef { $0.give(&bytes, &lines) }
  }
}
