extension JSONDocument {
  /// The six kinds of JSON values (RFC 8259, section 3).
  public enum Kind: Sendable, Hashable {
    /// The kinds, as the RFC names them.
    case null, bool, number, string, array, object
  }

  /// One value inside a document.
  public struct Node: Sendable {
    let tape: JSONTape
    let index: Int

    /// What the value is.
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

    /// The value of `true` or `false`.
    public var bool: Bool? {
      switch tape.entries[index].kind {
      case .true: true
      case .false: false
      default: nil
      }
    }

    /// The value of a string, with escapes resolved.
    public var string: String? {
      kind == .string ? tape.text(index) : nil
    }

    /// A number exactly as the text writes it.
    public var numberText: String? {
      kind == .number ? String(decoding: tape.slice(index), as: UTF8.self) : nil
    }

    /// The nearest `Double` to a number; nil for other kinds and for numbers out of range.
    public var double: Double? {
      kind == .number ? tape.withContent(index) { JSONNumber.double($0) } : nil
    }

    /// The exact value of a number that is an integer, `1.0` and `1e3` included, and fits the type.
    public func integer<I: FixedWidthInteger>(as type: I.Type = Int.self) -> I? {
      switch tape.entries[index].kind {
      case .integer: tape.withContent(index) { JSONNumber.integer($0, as: I.self) }
      case .real: tape.withContent(index) { try? JSONNumber.exactInteger($0, as: I.self) }
      default: nil
      }
    }

    /// Elements of an array or members of an object; 0 for other kinds.
    public var count: Int {
      switch kind {
      case .array, .object: Int(tape.entries[index].length)
      default: 0
      }
    }

    /// The value of the first member of that name; nil when there is none, or when this is no object.
    public func member(_ name: String) -> Node? {
      guard kind == .object, let found = tape.member(name, of: index) else { return nil }
      return Node(tape: tape, index: found)
    }

    /// The elements of an array; nothing for other kinds.
    public var elements: Elements {
      Elements(tape: tape, index: index + 1, count: kind == .array ? count : 0)
    }

    /// The members of an object in document order, repeated names included; nothing for other kinds.
    public var members: Members {
      Members(tape: tape, index: index + 1, count: kind == .object ? count : 0)
    }

    /// Where the value stands in its document, as a JSON Pointer (RFC 6901): `/items/1/sku`, or `""` for the root.
    public var pointer: String {
      JSONPath.pointer(tape.path(to: index))
    }
  }

  /// The elements of an array, in order.
  public struct Elements: Sequence, IteratorProtocol, Sendable {
    let tape: JSONTape
    var index: Int
    var count: Int

    /// The next element.
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

    /// The next member.
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
