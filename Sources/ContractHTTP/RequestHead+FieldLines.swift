extension RequestHead {
  /// The places of a head's field lines, in order.
  package struct FieldLines: RandomAccessCollection, Sendable {
    /// Room for the lines that most requests have, made at once.
    private static let usualCount = 16
    /// What stands for a line further behind than eight bits can say.
    static let farNumber = 0xFF

    /// The lines, and room for more, which stays when they go.
    private var room: [FieldLine] = []
    package private(set) var count = 0
    /// A bit for each line, by its name's length and first letter. A name whose bit is missing has no line, which is what
    /// most questions come to.
    private var marks: UInt64 = 0
    /// Eight bits for each ``NotedField``: the number of its first line, counted from 1; 0 without one.
    private var noted: UInt64 = 0

    package init() {}

    /// Adds a line of a head that lies in `bytes`.
    ///
    /// - Returns: the field, if it is one that is noted.
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

    /// Forgets every line, and keeps the room for them.
    package mutating func removeAll() {
      count = 0
      marks = 0
      noted = 0
    }

    /// Becomes the lines of another head, each `offset` bytes further behind.
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

    /// How many lines there is room for.
    var capacity: Int { room.count }

    @inline(__always)
    func contains(_ field: NotedField) -> Bool { number(of: field) != 0 }

    /// The number of the first line of a field, counted from 1; 0 without one, and ``farNumber`` for one that is far behind.
    @inline(__always)
    func number(of field: NotedField) -> Int { Int(truncatingIfNeeded: noted &>> field.shift & 0xFF) }

    /// The first line with this name.
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
      precondition(index < count, "there are fewer field lines")
      return room[index]
    }
  }
}
