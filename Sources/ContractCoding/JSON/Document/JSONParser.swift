/// A strict RFC 8259 parser, without recursion, that creates a tape.
///
/// Unlike Foundation, it rejects a comma after the last element. Like Foundation, it skips a UTF-8 byte order mark.
// SAFETY: `next` moves only from `start` to `end`; each step and access follows a comparison with `end`. `entries` has
// room for `capacity` entries, of which the first `count` are initialized. Both memory blocks outlive the parser, which
// exists only within `parse`.
struct JSONParser: ~Copyable, JSONScanner {
  private let start: UnsafePointer<UInt8>
  let end: UnsafePointer<UInt8>
  var next: UnsafePointer<UInt8>

  private var entries: UnsafeMutablePointer<JSONEntry>
  private var count = 0
  private var capacity: Int
  /// The innermost open container, or -1. The `next` of an open container is the index of the enclosing one.
  private var container = -1
  private var depth = 0
  private let maxDepth: Int
  /// The first error of a token.
  private var tokenFault: JSONFault?

  static func parse(_ bytes: [UInt8], limits: JSONLimits) throws(JSONSyntaxError) -> JSONEntries {
    if let maxBytes = limits.maxBytes, bytes.count > maxBytes {
      throw JSONSyntaxError("The text exceeds the limit of \(maxBytes) bytes.", at: maxBytes, in: bytes)
    }
    guard bytes.count < Int(UInt32.max) else {
      throw JSONSyntaxError("The text exceeds 4 GiB.", at: 0, in: bytes)
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
    next = start
    self.maxDepth = min(maxDepth, JSONLimits.hardMaxDepth)
    capacity = min(count / 6 + 8, 1 << 16)
    entries = .allocate(capacity: capacity)
  }

  private mutating func parseText() throws(JSONFault) {
    skipByteOrderMark()
    skipSpace()
    guard next < end else { throw fault(.empty) }
    repeat {
      let descends = try parseValue()
      if !descends { try closeContainers() }
    } while container >= 0
    skipSpace()
    guard next == end else { throw fault(.trailing) }
  }

  /// Parses a scalar or the start of a container. Returns true when a value inside that container follows.
  @inline(__always)
  private mutating func parseValue() throws(JSONFault) -> Bool {
    skipSpace()
    guard next < end else { throw fault(.endsBeforeValue) }
    switch next.pointee {
    case UInt8(ascii: "\""):
      _ = try parseString()
    case UInt8(ascii: "{"):
      return try openContainer(.object)
    case UInt8(ascii: "["):
      return try openContainer(.array)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      let first = next
      let isInteger = scanNumber()
      try append(isInteger ? .integer : .real, at: first, length: next - first)
    case UInt8(ascii: "t"):
      try parseWord(JSONWord.true, 4, .true)
    case UInt8(ascii: "f"):
      try parseWord(JSONWord.alse, 5, .false)
    case UInt8(ascii: "n"):
      try parseWord(JSONWord.null, 4, .null)
    default:
      throw fault(.noValue)
    }
    return false
  }

  /// Opens a container and parses an object's first name. Returns false for an empty container, which is closed again.
  @inline(__always)
  private mutating func openContainer(_ kind: JSONEntry.Kind) throws(JSONFault) -> Bool {
    guard depth < maxDepth else { throw fault(.tooDeep) }
    let index = count
    try append(kind, at: next, length: 0)
    next += 1
    skipSpace()
    guard next < end else { throw fault(kind == .object ? .endsInObject : .endsInArray) }
    if next.pointee == (kind == .object ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
      next += 1
      return false
    }
    entries[index].next = UInt32(truncatingIfNeeded: container)
    container = index
    depth += 1
    if kind == .object { try parseName() }
    return true
  }

  /// Closes the containers that end after a value, and skips the comma before the next value.
  @inline(__always)
  private mutating func closeContainers() throws(JSONFault) {
    while container >= 0 {
      let isObject = entries[container].kind == .object
      entries[container].length += 1
      skipSpace()
      guard next < end else { throw fault(isObject ? .endsInObject : .endsInArray) }
      let byte = next.pointee
      if byte == UInt8(ascii: ",") {
        next += 1
        if isObject {
          skipSpace()
          try parseName()
        }
        return
      }
      guard byte == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
        throw fault(isObject ? .noCommaInObject : .noCommaInArray)
      }
      next += 1
      let outer = Int(Int32(bitPattern: entries[container].next))
      entries[container].next = UInt32(truncatingIfNeeded: count)
      container = outer
      depth -= 1
    }
  }

  /// Parses a member name and its colon.
  @inline(__always)
  private mutating func parseName() throws(JSONFault) {
    guard next < end, next.pointee == UInt8(ascii: "\"") else { throw fault(.noName) }
    let name = try parseString()
    entries[count - 1].tag = JSONName.tag(name.content)
    skipSpace()
    guard next < end, next.pointee == UInt8(ascii: ":") else { throw fault(.noColon) }
    next += 1
  }

  @inline(__always)
  private mutating func parseString() throws(JSONFault) -> JSONString {
    let text = scanString()
    try append(text.isEscaped ? .escapedString : .string, at: text.start, length: text.count, isASCII: text.isASCII)
    return text
  }

  @inline(__always)
  private mutating func parseWord(_ letters: UInt32, _ length: Int, _ kind: JSONEntry.Kind) throws(JSONFault) {
    let first = next
    skipWord(letters, length)
    try append(kind, at: first, length: length)
  }

  mutating func breakOff(_ reason: JSONFault.Reason) {
    if tokenFault == nil { tokenFault = fault(reason) }
    next = end
  }

  private func fault(_ reason: JSONFault.Reason) -> JSONFault {
    JSONFault(reason, at: next - start)
  }

  /// Appends an entry for a token, unless the token is invalid.
  @inline(__always)
  private mutating func append(
    _ kind: JSONEntry.Kind, at first: UnsafePointer<UInt8>, length: Int, isASCII: Bool = false
  ) throws(JSONFault) {
    if let tokenFault { throw tokenFault }
    if count == capacity { grow() }
    // SAFETY: `grow` has ensured the capacity.
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
}
