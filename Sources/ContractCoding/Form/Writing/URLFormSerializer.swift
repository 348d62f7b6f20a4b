/// A writer of a value tree as names and values of a query or form.
struct URLFormSerializer {
  private let options: URLFormOptions
  private let text: URLFormText
  private let separator: URLFormSeparator?
  private let elementText: URLFormText
  private let open: [UInt8]
  private let close: [UInt8]
  /// The path of the current value, for errors.
  private var path: [JSONPath]

  private(set) var bytes: [UInt8]

  /// Creates a serializer that appends pairs to `bytes`, after a `&` if `bytes` is not empty.
  init(appendingTo bytes: [UInt8], options: URLFormOptions, path: [JSONPath] = []) {
    self.bytes = bytes
    self.options = options
    self.path = path
    text = URLFormText(options)
    open = Array((options.escapesBrackets ? "%5B" : "[").utf8)
    close = Array((options.escapesBrackets ? "%5D" : "]").utf8)
    if case .separated(let by) = options.arrays {
      let separator = URLFormSeparator(by)
      self.separator = separator
      elementText = URLFormText(options, escaping: separator.isRaw ? separator.bytes : [])
    } else {
      separator = nil
      elementText = text
    }
  }

  /// Writes the members of an object as a whole query or form.
  mutating func writeRoot(_ value: URLFormValue) throws {
    guard case .object(let members) = value.kind else {
      throw refused("Only an object can be encoded as a whole query or form; give the value a name.")
    }
    try write(members, below: [], isRoot: true)
  }

  /// Writes a value at a name, which is escaped but not mapped.
  mutating func write(_ value: URLFormValue, named name: String) throws {
    var prefix: [UInt8] = []
    try refuseNUL(name)
    text.append(name, to: &prefix)
    try write(value, prefix)
  }

  /// Removes all bytes after the first `count`.
  mutating func truncate(to count: Int) {
    bytes.removeSubrange(count...)
  }

  // MARK: - Values

  private mutating func write(_ value: URLFormValue, _ prefix: [UInt8]) throws {
    switch value.kind {
    case .null: writeNull(prefix)
    case .bool, .number, .text: appendPair(prefix, try scalar(value))
    case .array(let elements):
      if elements.isEmpty, value.isExplicit { appendPair(prefix, "") } else { try write(elements, below: prefix) }
    case .pending: if value.isExplicit { appendPair(prefix, "") }
    case .object(let members):
      if options.nesting == .json {
        if !members.isEmpty || value.isExplicit { appendPair(prefix, try json(value)) }
      } else {
        let start = bytes.count
        try write(members, below: prefix, isRoot: false)
        if bytes.count == start, value.isExplicit { appendPair(prefix, "") }
      }
    }
  }

  private mutating func write(
    _ members: [(name: String, value: URLFormValue)], below prefix: [UInt8], isRoot: Bool
  ) throws {
    for (name, value) in options.sortsKeys ? URLFormValue.sorted(members) : members {
      path.append(.name(name))
      try check(name, allowsEmpty: isRoot && !value.isContainer && options.nils != .bareKey)
      var member = prefix
      if isRoot {
        text.append(name, to: &member)
      } else if options.nesting == .dots {
        member.append(UInt8(ascii: "."))
        text.append(name, to: &member)
      } else {
        member += open
        text.append(name, to: &member)
        member += close
      }
      try write(value, member)
      path.removeLast()
    }
  }

  private mutating func write(_ elements: [URLFormValue], below prefix: [UInt8]) throws {
    if options.nesting == .json || elements.allSatisfy({ !$0.isContainer }) {
      try writeLeaves(elements, prefix)
      return
    }
    for (position, element) in elements.enumerated() {
      path.append(.element(position))
      let name = prefix + open + Array(String(position).utf8) + close
      if case .array(let inner) = element.kind, inner.isEmpty {
        throw refused("A query or form cannot represent an empty array inside an array.")
      }
      if element.isNull { try refuseLostNil() }
      let start = bytes.count
      try write(element, name)
      if bytes.count == start { appendPair(name, "") }
      path.removeLast()
    }
  }

