/// Turns bytes into a tape: a strict RFC 8259 parser without recursion.
///
/// It differs from Foundation's on purpose: no comma may follow the last element. As there, a UTF-8 byte order mark is
/// skipped.
struct JSONParser {
  /// A fault on its way out; the place becomes line and column once, at the end.
  struct Fault: Error {
    let message: String
    let offset: Int
  }

  var entries: [JSONEntry] = []
  var position = 0
  /// Indices of the containers that are open.
  private var open: [Int] = []
  private let maxDepth: Int

  static func parse(_ bytes: [UInt8], limits: JSONLimits) throws(JSONSyntaxError) -> [JSONEntry] {
    if let maxBytes = limits.maxBytes, bytes.count > maxBytes {
      throw JSONSyntaxError("The text is longer than \(maxBytes) bytes.", at: maxBytes, in: bytes)
    }
    guard bytes.count < Int(UInt32.max) else {
      throw JSONSyntaxError("The text is longer than 4 GiB.", at: 0, in: bytes)
    }
    var parser = JSONParser(limits: limits, byteCount: bytes.count)
    do throws(Fault) {
      try parser.parseText(bytes.span)
    } catch {
      throw JSONSyntaxError(error.message, at: error.offset, in: bytes)
    }
    return parser.entries
  }

  private init(limits: JSONLimits, byteCount: Int) {
    maxDepth = min(limits.maxDepth, JSONLimits.hardMaxDepth)
    entries.reserveCapacity(byteCount / 8 + 4)
    open.reserveCapacity(8)
  }

  private mutating func parseText(_ bytes: Span<UInt8>) throws(Fault) {
    if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { position = 3 }
    skipSpace(bytes)
    guard position < bytes.count else { throw fault("The text is empty.") }
    repeat {
      let descends = try parseValue(bytes)
      if !descends { try closeContainers(bytes) }
    } while !open.isEmpty
    skipSpace(bytes)
    guard position == bytes.count else { throw fault("Something follows the value.") }
  }

  /// Parses a scalar, or the start of a container; true when a value inside that container comes next.
  private mutating func parseValue(_ bytes: Span<UInt8>) throws(Fault) -> Bool {
    skipSpace(bytes)
    guard position < bytes.count else { throw fault("The text ends where a value should be.") }
    switch bytes[position] {
    case UInt8(ascii: "\""):
      try parseString(bytes)
    case UInt8(ascii: "{"):
      return try openContainer(.object, bytes)
    case UInt8(ascii: "["):
      return try openContainer(.array, bytes)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      try parseNumber(bytes)
    case UInt8(ascii: "t"):
      try parseWord("true", .true, bytes)
    case UInt8(ascii: "f"):
      try parseWord("false", .false, bytes)
    case UInt8(ascii: "n"):
      try parseWord("null", .null, bytes)
    default:
      throw fault("A value should be here.")
    }
    return false
  }

  /// Opens a container; an object's first name is parsed at once. False when the container is empty and closed again.
  private mutating func openContainer(_ kind: JSONEntry.Kind, _ bytes: Span<UInt8>) throws(Fault) -> Bool {
    guard open.count < maxDepth else { throw fault("The text is nested deeper than \(maxDepth) levels.") }
    let index = entries.count
    append(kind, offset: position, length: 0)
    position += 1
    skipSpace(bytes)
    guard position < bytes.count else { throw fault("The text ends inside \(Self.name(kind)).") }
    if bytes[position] == Self.closer(kind) {
      position += 1
      return false
    }
    open.append(index)
    if kind == .object { try parseName(bytes) }
    return true
  }

  /// After a value: closes what ends here, and steps over the comma before the next value.
  private mutating func closeContainers(_ bytes: Span<UInt8>) throws(Fault) {
    while let index = open.last {
      entries[index].length += 1
      skipSpace(bytes)
      let kind = entries[index].kind
      guard position < bytes.count else { throw fault("The text ends inside \(Self.name(kind)).") }
      let byte = bytes[position]
      if byte == UInt8(ascii: ",") {
        position += 1
        if kind == .object {
          skipSpace(bytes)
          try parseName(bytes)
        }
        return
      }
      guard byte == Self.closer(kind) else {
        throw fault("A comma or the end of \(Self.name(kind)) should be here.")
      }
      position += 1
      entries[index].next = UInt32(truncatingIfNeeded: entries.count)
      open.removeLast()
    }
  }

  /// Parses a member's name and its colon.
  private mutating func parseName(_ bytes: Span<UInt8>) throws(Fault) {
    guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else {
      throw fault("A member's name in quotation marks should be here.")
    }
    try parseString(bytes)
    skipSpace(bytes)
    guard position < bytes.count, bytes[position] == UInt8(ascii: ":") else {
      throw fault("A colon should follow the member's name.")
    }
    position += 1
  }

  private mutating func parseWord(
    _ word: StaticString, _ kind: JSONEntry.Kind, _ bytes: Span<UInt8>
  ) throws(Fault) {
    let length = word.utf8CodeUnitCount
    let text = kind == .true ? 0x7472_7565 : kind == .null ? 0x6E75_6C6C : 0x6661_6C73_65
    guard position + length <= bytes.count else { throw fault("A value should be here.") }
    var found = 0
    for index in position..<position + length { found = found << 8 | Int(bytes[index]) }
    guard found == text else { throw fault("A value should be here.") }
    append(kind, offset: position, length: length)
    position += length
  }

  func fault(_ message: String) -> Fault {
    Fault(message: message, offset: position)
  }

  /// Adds an entry without content.
  mutating func append(_ kind: JSONEntry.Kind, offset: Int, length: Int) {
    entries.append(
      JSONEntry(
        offset: UInt32(truncatingIfNeeded: offset), length: UInt32(truncatingIfNeeded: length),
        next: UInt32(truncatingIfNeeded: entries.count + 1), kind: kind))
  }

  private mutating func skipSpace(_ bytes: Span<UInt8>) {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x0A, 0x0D, 0x09: position += 1
      default: return
      }
    }
  }

  private static func closer(_ kind: JSONEntry.Kind) -> UInt8 {
    kind == .object ? UInt8(ascii: "}") : UInt8(ascii: "]")
  }

  private static func name(_ kind: JSONEntry.Kind) -> String {
    kind == .object ? "an object" : "an array"
  }
}
