/// A header line: a name and a value.
public struct HTTPField: Hashable, Sendable {
  /// The name.
  public var name: HTTPFieldName
  /// The value.
  public var value: HTTPFieldValue

  /// Creates a header line.
  public init(_ name: HTTPFieldName, _ value: HTTPFieldValue) {
    self.name = name
    self.value = value
  }
}

/// The headers of a message: an ordered list in which a name may occur repeatedly (RFC 9110 §5.3).
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

  /// The serialized lines, if they were rendered in advance for many messages.
  package private(set) var rendered: [UInt8]?

  /// Creates an empty list.
  public init() {
    self.lines = []
  }

  /// Creates an empty list with capacity for `count` lines.
  package init(reserving count: Int) {
    self.lines = []
    self.lines.reserveCapacity(count)
  }

  /// Returns these headers, serialized in advance for many responses.
  package func renderedForResponses() -> HTTPFields {
    var fields = self
    var bytes: [UInt8] = []
    for line in lines where !line.name.isWrittenByServer {
      bytes += "\(line.name.rawName): \(line.value.rawValue)\r\n".utf8
    }
    fields.rendered = bytes
    return fields
  }

  /// Returns true when both have equal lines in the same order.
  public static func == (left: Self, right: Self) -> Bool { left.lines == right.lines }

  /// Returns true when both have the same lines byte for byte.
  package func isSpelledLike(_ other: Self) -> Bool {
    guard lines.count == other.lines.count else { return false }
    // SAFETY: the addresses are only compared, while both arrays are alive.
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

  /// Creates a list of these lines.
  public init(_ lines: [HTTPField]) {
    self.lines = lines
  }

  /// The value of the first line with this name; nil if absent. Setting a value replaces all lines with this name;
  /// setting nil removes them.
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

  /// Returns the values of all lines with this name, in order.
  public func values(_ name: HTTPFieldName) -> [HTTPFieldValue] {
    lines.compactMap { $0.name == name ? $0.value : nil }
  }

  /// Returns true when at least one line has this name.
  public func contains(_ name: HTTPFieldName) -> Bool {
    lines.contains { $0.name == name }
  }

  /// Appends a line and keeps existing lines with the same name.
  public mutating func append(_ name: HTTPFieldName, _ value: HTTPFieldValue) {
    lines.append(HTTPField(name, value))
  }

  /// Removes all lines with this name.
  public mutating func remove(_ name: HTTPFieldName) {
    lines.removeAll { $0.name == name }
  }

  /// True when there are no lines.
  public var isEmpty: Bool { lines.isEmpty }
}

extension HTTPFields: ExpressibleByDictionaryLiteral {
  /// Creates a list from a literal, in the order given. Names may be repeated.
  public init(dictionaryLiteral elements: (HTTPFieldName, HTTPFieldValue)...) {
    self.lines = elements.map { HTTPField($0.0, $0.1) }
  }
}

extension HTTPFields: Sequence {
  /// Iterates over the lines in order.
  public func makeIterator() -> IndexingIterator<[HTTPField]> { lines.makeIterator() }
}

extension HTTPFields: CustomStringConvertible {
  /// One `name: value` line per header; sensitive values are shown as `<redacted>`.
  public var description: String {
    lines.map { "\($0.name): \($0.shownValue)" }.joined(separator: "\n")
  }
}

extension HTTPFields: CustomReflectable {
  /// The lines as in the description, for `dump`.
  public var customMirror: Mirror {
    Mirror(self, children: lines.map { (label: "\($0.name)", value: $0.shownValue as Any) }, displayStyle: .dictionary)
  }
}

extension HTTPField: CustomStringConvertible, CustomReflectable {
  /// `name: value`; a sensitive value is shown as `<redacted>`.
  public var description: String { "\(name): \(shownValue)" }

  /// Name and value as in the description, for `dump`.
  public var customMirror: Mirror { Mirror(self, children: ["name": "\(name)", "value": shownValue]) }

  fileprivate var shownValue: String { name.isSensitive ? "<redacted>" : value.rawValue }
}