  /// Writes elements that are single strings.
  private mutating func writeLeaves(_ elements: [URLFormValue], _ prefix: [UInt8]) throws {
    if let separator {
      try writeSeparated(elements, prefix, by: separator)
      return
    }
    for (position, element) in elements.enumerated() {
      path.append(.element(position))
      var name = prefix
      switch options.arrays {
      case .brackets: name += open + close
      case .indexed: name += open + Array(String(position).utf8) + close
      case .repeated, .separated: break
      }
      if element.isNull {
        try refuseLostNil()
        writeNull(name)
      } else {
        appendPair(name, element.isContainer ? try json(element) : try scalar(element))
      }
      path.removeLast()
    }
  }

  private mutating func writeSeparated(
    _ elements: [URLFormValue], _ prefix: [UInt8], by separator: URLFormSeparator
  ) throws {
    guard !elements.isEmpty else { return }
    guard !separator.bytes.isEmpty else {
      throw refused("The separator of arrays is empty; choose another separator.")
    }
    beginPair(prefix)
    for (position, element) in elements.enumerated() {
      path.append(.element(position))
      if position > 0 {
        if separator.isRaw { bytes += separator.bytes } else { text.append(separator.text, to: &bytes) }
      }
      if element.isNull {
        guard options.nils == .empty else { throw refused("A separated array cannot represent nil; use `.empty`.") }
      } else {
        let word = element.isContainer ? try json(element) : try scalar(element)
        guard separator.allows(word, isAlone: elements.count == 1 && !element.isContainer) else {
          throw refused(
            "The element contains the separator \"\(separator.text)\" and would be decoded as several elements; choose another "
              + "separator or another style of arrays.")
        }
        elementText.append(word, to: &bytes)
      }
      path.removeLast()
    }
  }

  // MARK: - Strings

  private func scalar(_ value: URLFormValue) throws -> String {
    switch value.kind {
    case .bool(let value):
      switch options.bools {
      case .literal: return value ? "true" : "false"
      case .numeric: return value ? "1" : "0"
      case .custom(let yes, let no): return value ? yes : no
      }
    case .text(let text), .number(let text):
      try refuseNUL(text)
      return text
    default: return ""
    }
  }

  private func json(_ value: URLFormValue) throws -> String {
    var writer = URLFormJSONWriter(path: path, sortsKeys: options.sortsKeys)
    try writer.write(value)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private mutating func writeNull(_ name: [UInt8]) {
    switch options.nils {
    case .omitted: break
    case .bareKey: separatePair(name)
    case .empty: beginPair(name)
    }
  }

  private mutating func appendPair(_ name: [UInt8], _ value: String) {
    beginPair(name)
    text.append(value, to: &bytes)
  }

  private mutating func beginPair(_ name: [UInt8]) {
    separatePair(name)
    bytes.append(UInt8(ascii: "="))
  }

  private mutating func separatePair(_ name: [UInt8]) {
    if !bytes.isEmpty { bytes.append(UInt8(ascii: "&")) }
    bytes += name
  }

  // MARK: - Validation

  private func check(_ name: String, allowsEmpty: Bool) throws {
    try refuseNUL(name)
    if name.isEmpty, !allowsEmpty { throw refused("A member without a name is ambiguous; give it a name.") }
    if name.utf8.contains(where: "[]".utf8.contains) {
      throw refused("The name \"\(name)\" contains brackets, which denote members; use a nested object instead.")
    }
    if options.nesting == .dots, name.utf8.contains(UInt8(ascii: ".")) {
      throw refused("The name \"\(name)\" contains a dot, which denotes a member; use a nested object instead.")
    }
  }

  private func refuseNUL(_ text: String) throws {
    if text.utf8.contains(0) { throw refused("A query or form cannot contain NUL.") }
  }

  private func refuseLostNil() throws {
    if options.nils == .omitted { throw refused("An array cannot represent nil; choose another style for nil.") }
  }

  private func refused(_ reason: String) -> EncodingError {
    .invalidValue((), .init(codingPath: path, debugDescription: reason))
  }
}
