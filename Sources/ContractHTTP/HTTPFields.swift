/// One field line: a name and its value.
public struct HTTPField: Hashable, Sendable {
  /// The field's name.
  public var name: HTTPFieldName
  /// The field's value.
  public var value: HTTPFieldValue

  /// A field line with this name and value.
  public init(_ name: HTTPFieldName, _ value: HTTPFieldValue) {
    self.name = name
    self.value = value
  }
}

/// The fields of a message: an ordered list in which names may repeat (RFC 9110 §5.3).
///
/// ```swift
/// var fields: HTTPFields = [.contentType: "text/plain"]
/// fields.append(.setCookie, "a=1")
/// fields[.contentType]      // "text/plain"
/// ```
public struct HTTPFields: Hashable, Sendable {
  /// The lines in order.
  public private(set) var lines: [HTTPField] {
    didSet { rendered = nil }
  }

  /// The lines as they are sent, when somebody has rendered them once for many messages.
  package private(set) var rendered: [UInt8]?

  /// No fields.
  public init() {
    self.lines = []
  }

  /// No fields, with room for so many.
  package init(reserving count: Int) {
    self.lines = []
    self.lines.reserveCapacity(count)
  }

  /// The same fields, rendered for many responses.
  package func renderedForResponses() -> HTTPFields {
    var fields = self
    var bytes: [UInt8] = []
    for line in lines where !line.name.isWrittenByServer {
      bytes += "\(line.name.rawName): \(line.value.rawValue)\r\n".utf8
    }
    fields.rendered = bytes
    return fields
  }

  /// True when both have the same lines in the same order.
  public static func == (left: Self, right: Self) -> Bool { left.lines == right.lines }

  /// True when both have the same lines in the same order, spelled alike to the byte.
  package func isSpelledLike(_ other: Self) -> Bool {
    guard lines.count == other.lines.count else { return false }
    // SAFETY: the addresses are compared while both arrays are alive, and never followed.
    let isSameArray = lines.withUnsafeBufferPointer { mine in
      other.lines.withUnsafeBufferPointer { mine.baseAddress == $0.baseAddress }
    }
    return isSameArray
      || zip(lines, other.lines).allSatisfy {
        $0.name.rawName == $1.name.rawName && $0.value == $1.value
      }
  }

  /// Hashes the lines.
  public func hash(into hasher: inout Hasher) { hasher.combine(lines) }

  /// These lines, in this order.
  public init(_ lines: [HTTPField]) {
    self.lines = lines
  }

  /// The text of the first line with this name, or nil without one. Setting replaces all lines of the name; nil removes
  /// them.
  public subscript(name: HTTPFieldName) -> HTTPFieldValue? {
    get { lines.first { $0.name == name }?.value }
    set {
      guard let newValue else { return remove(name) }
      if let index = lines.firstIndex(where: { $0.name == name }) {
        lines[index].value = newValue
        var seen = 0
        lines.removeAll { line in
          guard line.name == name else { return false }
          seen += 1
          return seen > 1
        }
      } else {
        lines.append(HTTPField(name, newValue))
      }
    }
  }

  /// The values of every line with this name, in order.
  public func values(_ name: HTTPFieldName) -> [HTTPFieldValue] {
    lines.compactMap { $0.name == name ? $0.value : nil }
  }

  /// True when at least one line has this name.
  public func contains(_ name: HTTPFieldName) -> Bool {
    lines.contains { $0.name == name }
  }

  /// Adds a line after the others and keeps those of the same name.
  public mutating func append(_ name: HTTPFieldName, _ value: HTTPFieldValue) {
    lines.append(HTTPField(name, value))
  }

  /// Removes every line with this name.
  public mutating func remove(_ name: HTTPFieldName) {
    lines.removeAll { $0.name == name }
  }

  /// True without any line.
  public var isEmpty: Bool { lines.isEmpty }
}

extension HTTPFields: ExpressibleByDictionaryLiteral {
  /// The fields of a literal, in its order; a name may repeat.
  public init(dictionaryLiteral elements: (HTTPFieldName, HTTPFieldValue)...) {
    self.lines = elements.map { HTTPField($0.0, $0.1) }
  }
}

extension HTTPFields: Sequence {
  /// Iterates over the lines in order.
  public func makeIterator() -> IndexingIterator<[HTTPField]> { lines.makeIterator() }
}

extension HTTPFields: CustomStringConvertible {
  /// One `name: value` line each; the values of sensitive fields read `<redacted>`.
  public var description: String {
    lines.map { "\($0.name): \($0.shownValue)" }.joined(separator: "\n")
  }
}

extension HTTPFields: CustomReflectable {
  /// The lines as the description has them, for `dump`.
  public var customMirror: Mirror {
    Mirror(self, children: lines.map { (label: "\($0.name)", value: $0.shownValue as Any) }, displayStyle: .dictionary)
  }
}

extension HTTPField: CustomStringConvertible, CustomReflectable {
  /// `name: value`; the value of a sensitive field reads `<redacted>`.
  public var description: String { "\(name): \(shownValue)" }

  /// The parts as the description has them, for `dump`.
  public var customMirror: Mirror { Mirror(self, children: ["name": "\(name)", "value": shownValue]) }

  fileprivate var shownValue: String { name.isSensitive ? "<redacted>" : value.rawValue }
}
