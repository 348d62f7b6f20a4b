extension RequestHead {
  /// The byte ranges of a head's field lines, in order.
  package struct FieldLines: RandomAccessCollection, Sendable {
    /// The initial capacity, enough for most requests.
    private static let usualCount = 16
    /// The number for lines whose number does not fit in 8 bits.
    static let farNumber = 0xFF

    /// The lines, followed by spare elements that are kept when lines are removed.
    private var room: [FieldLine] = []
    package private(set) var count = 0
    /// A small Bloom filter: one bit per line, chosen by the length and first letter of its name. Most lookups are for absent
    /// headers, and end here.
    private var marks: UInt64 = 0
    /// 8 bits for each ``NotedField``: the number of its first line, counted from 1; 0 if absent.
    private var noted: UInt64 = 0

    package init() {}

    /// Appends a field line of a head stored in `bytes`.
    ///
    /// - Returns: the noted header that the line belongs to, if any.
    @discardableResult
    package mutating func append(_ line: FieldLine, in bytes: Span<UInt8>) -> NotedField? {
      let name = line.name.range
      marks |= Self.mark(name.count, bytes[name.lowerBound])
      if count == room.count { makeRoom(for: Swift.max(room.count, Self.usualCount)) }
      room[count] = line
      count &+= 1
      guard let field = NotedField(name, in: bytes) else { return nil }
      if !contains(field) { noted |= UInt64(Swift.min(count, Self.farNumber)) &<< field.shift }
      return field
    }

    private mutating func makeRoom(for count: Int) {
      let line = FieldLine(name: ByteRange(0..<0), value: ByteRange(0..<0))
      room.append(contentsOf: repeatElement(line, count: count))
    }

    /// Removes all lines and keeps the capacity.
    package mutating func removeAll() {
      count = 0
      marks = 0
      noted = 0
    }

    /// Replaces the lines with those of another head, shifted by `offset` bytes.
    package mutating func copy(_ lines: FieldLines, movedBy offset: Int) {
      if room.count < lines.count { makeRoom(for: lines.count - room.count) }
      let offset = UInt32(truncatingIfNeeded: offset)
      var index = 0
      while index < lines.count {
        room[index] = lines.room[index].moved(by: offset)
        index &+= 1
      }
      count = lines.count
      marks = lines.marks
      noted = lines.noted
    }

    /// The number of lines that fit without reallocation.
    var capacity: Int { room.count }

    @inline(__always)
    func contains(_ field: NotedField) -> Bool { number(of: field) != 0 }

    /// Returns the number of a header's first line, counted from 1; 0 if absent; ``farNumber`` if it does not fit in 8
    /// bits.
    @inline(__always)
    func number(of field: NotedField) -> Int { Int(truncatingIfNeeded: noted &>> field.shift & 0xFF) }

    /// Returns the first line with this name.
    @inline(__always)
    func first(named name: HTTPFieldName, in bytes: [UInt8]) -> FieldLine? {
      let wanted = name.canonicalName.utf8Span.span
      if wanted.isEmpty || marks & Self.mark(wanted.count, wanted[0]) == 0 { return nil }
      let bytes = bytes.span
      var index = 0
      while index < count {
        let line = room[index]
        if line.name.count == wanted.count, Self.isName(wanted, at: Int(line.name.start), in: bytes) { return line }
        index &+= 1
      }
      return nil
    }

    @inline(__always)
    private static func mark(_ count: Int, _ first: UInt8) -> UInt64 {
      1 &<< UInt64(truncatingIfNeeded: count &* 5 &+ Int(first & 0x1F))
    }

    /// Returns true when the bytes at `start` equal `wanted`, ignoring case. `wanted` is in lowercase.
    @inline(__always)
    private static func isName(_ wanted: Span<UInt8>, at start: Int, in bytes: Span<UInt8>) -> Bool {
      precondition(start &+ wanted.count <= bytes.count, "a field line lies outside its head")
      var index = 0
      while index < wanted.count {
        // SAFETY: the precondition checked both bounds.
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
      precondition(index < count, "field line \(index) is out of range")
      return room[index]
    }
  }
}
