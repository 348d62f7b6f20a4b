/// Turns bytes into a tape: a strict RFC 8259 parser without recursion.
///
/// It differs from Foundation's on purpose: no comma may follow the last element. As there, a UTF-8 byte order mark is
/// skipped.
// SAFETY: `place` moves from `start` to `end` only; each step is taken after a comparison with `end`, and bytes are read
// before it only. `entries` has room for `capacity` entries, of which the first `count` are initialised. Both blocks of
// memory outlive the parser: it exists inside `parse` alone.
struct JSONParser: ~Copyable {
  let start: UnsafePointer<UInt8>
  let end: UnsafePointer<UInt8>
  var place: UnsafePointer<UInt8>

  private var entries: UnsafeMutablePointer<JSONEntry>
  private var count = 0
  private var capacity: Int
  /// The innermost open container, or -1. While a container is open, its `next` holds the one around it.
  private var container = -1
  private var depth = 0
  private let maxDepth: Int

  static func parse(_ bytes: [UInt8], limits: JSONLimits) throws(JSONSyntaxError) -> JSONEntries {
    if let maxBytes = limits.maxBytes, bytes.count > maxBytes {
      throw JSONSyntaxError("The text is longer than \(maxBytes) bytes.", at: maxBytes, in: bytes)
    }
    guard bytes.count < Int(UInt32.max) else {
      throw JSONSyntaxError("The text is longer than 4 GiB.", at: 0, in: bytes)
    }
    do throws(JSONFault) {
      return try bytes.withUnsafeBufferPointer { (text) throws(JSONFault) in
        guard let start = text.baseAddress, !text.isEmpty else { throw JSONFault(.empty, at: 0) }
        var parser = JSONParser(start: start, count: text.count, maxDepth: limits.maxDepth)
        do throws(JSONFault) {
          try parser.parseText()
        } catch {
          parser.entries.deallocate()
          throw error
        }
        return JSONEntries(start: parser.entries, count: parser.count)
      }
    } catch {
      throw JSONSyntaxError(error.reason.message(limits), at: error.offset, in: bytes)
    }
  }

  private init(start: UnsafePointer<UInt8>, count: Int, maxDepth: Int) {
    self.start = start
    end = start + count
    place = start
    self.maxDepth = min(maxDepth, JSONLimits.hardMaxDepth)
    capacity = min(count / 6 + 8, 1 << 16)
    entries = .allocate(capacity: capacity)
  }

  private mutating func parseText() throws(JSONFault) {
    if end - place >= 3, place[0] == 0xEF, place[1] == 0xBB, place[2] == 0xBF { place += 3 }
    skipSpace()
    guard place < end else { throw fault(.empty) }
    repeat {
      let descends = try parseValue()
      if !descends { try closeContainers() }
    } while container >= 0
    skipSpace()
    guard place == end else { throw fault(.trailing) }
  }

  /// Parses a scalar, or the start of a container; true when a value inside that container comes next.
  @inline(__always)
  private mutating func parseValue() throws(JSONFault) -> Bool {
    skipSpace()
    guard place < end else { throw fault(.endsBeforeValue) }
    switch place.pointee {
    case UInt8(ascii: "\""):
      try parseString()
    case UInt8(ascii: "{"):
      return try openContainer(.object)
    case UInt8(ascii: "["):
      return try openContainer(.array)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      try parseNumber()
    case UInt8(ascii: "t"):
      try parseWord(0x6575_7274, 4, .true)
    case UInt8(ascii: "f"):
      try parseWord(0x736C_6166, 5, .false)
    case UInt8(ascii: "n"):
      try parseWord(0x6C6C_756E, 4, .null)
    default:
      throw fault(.noValue)
    }
    return false
  }

  /// Opens a container; an object's first name is parsed at once. False when the container is empty and closed again.
  @inline(__always)
  private mutating func openContainer(_ kind: JSONEntry.Kind) throws(JSONFault) -> Bool {
    guard depth < maxDepth else { throw fault(.tooDeep) }
    let index = count
    append(kind, at: place, length: 0)
    place += 1
    skipSpace()
    guard place < end else { throw fault(kind == .object ? .endsInObject : .endsInArray) }
    if place.pointee == (kind == .object ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
      place += 1
      return false
    }
    entries[index].next = UInt32(truncatingIfNeeded: container)
    container = index
    depth += 1
    if kind == .object { try parseName() }
    return true
  }

  /// After a value: closes what ends here, and steps over the comma before the next value.
  @inline(__always)
  private mutating func closeContainers() throws(JSONFault) {
    while container >= 0 {
      let isObject = entries[container].kind == .object
      entries[container].length += 1
      skipSpace()
      guard place < end else { throw fault(isObject ? .endsInObject : .endsInArray) }
      let byte = place.pointee
      if byte == UInt8(ascii: ",") {
        place += 1
        if isObject {
          skipSpace()
          try parseName()
        }
        return
      }
      guard byte == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
        throw fault(isObject ? .noCommaInObject : .noCommaInArray)
      }
      place += 1
      let outer = Int(Int32(bitPattern: entries[container].next))
      entries[container].next = UInt32(truncatingIfNeeded: count)
      container = outer
      depth -= 1
    }
  }

  /// Parses a member's name and its colon.
  @inline(__always)
  private mutating func parseName() throws(JSONFault) {
    guard place < end, place.pointee == UInt8(ascii: "\"") else { throw fault(.noName) }
    let first = place + 1
    try parseString()
    let length = Int(entries[count - 1].length)
    entries[count - 1].tag = JSONName.tag(UnsafeBufferPointer(start: first, count: length))
    skipSpace()
    guard place < end, place.pointee == UInt8(ascii: ":") else { throw fault(.noColon) }
    place += 1
  }

  @inline(__always)
  private mutating func parseWord(_ word: UInt32, _ length: Int, _ kind: JSONEntry.Kind) throws(JSONFault) {
    guard end - place >= length,
      UInt32(littleEndian: UnsafeRawPointer(place).loadUnaligned(as: UInt32.self)) == word,
      length == 4 || place[4] == UInt8(ascii: "e")
    else { throw fault(.noValue) }
    append(kind, at: place, length: length)
    place += length
  }

  func fault(_ reason: JSONFault.Reason) -> JSONFault {
    JSONFault(reason, at: place - start)
  }

  /// Adds an entry.
  @inline(__always)
  mutating func append(_ kind: JSONEntry.Kind, at first: UnsafePointer<UInt8>, length: Int, isASCII: Bool = false) {
    if count == capacity { grow() }
    // SAFETY: there is room for one more.
    (entries + count).initialize(
      to: JSONEntry(
        offset: UInt32(truncatingIfNeeded: first - start), length: UInt32(truncatingIfNeeded: length),
        next: UInt32(truncatingIfNeeded: count + 1), kind: kind, isASCII: isASCII))
    count += 1
  }

  @inline(never)
  private mutating func grow() {
    let larger = UnsafeMutablePointer<JSONEntry>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: entries, count: count)
    entries.deallocate()
    entries = larger
    capacity *= 2
  }

  @inline(__always)
  private mutating func skipSpace() {
    if place < end, place.pointee <= 0x20 { skipSpaces() }
  }

  private mutating func skipSpaces() {
    while place < end {
      switch place.pointee {
      case 0x20, 0x0A, 0x0D, 0x09: place += 1
      default: return
      }
    }
  }
}
