/// Writes the lines of a head into room that was made for all of them at once.
struct LineWriter: ~Copyable {
  private let room: UnsafeMutableBufferPointer<UInt8>
  /// Bytes written so far.
  private(set) var count = 0

  /// - Parameter room: memory of bytes, which need not be initialised; it outlives the writer.
  init(_ room: UnsafeMutableBufferPointer<UInt8>) {
    self.room = room
  }

  @inline(__always)
  mutating func write(_ byte: UInt8) {
    precondition(count < room.count, "a head is longer than was reckoned")
    room[count] = byte
    count &+= 1
  }

  @inline(__always)
  mutating func write(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let source = bytes.baseAddress, let target = room.baseAddress else { return }
    precondition(bytes.count <= room.count &- count, "a head is longer than was reckoned")
    // SAFETY: both places have as many bytes: the source is a buffer of that count, and the room was just checked.
    (target + count).update(from: source, count: bytes.count)
    count &+= bytes.count
  }

  @inline(__always)
  mutating func write(_ bytes: [UInt8]) {
    // SAFETY: the pointer is only read, and only inside the call.
    bytes.withUnsafeBufferPointer { write($0) }
  }

  @inline(__always)
  mutating func write(_ text: StaticString) {
    precondition(text.hasPointerRepresentation, "a literal of one character has no bytes of its own")
    // SAFETY: the buffer is the literal's own storage and is not kept.
    write(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  @inline(__always)
  mutating func write(_ text: String) {
    var text = text
    // SAFETY: the pointer is only read, and only inside the call.
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
    precondition(digits <= room.count &- count, "a head is longer than was reckoned")
    var place = count &+ digits
    count = place
    while digits > 0 {
      place &-= 1
      digits &-= 1
      // Divided as 32 bits where that is enough: a length rarely needs more.
      if rest <= UInt32.max {
        let part = UInt32(truncatingIfNeeded: rest)
        room[place] = 0x30 &+ UInt8(truncatingIfNeeded: part % 10)
        rest = UInt(part / 10)
      } else {
        room[place] = 0x30 &+ UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
      }
    }
  }
}
