/// A writer for the lines of a head, into memory reserved for all of them at once.
struct LineWriter: ~Copyable {
  private let room: UnsafeMutableBufferPointer<UInt8>
  /// The number of bytes written so far.
  private(set) var count = 0

  /// - Parameter room: memory that may be uninitialized and must outlive the writer.
  init(_ room: UnsafeMutableBufferPointer<UInt8>) {
    self.room = room
  }

  @inline(__always)
  mutating func write(_ byte: UInt8) {
    precondition(count < room.count, "the head exceeds its computed size")
    room[count] = byte
    count &+= 1
  }

  @inline(__always)
  mutating func write(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let source = bytes.baseAddress, let target = room.baseAddress else { return }
    precondition(bytes.count <= room.count &- count, "the head exceeds its computed size")
    // SAFETY: the source has `bytes.count` bytes, and the precondition checked the room.
    (target + count).update(from: source, count: bytes.count)
    count &+= bytes.count
  }

  @inline(__always)
  mutating func write(_ bytes: [UInt8]) {
    // SAFETY: the pointer is only read, and only during the call.
    bytes.withUnsafeBufferPointer { write($0) }
  }

  @inline(__always)
  mutating func write(_ text: StaticString) {
    precondition(text.hasPointerRepresentation, "the literal is a single character without storage")
    // SAFETY: the buffer is the literal's own storage and is not kept.
    write(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  @inline(__always)
  mutating func write(_ text: String) {
    var text = text
    // SAFETY: the pointer is only read, and only during the call.
    text.withUTF8 { write($0) }
  }

  mutating func write(decimal value: Int) {
    var rest = value.magnitude
    var digits = 1
    var bound: UInt = 10
    while digits < 20, rest >= bound {
      digits &+= 1
      bound = digits == 20 ? .max : bound &* 10
    }
    precondition(digits <= room.count &- count, "the head exceeds its computed size")
    var index = count &+ digits
    count = index
    while digits > 0 {
      index &-= 1
      digits &-= 1
      // Division is faster in 32 bits, which suffice for most lengths.
      if rest <= UInt32.max {
        let part = UInt32(truncatingIfNeeded: rest)
        room[index] = 0x30 &+ UInt8(truncatingIfNeeded: part % 10)
        rest = UInt(part / 10)
      } else {
        room[index] = 0x30 &+ UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
      }
    }
  }
}
