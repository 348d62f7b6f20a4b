import FoundationEssentials

/// What every container of one decoding shares, and the reading of scalars.
final class JSONDecodeContext {
  let tape: JSONTape
  let options: JSONOptions
  /// The names of coding keys; nil when they are not mapped.
  let names: KeyNames?
  let userInfo: [CodingUserInfoKey: any Sendable]
  /// Steps from the text's root to this tape's root.
  var prefix: [JSONPath] { place?.path ?? steps }
  private let steps: [JSONPath]
  private let place: JSONPlace?
  private var finder = JSONPathFinder()

  init(
    tape: JSONTape, options: JSONOptions, userInfo: [CodingUserInfoKey: any Sendable], prefix: [JSONPath] = [],
    place: JSONPlace? = nil
  ) {
    self.tape = tape
    self.options = options
    names = KeyNames.names(options.keys)
    self.userInfo = userInfo
    steps = prefix
    self.place = place
  }

  /// The steps from the text's root to the entry at an index.
  func path(to index: Int) -> [JSONPath] {
    prefix + finder.path(to: index, in: tape)
  }

  /// A context whose only value is a `null` that stands for something absent.
  func null(at path: [JSONPath]) -> JSONDecodeContext {
    let tape = JSONTape(bytes: [], entries: [JSONEntry(offset: 0, length: 0, next: 1, kind: .null)])
    return JSONDecodeContext(tape: tape, options: options, userInfo: userInfo, prefix: path)
  }

  func isNull(_ index: Int) -> Bool {
    tape.entries[index].kind == .null
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
      guard let value = JSONNumber.integer(tape.slice(index), as: I.self) else { throw .range }
      return value
    case .real:
      do throws(JSONNumber.Mismatch) {
        return try JSONNumber.exactInteger(tape.slice(index), as: I.self)
      } catch {
        throw error == .fraction ? .type : .range
      }
    default: throw .type
    }
  }

  func double(at index: Int) throws(JSONScalarFault) -> Double {
    guard isNumber(index) else { throw .type }
    guard let value = JSONNumber.double(tape.slice(index)) else { throw .range }
    return value
  }

  func float(at index: Int) throws(JSONScalarFault) -> Float {
    guard isNumber(index) else { throw .type }
    guard let value = JSONNumber.float(tape.slice(index)) else { throw .range }
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
    guard let uuid = UUID(uuidString: try string(at: index)) else { throw .format }
    return uuid
  }

  func url(at index: Int) throws(JSONScalarFault) -> URL {
    guard let url = URL(string: try string(at: index)) else { throw .format }
    return url
  }

  func decimal(at index: Int) throws(JSONScalarFault) -> Decimal {
    guard isNumber(index) else { throw .type }
    guard let value = Decimal(string: String(decoding: tape.slice(index), as: UTF8.self)), value.isFinite else {
      throw .range
    }
    return value
  }
}
