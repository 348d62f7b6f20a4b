import FoundationEssentials

/// Serialization of scalars as JSON.
enum JSONText {
  // MARK: - Strings

  /// Appends a string in quotation marks, escaping only `"`, `\` and control characters.
  @inline(__always)
  static func append<S: JSONSink>(_ string: String, to sink: inout S) {
    withBytes(of: string) { append($0, to: &sink) }
  }

  /// Appends a member name with its colon, and a preceding comma unless it is the first.
  @inline(__always)
  static func append<S: JSONSink>(name: String, isFirst: Bool, to sink: inout S) {
    withBytes(of: name) { append($0, hasComma: !isFirst, hasColon: true, to: &sink) }
  }

  /// Calls `body` with the bytes of a string. Native strings are contiguous and can be accessed without another retain.
  @inline(__always)
  private static func withBytes(of string: String, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    if string.utf8.withContiguousStorageIfAvailable(body) != nil { return }
    var string = string
    string.withUTF8(body)
  }

  @inline(__always)
  private static func append<S: JSONSink>(
    _ text: UnsafeBufferPointer<UInt8>, hasComma: Bool = false, hasColon: Bool = false, to sink: inout S
  ) {
    var copied = 0
    sink.append(room: text.count &+ 4) { target in
      var target = target
      // SAFETY: the text, two quotation marks, a comma and a colon fit in the requested room.
      let start = target
      if hasComma { put(UInt8(ascii: ","), &target) }
      put(UInt8(ascii: "\""), &target)
      copied = copyPlain(text, from: 0, to: &target)
      if copied == text.count {
        put(UInt8(ascii: "\""), &target)
        if hasColon { put(UInt8(ascii: ":"), &target) }
      }
      return target - start
    }
    if copied < text.count { appendEscaped(text, from: copied, hasColon: hasColon, to: &sink) }
  }

  /// Copies bytes that need no escape and returns the index of the first other byte, or the end.
  @inline(__always)
  private static func copyPlain(
    _ text: UnsafeBufferPointer<UInt8>, from start: Int, to target: inout UnsafeMutablePointer<UInt8>
  ) -> Int {
    guard let source = text.baseAddress else { return 0 }
    var index = start
    while text.count &- index >= 8 {
      let word = JSONChunk.load(source + index)
      guard JSONChunk.escapes(word) == 0 else { break }
      // SAFETY: the target has room for the rest of the text, which is at least 8 bytes.
      UnsafeMutableRawPointer(target).storeBytes(of: word.littleEndian, as: UInt64.self)
      target += 8
      index &+= 8
    }
    while index < text.count {
      let byte = source[index]
      if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return index }
      put(byte, &target)
      index &+= 1
    }
    return index
  }

  /// Appends the rest of a string from a byte that must be escaped.
  @inline(never)
  private static func appendEscaped<S: JSONSink>(
    _ text: UnsafeBufferPointer<UInt8>, from first: Int, hasColon: Bool, to sink: inout S
  ) {
    // SAFETY: a byte becomes at most six bytes, followed by a quotation mark and a colon.
    sink.append(room: (text.count - first) * 6 + 2) { start in
      var target = start
      var index = first
      while index < text.count {
        putEscape(text[index], &target)
        index = copyPlain(text, from: index + 1, to: &target)
      }
      put(UInt8(ascii: "\""), &target)
      if hasColon { put(UInt8(ascii: ":"), &target) }
      return target - start
    }
  }

  @inline(__always)
  private static func put(_ byte: UInt8, _ target: inout UnsafeMutablePointer<UInt8>) {
    // SAFETY: the callers have reserved room for all their bytes.
    target.initialize(to: byte)
    target += 1
  }

  private static func putEscape(_ byte: UInt8, _ target: inout UnsafeMutablePointer<UInt8>) {
    put(UInt8(ascii: "\\"), &target)
    switch byte {
    case 0x08: put(UInt8(ascii: "b"), &target)
    case 0x09: put(UInt8(ascii: "t"), &target)
    case 0x0A: put(UInt8(ascii: "n"), &target)
    case 0x0C: put(UInt8(ascii: "f"), &target)
    case 0x0D: put(UInt8(ascii: "r"), &target)
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): put(byte, &target)
    default:
      put(UInt8(ascii: "u"), &target)
      put(UInt8(ascii: "0"), &target)
      put(UInt8(ascii: "0"), &target)
      put(hexDigit(byte >> 4), &target)
      put(hexDigit(byte & 0x0F), &target)
    }
  }

  private static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }

  // MARK: - Words

  /// Appends ASCII without quotation marks and escapes.
  @inline(__always)
  static func append<S: JSONSink>(ascii text: StaticString, to sink: inout S) {
    append(ascii: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount), to: &sink)
  }

  @inline(__always)
  static func append<S: JSONSink>(ascii text: UnsafeBufferPointer<UInt8>, to sink: inout S) {
    sink.append(room: text.count) { target in
      // SAFETY: the room is as large as the text.
      if let source = text.baseAddress { target.initialize(from: source, count: text.count) }
      return text.count
    }
  }

  @inline(__always)
  static func append<S: JSONSink>(_ value: Bool, to sink: inout S) {
    append(ascii: value ? "true" : "false", to: &sink)
  }

  @inline(__always)
  static func appendNull<S: JSONSink>(to sink: inout S) {
    append(ascii: "null", to: &sink)
  }
}
