extension RequestHead {
  /// The places of a head's field lines, in order. As many as browsers and proxies send need no allocation, more of them
  /// one.
  package struct FieldLines: RandomAccessCollection, Sendable {
    /// A line of the usual size in half the room: where its name starts, and three lengths.
    private struct Packed: Sendable {
      var start: UInt32 = 0
      var name: UInt8 = 0
      /// From the end of the name to the start of the value.
      var gap: UInt8 = 0
      var value: UInt16 = 0

      init() {}

      /// Nil for a line of another size.
      init?(_ line: FieldLine) {
        let gap = line.value.start &- line.name.end
        guard line.name.count <= 0xFF, line.value.count <= 0xFFFF, gap <= 0xFF else { return nil }
        self.start = line.name.start
        self.name = UInt8(truncatingIfNeeded: line.name.count)
        self.gap = UInt8(truncatingIfNeeded: gap)
        self.value = UInt16(truncatingIfNeeded: line.value.count)
      }

      var line: FieldLine {
        let nameEnd = start &+ UInt32(name)
        let valueStart = nameEnd &+ UInt32(gap)
        return FieldLine(
          name: ByteRange(start: start, end: nameEnd),
          value: ByteRange(start: valueStart, end: valueStart &+ UInt32(value)))
      }
    }

    /// Lines kept without an allocation.
    private static let inlineCount = 32
    /// Room for the others, made at once.
    private static let othersCapacity = 96

    private var first = InlineArray<32, Packed>(repeating: Packed())
    /// Lines from the first that did not fit in `first`.
    private var others: [FieldLine] = []
    private var packedCount = 0

    package var count: Int { packedCount &+ others.count }

    package init() {}

    package mutating func append(_ line: FieldLine) {
      if packedCount < Self.inlineCount, others.isEmpty, let packed = Packed(line) {
        first[packedCount] = packed
        packedCount &+= 1
      } else {
        if others.isEmpty { others.reserveCapacity(Self.othersCapacity) }
        others.append(line)
      }
    }

    /// Forgets every line.
    package mutating func removeAll() {
      packedCount = 0
      if !others.isEmpty { others = [] }
    }

    /// The first line with this name.
    @inline(__always)
    func first(named name: HTTPFieldName, in bytes: [UInt8]) -> FieldLine? {
      let wanted = name.canonicalName.utf8Span.span
      let bytes = bytes.span
      // A span, because reading an element of the inline array itself copies all of it.
      let packed = first.span
      var index = 0
      while index < packedCount {
        if Int(packed[index].name) == wanted.count, Self.isName(wanted, at: Int(packed[index].start), in: bytes) {
          return packed[index].line
        }
        index &+= 1
      }
      for line in others
      where line.name.count == wanted.count && Self.isName(wanted, at: Int(line.name.start), in: bytes) {
        return line
      }
      return nil
    }

    /// True when the bytes from `start` on are `wanted`, which is in lower case, apart from case.
    @inline(__always)
    private static func isName(_ wanted: Span<UInt8>, at start: Int, in bytes: Span<UInt8>) -> Bool {
      precondition(start &+ wanted.count <= bytes.count, "a field line lies outside its head")
      var index = 0
      while index < wanted.count {
        // SAFETY: both indices were just checked against both ends.
        let byte = bytes[unchecked: start &+ index]
        let lower = byte &- 0x41 < 26 ? byte | 0x20 : byte
        if lower != wanted[unchecked: index] { return false }
        index &+= 1
      }
      return true
    }

    package var startIndex: Int { 0 }
    package var endIndex: Int { count }

    package subscript(index: Int) -> FieldLine {
      index < packedCount ? first.span[index].line : others[index &- packedCount]
    }
  }
}
