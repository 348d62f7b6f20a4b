internal import CPosix

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// An output for JSON text: a byte array or the buffer of an encoder.
protocol JSONSink {
  /// Appends bytes: `write` may write at most `room` bytes and returns their number.
  mutating func append(room: Int, _ write: (UnsafeMutablePointer<UInt8>) -> Int)
}

extension [UInt8]: JSONSink {
  @inline(__always)
  mutating func append(room: Int, _ write: (UnsafeMutablePointer<UInt8>) -> Int) {
    append(addingCapacity: room) { span in
      span.withUnsafeMutableBufferPointer { buffer, count in
        // SAFETY: the array has reserved the capacity, and `count` grows by the bytes written.
        if let start = buffer.baseAddress { count += write(start + count) }
      }
    }
  }
}

/// The text written by an encoder, in memory that the thread keeps for the next text. An array would check for
/// uniqueness and capacity at each byte.
// SAFETY: `start..<limit` is memory from `malloc`, whose bytes before `next` are initialized. Every write reserves its
// room first. The owner calls `deallocate` once, at the end.
struct JSONBuffer: JSONSink {
  private var start: UnsafeMutablePointer<UInt8>
  private var next: UnsafeMutablePointer<UInt8>
  private var limit: UnsafeMutablePointer<UInt8>

  /// The initial capacity for the first text on a thread.
  private static let initialCapacity = 4096
  /// The initial capacity for the text of a nested container. A value may open any number of nested containers.
  static let nestedCapacity = 64

  init() {
    var capacity = 0
    if let kept = contract_scratch_take(&capacity) {
      start = kept.assumingMemoryBound(to: UInt8.self)
    } else {
      capacity = Self.initialCapacity
      start = Self.allocated(malloc(capacity))
    }
    next = start
    limit = start + capacity
  }

  /// Creates a buffer with new memory.
  init(capacity: Int) {
    start = Self.allocated(malloc(capacity))
    next = start
    limit = start + capacity
  }

  func deallocate() {
    // The next text on the thread would have to enlarge a small buffer.
    if capacity < Self.initialCapacity { return free(start) }
    contract_scratch_give(start, capacity)
  }

  /// The number of bytes that fit without growing.
  var capacity: Int { limit - start }

  /// The number of bytes written so far.
  var count: Int { next - start }

  /// The text written so far.
  var text: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: count) }

  @inline(__always)
  mutating func append(room: Int, _ write: (UnsafeMutablePointer<UInt8>) -> Int) {
    if limit - next < room { grow(room) }
    let written = write(next)
    assert(written <= room)
    next += written
  }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    append(room: 1) { target in
      target.initialize(to: byte)
      return 1
    }
  }

  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    JSONText.append(ascii: bytes, to: &self)
  }

  /// Replaces a comma at the end with a closing bracket, or appends the bracket.
  @inline(__always)
  mutating func close(_ bracket: UInt8) {
    if next > start, next[-1] == UInt8(ascii: ",") {
      next[-1] = bracket
    } else {
      append(bracket)
    }
  }

  /// Adds the members of an object that begins at a position to the object before it: `{"type":"a",{"id":1}` becomes
  /// `{"type":"a","id":1}`.
  ///
  /// - Returns: false when the value at the position is not an object.
  mutating func joinObject(at position: Int) -> Bool {
    guard position > 0, position < count, start[position] == UInt8(ascii: "{") else { return false }
    let object = start + position
    if next - object == 2 {
      object[-1] = UInt8(ascii: "}")
      next = object
    } else {
      object.update(from: object + 1, count: next - object - 1)
      next -= 1
    }
    return true
  }

  /// Removes everything after a position.
  mutating func truncate(to position: Int) {
    precondition(position >= 0 && position <= count)
    next = start + position
  }

  /// Calls `body` with the bytes between two positions. The pointer must not outlive the call.
  func withBytes<R>(_ range: Range<Int>, _ body: (UnsafeBufferPointer<UInt8>) throws -> R) rethrows -> R {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    return try body(UnsafeBufferPointer(start: start + range.lowerBound, count: range.count))
  }

  @inline(never)
  private mutating func grow(_ room: Int) {
    let used = count
    let (needed, overflows) = used.addingReportingOverflow(room)
    precondition(!overflows && needed < Int.max / 4, "The text exceeds the address space.")
    let capacity = max(needed, (limit - start) * 2)
    start = Self.allocated(realloc(start, capacity))
    next = start + used
    limit = start + capacity
  }

  private static func allocated(_ memory: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<UInt8> {
    guard let memory else { preconditionFailure("Out of memory.") }
    return memory.assumingMemoryBound(to: UInt8.self)
  }
}
