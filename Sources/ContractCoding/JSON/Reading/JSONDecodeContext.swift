import FoundationEssentials

/// The shared state of one decoding, and functions that decode scalars.
final class JSONDecodeContext {
  let tape: JSONTape
  let options: JSONOptions
  /// The mapping of coding keys; nil when keys are not mapped.
  let names: KeyNames?
  let userInfo: [CodingUserInfoKey: any Sendable]
  /// The path from the text's root to this tape's root.
  var prefix: [JSONPath] { location?.path ?? steps }
  private let steps: [JSONPath]
  private let location: JSONLocation?
  /// The number of steps in `prefix` to the outermost value being decoded.
  var depth: Int { location?.path.count ?? root }
  private let root: Int
  private var finder = JSONPathFinder()
  private var indexes: [Int: JSONMemberIndex] = [:]
  /// The table used last.
  private var lastIndex: (object: Int, index: JSONMemberIndex)?

  init(
    tape: JSONTape, options: JSONOptions, userInfo: [CodingUserInfoKey: any Sendable], prefix: [JSONPath] = [],
    location: JSONLocation? = nil, depth: Int = 0
  ) {
    self.tape = tape
    self.options = options
    names = KeyNames.names(options.keys)
    self.userInfo = userInfo
    steps = prefix
    self.location = location
    root = depth
  }

  /// Returns the path from the text's root to the entry at an index.
  func path(to index: Int) -> [JSONPath] {
    prefix + finder.path(to: index, in: tape)
  }

  /// Returns a context with a single `null` that represents an absent value.
  func null(at path: [JSONPath]) -> JSONDecodeContext {
    JSONDecodeContext(tape: JSONTape(), options: options, userInfo: userInfo, prefix: path, depth: depth)
  }

  func isNull(_ index: Int) -> Bool {
    tape.entries[index].kind == .null
  }

  // MARK: - Members

  /// Returns the index of the value of the first member with a name; nil if absent.
  @inline(__always)
  func member(_ name: JSONName, of object: Int, isLarge: Bool) -> Int? {
    isLarge ? table(of: object).value(name, in: tape) : tape.member(name, of: object)
  }

  /// Returns the table of a large object's members. Tables are cached, so that an object that contains large objects
  /// does not rebuild its own for each member.
  @inline(never)
  private func table(of object: Int) -> JSONMemberIndex {
    if let lastIndex, lastIndex.object == object { return lastIndex.index }
    let index = indexes[object] ?? JSONMemberIndex(object, in: tape)
    indexes[object] = index
    lastIndex = (object, index)
    return index
  }

  // MARK: - Scalars

  func bool(at index: Int) throws(JSONScalarFault) -> Bool {
    switch tape.entries[index].kind {
    case .true: return true
    case .false: return false
    default: throw .type
    }
  }

  func string(at index: Int) throws(JSONScalarFault) -> String {
    switch tape.entries[index].kind {
    case .string, .escapedString: return tape.text(index)
    default: throw .type
    }
  }

  func integer<I: FixedWidthInteger>(_ type: I.Type, at index: Int) throws(JSONScalarFault) -> I {
    switch tape.entries[index].kind {
    case .integer:
      guard let value = tape.withContent(index, { JSONNumber.integer($0, as: I.self) }) else { throw .range }
      return value
    case .real:
      do throws(JSONNumber.Mismatch) {
        return try tape.withContent(index) { (text) throws(JSONNumber.Mismatch) in
          try JSONNumber.exactInteger(text, as: I.self)
        }
      } catch {
        throw error == .fraction ? .type : .range
      }
    default: throw .type
    }
  }

  func double(at index: Int) throws(JSONScalarFault) -> Double {
    guard isNumber(index) else { throw .type }
    guard let value = tape.withContent(index, { JSONNumber.double($0) }) else { throw .range }
    return value
  }

  func float(at index: Int) throws(JSONScalarFault) -> Float {
    guard isNumber(index) else { throw .type }
    guard let value = tape.withContent(index, { JSONNumber.float($0) }) else { throw .range }
    return value
  }

  func isNumber(_ index: Int) -> Bool {
    switch tape.entries[index].kind {
    case .integer, .real: true
    default: false
    }
  }
}

extension JSONDecodeContext {
  // MARK: - Values of FoundationEssentials

  func date(at index: Int) throws(JSONScalarFault) -> Date {
    switch options.dates {
    case .rfc3339:
      switch tape.entries[index].kind {
      case .string:
        guard let date = RFC3339.date(from: tape.slice(index)) else { throw .format }
        return date
      case .escapedString:
        guard let date = RFC3339.date(from: JSONEscapes.bytes(of: tape.slice(index))[...]) else { throw .format }
        return date
      default: throw .type
      }
    case .custom(_, let decode):
      guard let date = decode(try string(at: index)) else { throw .format }
      return date
    case .secondsSince1970, .millisecondsSince1970, .deferredToDate:
      guard let date = options.dates.date(of: try double(at: index)) else { throw .format }
      return date
    }
  }

  func data(at index: Int) throws(JSONScalarFault) -> Data {
    guard let data = Data(base64Encoded: try string(at: index)) else { throw .format }
    return data
  }

  func uuid(at index: Int) throws(JSONScalarFault) -> UUID {
    if tape.entries[index].kind == .string, let uuid = tape.withContent(index, { UUIDText.uuid($0) }) { return uuid }
    guard let uuid = UUIDText.uuid(try string(at: index)) else { throw .format }
    return uuid
  }

  func url(at index: Int) throws(JSONScalarFault) -> URL {
    guard let url = URL(string: try string(at: index)) else { throw .format }
    return url
  }

  func decimal(at index: Int) throws(JSONScalarFault) -> Decimal {
    guard isNumber(index) else { throw .type }
    guard let value = DecimalText.decimal(String(decoding: tape.slice(index), as: UTF8.self)) else { throw .range }
    return value
  }
}
