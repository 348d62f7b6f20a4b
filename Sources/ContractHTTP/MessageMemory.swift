internal import CPosix

/// Memory of released request heads and sent bodies, which a thread keeps for its next heads and bodies. Otherwise,
/// allocating this memory would be a large part of the cost of a small request.
///
/// Memory is reused, but objects are not: a weak reference to a released head is nil. Reused memory consists of ordinary
/// arrays, so an array that is still referenced elsewhere is copied before it changes.
package final class MessageMemory {
  /// The usual number of requests in one iteration of a loop.
  private static let maxHeads = 64
  /// The maximum size of a kept head, in bytes.
  private static let maxHeadCapacity = 4 << 10
  /// The maximum size of a kept body, in bytes.
  private static let maxBodyCapacity = 16 << 10

  // SAFETY: only one thread accesses the memory, and no access calls back, so run-time checks of exclusive access are disabled.
  @exclusivity(unchecked) private var heads: [RequestHead.Memory] = []
  private var body: [UInt8] = []

  package init() {}

  // MARK: Heads

  /// Returns empty memory for a head.
  package func takeHead() -> RequestHead.Memory { heads.popLast() ?? RequestHead.Memory() }

  /// Keeps the memory of a head. The next head overwrites its contents.
  private func keepHead(_ bytes: inout [UInt8], _ lines: inout RequestHead.FieldLines) {
    let capacity = bytes.count + lines.capacity * MemoryLayout<RequestHead.FieldLine>.stride
    guard heads.count < Self.maxHeads, capacity <= Self.maxHeadCapacity else { return }
    var memory = RequestHead.Memory()
    swap(&memory.bytes, &bytes)
    swap(&memory.lines, &lines)
    memory.lines.removeAll()
    heads.append(consume memory)
  }

  /// Keeps the memory of a head that is released on the calling thread, if the thread keeps any.
  @inline(__always)
  static func keepHead(_ bytes: inout [UInt8], _ lines: inout RequestHead.FieldLines) {
    ofThread?.keepHead(&bytes, &lines)
  }

  // MARK: Bodies

  /// Returns the memory of an earlier body of the calling thread; empty if there is none. Its contents are undefined.
  package static func takeBody() -> [UInt8] {
    var taken: [UInt8] = []
    if let memory = ofThread { swap(&taken, &memory.body) }
    return taken
  }

  /// Keeps the memory of a body that was sent, unless it is large.
  package func keepBody(_ bytes: consuming [UInt8]) {
    if bytes.capacity <= Self.maxBodyCapacity { body = bytes }
  }

  // MARK: Threads

  /// Makes this the memory of the calling thread until ``leave()``.
  package func serveThread() {
    // SAFETY: the thread does not retain the memory. `leave` removes it, and must be called before the memory is released.
    contract_thread_set_memory(Unmanaged.passUnretained(self).toOpaque())
  }

  /// Ends the effect of ``serveThread()``. Called on the same thread.
  package func leave() { contract_thread_set_memory(nil) }

  @inline(__always)
  private static var ofThread: MessageMemory? {
    guard let memory = contract_thread_memory() else { return nil }
    // SAFETY: only `serveThread` sets it, to an object of this class that exists until `leave`.
    return Unmanaged<MessageMemory>.fromOpaque(memory).takeUnretainedValue()
  }
}
