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

    package var startIndex: Int { 0 }
    package var endIndex: Int { count }

    package subscript(index: Int) -> FieldLine {
      index < packedCount ? first[index].line : others[index &- packedCount]
    }
  }
}
