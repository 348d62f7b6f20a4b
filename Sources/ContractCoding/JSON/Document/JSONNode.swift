extension JSONDocument {
  /// The six kinds of JSON values (RFC 8259 §3).
  public enum Kind: Sendable, Hashable {
    /// The kinds of the RFC.
    case null, bool, number, string, array, object
  }

  /// A value in a document.
  public struct Node: Sendable {
    let tape: JSONTape
    let index: Int

    /// The kind of the value.
    public var kind: Kind {
      switch tape.entries[index].kind {
      case .null: .null
      case .true, .false: .bool
      case .integer, .real: .number
      case .string, .escapedString: .string
      case .array: .array
      case .object: .object
      }
    }

    /// True for `null`.
    public var isNull: Bool {
      tape.entries[index].kind == .null
    }

    /// The Boolean value; nil for other kinds.
    public var bool: Bool? {
      switch tape.entries[index].kind {
      case .true: true
      case .false: false
      default: nil
      }
    }

    /// The string value with escapes decoded; nil for other kinds.
    public var string: String? {
      kind == .string ? tape.text(index) : nil
    }

    /// The number as written in the text; nil for other kinds.
    public var numberText: String? {
      kind == .number ? String(decoding: tape.slice(index), as: UTF8.self) : nil
    }

    /// The nearest `Double` of a number; nil for other kinds and for numbers out of range.
    public var double: Double? {
      kind == .number ? tape.withContent(index) { JSONNumber.double($0) } : nil
    }

    /// Returns the exact value of an integer, including `1.0` and `1e3`; nil for other values and if out of range.
    public func integer<I: FixedWidthInteger>(as type: I.Type = Int.self) -> I? {
      switch tape.entries[index].kind {
      case .integer: tape.withContent(index) { JSONNumber.integer($0, as: I.self) }
      case .real: tape.withContent(index) { try? JSONNumber.exactInteger($0, as: I.self) }
      default: nil
      }
    }

    /// The number of elements or members; 0 for other kinds.
    public var count: Int {
      switch kind {
      case .array, .object: Int(tape.entries[index].length)
      default: 0
      }
    }

    /// Returns the value of the first member with this name; nil if absent or for other kinds.
    public func member(_ name: String) -> Node? {
      guard kind == .object, let found = tape.member(name, of: index) else { return nil }
      return Node(tape: tape, index: found)
    }

    /// The elements of an array; empty for other kinds.
    public var elements: Elements {
      Elements(tape: tape, index: index + 1, count: kind == .array ? count : 0)
    }

    /// The members of an object in document order, including repeated names; empty for other kinds.
    public var members: Members {
      Members(tape: tape, index: index + 1, count: kind == .object ? count : 0)
    }

    /// The location of the value in its document as a JSON Pointer (RFC 6901): `/items/1/sku`, or `""` for the root.
    public var pointer: String {
      JSONPath.pointer(tape.path(to: index))
    }
  }

  /// The elements of an array, in order.
  public struct Elements: Sequence, IteratorProtocol, Sendable {
    let tape: JSONTape
    var index: Int
    var count: Int

    /// Returns the next element, or nil at the end.
    public mutating func next() -> Node? {
      guard count > 0 else { return nil }
      count -= 1
      defer { index = Int(tape.entries[index].next) }
      return Node(tape: tape, index: index)
    }
  }

  /// The members of an object, in order.
  public struct Members: Sequence, IteratorProtocol, Sendable {
    let tape: JSONTape
    var index: Int
    var count: Int

    /// Returns the next member, or nil at the end.
    public mutating func next() -> (name: String, value: Node)? {
      guard count > 0 else { return nil }
      count -= 1
      let name = tape.text(index)
      let value = Node(tape: tape, index: index + 1)
      index = Int(tape.entries[index + 1].next)
      return (name, value)
    }
  }
}
