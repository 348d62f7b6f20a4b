/// Where JSON text goes: an array of bytes, or the buffer of an encoder.
protocol JSONSink {
  /// Has bytes written behind what is there: at most `room`, and as many as the closure says in the end.
  mutating func append(room: Int, _ write: (UnsafeMutablePointer<UInt8>) -> Int)
}

extension [UInt8]: JSONSink {
  @inline(__always)
  mutating func append(room: Int, _ write: (UnsafeMutablePointer<UInt8>) -> Int) {
    append(addingCapacity: room) { span in
      span.withUnsafeMutableBufferPointer { buffer, count in
        // SAFETY: the array has made the room, and what is written into it is counted.
        if let start = buffer.baseAddress { count += write(start + count) }
      }
    }
  }
}

/// The text that an encoder is writing, in memory of its own: an array would be asked whether it is shared, and whether
/// it is large enough, for each byte.
// SAFETY: `start` has `capacity` bytes, of which the first `count` are initialised. Every write asks for its room before,
// and positions given to this type are positions that it had earlier. The owner calls `deallocate` once, at its end.
struct JSONBuffer: JSONSink {
  private var start: UnsafeMutablePointer<UInt8>
  private(set) var count = 0
  private var capacity: Int

  /// Room made for a first value, so that most texts grow once or never.
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

  /// Forgets what was written after a position.
  mutating func truncate(to position: Int) {
    precondition(position >= 0 && position <= count)
    count = position
  }

  /// What was written between two positions. The pointer may not outlive the call.
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
