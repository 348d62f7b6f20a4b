extension RequestHead {
  /// The places of a head's field lines, in order.
  package struct FieldLines: RandomAccessCollection, Sendable {
    /// Room for the lines that most requests have, made at once.
    private static let usualCapacity = 16

    private var lines: [FieldLine] = []
    /// A bit for each line, by its name's length and first letter. A name whose bit is missing has no line, which is what
    /// most questions come to.
    private var marks: UInt64 = 0

    package init() {}

    /// Adds a line of a head that lies in `bytes`.
    @inline(__always)
    package mutating func append(_ line: FieldLine, in bytes: Span<UInt8>) {
      if lines.capacity == 0 { lines.reserveCapacity(Self.usualCapacity) }
      marks |= Self.mark(line.name.count, bytes[Int(line.name.start)])
      lines.append(line)
    }

    /// Forgets every line, and keeps the room for them.
    package mutating func removeAll() {
      marks = 0
      lines.removeAll(keepingCapacity: true)
    }

    var capacity: Int { lines.capacity }

    /// False when no line has a name of this length and first letter.
    @inline(__always)
    func mayHave(_ count: Int, _ first: UInt8) -> Bool { marks & Self.mark(count, first) != 0 }

    /// The first line with this name.
    @inline(__always)
    func first(named name: HTTPFieldName, in bytes: [UInt8]) -> FieldLine? {
      let wanted = name.canonicalName.utf8Span.span
      if wanted.isEmpty || !mayHave(wanted.count, wanted[0]) { return nil }
      let bytes = bytes.span
      for line in lines
      where line.name.count == wanted.count && Self.isName(wanted, at: Int(line.name.start), in: bytes) {
        return line
      }
      return nil
    }

    @inline(__always)
    private static func mark(_ count: Int, _ first: UInt8) -> UInt64 {
      1 &<< UInt64(truncatingIfNeeded: count &* 5 &+ Int(first & 0x1F))
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
    package var endIndex: Int { lines.count }

    package subscript(index: Int) -> FieldLine { lines[index] }
  }
}
