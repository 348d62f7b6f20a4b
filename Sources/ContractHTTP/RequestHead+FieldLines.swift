extension RequestHead {
  /// The places of a head's field lines, in order. As many as most clients send need no allocation.
  package struct FieldLines: RandomAccessCollection, Sendable {
    private static let inlineCount = 8
    private static let none = FieldLine(name: ByteRange(0..<0), value: ByteRange(0..<0))

    private var first = InlineArray<8, FieldLine>(repeating: Self.none)
    private var others: [FieldLine] = []
    package private(set) var count = 0

    package init() {}

    package mutating func append(_ line: FieldLine) {
      if count < Self.inlineCount {
        first[count] = line
      } else {
        others.append(line)
      }
      count += 1
    }

    /// Forgets every line.
    package mutating func removeAll() {
      count = 0
      if !others.isEmpty { others = [] }
    }

    package var startIndex: Int { 0 }
    package var endIndex: Int { count }

    package subscript(index: Int) -> FieldLine {
      precondition(index < count, "a head has no such field line")
      return index < Self.inlineCount ? first[index] : others[index - Self.inlineCount]
    }
  }
}
