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

/// The text written by an encoder, in its own memory, because an array would check for uniqueness and capacity at each
/// byte.
// SAFETY: `start` has `capacity` bytes, of which the first `count` are initialized. Every write reserves its room
// first, and callers pass only positions that were returned before. The owner calls `deallocate` once, at the end.
struct JSONBuffer: JSONSink {
  private var start: UnsafeMutablePointer<UInt8>
  private(set) var count = 0
  private var capacity: Int

  /// The initial capacity, with which most texts grow once or never.
  private static let initialCapacity = 1024

  init() {
    capacity = Self.initialCapacity
    start = .allocate(capacity: capacity)
  }

  func deallocate() {
    start.deallocate()
  }

  @inline(__always)
  mutating func append(room: Int, _ write: (UnsafeMutablePointer<UInt8>) -> Int) {
    if capacity &- count < room { grow(room) }
    let written = write(start + count)
    assert(written <= room)
    count &+= written
  }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    append(room: 1) { target in
      target.initialize(to: byte)
      return 1
    }
  }

  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    append(room: bytes.count) { target in
      if let source = bytes.baseAddress { target.initialize(from: source, count: bytes.count) }
      return bytes.count
    }
  }

  /// Removes everything after a position.
  mutating func truncate(to position: Int) {
    precondition(position >= 0 && position <= count)
    count = position
  }

  /// Calls `body` with the bytes between two positions. The pointer must not outlive the call.
  func withBytes<R>(_ range: Range<Int>, _ body: (UnsafeBufferPointer<UInt8>) throws -> R) rethrows -> R {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    return try body(UnsafeBufferPointer(start: start + range.lowerBound, count: range.count))
  }

  @inline(never)
  private mutating func grow(_ room: Int) {
    let larger = max(capacity * 2, count + room)
    let target = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
    target.moveInitialize(from: start, count: count)
    start.deallocate()
    start = target
    capacity = larger
  }
}
