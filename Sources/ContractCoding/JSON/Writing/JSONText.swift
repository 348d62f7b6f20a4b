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
    if string.utf8.withContiguousStorageIfAvailable(body) == nil { withCopiedBytes(of: string, body) }
  }

  @inline(never)
  private static func withCopiedBytes(of string: String, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    var string = string
    string.withUTF8(body)
  }

  @inline(__always)
  private static func append<S: JSONSink>(
    _ text: UnsafeBufferPointer<UInt8>, hasComma: Bool = false, hasColon: Bool = false, to sink: inout S
  ) {
    var isPlain = false
    sink.append(room: text.count &+ 4) { start in
      // SAFETY: the text, two quotation marks, a comma and a colon fit in the requested room.
      var target = start
      if hasComma { put(UInt8(ascii: ","), &target) }
      put(UInt8(ascii: "\""), &target)
      isPlain = copyPlain(text, to: target)
      guard isPlain else { return 0 }
      target += text.count
      put(UInt8(ascii: "\""), &target)
      if hasColon { put(UInt8(ascii: ":"), &target) }
      return target - start
    }
    if !isPlain { appendEscaped(text, hasComma: hasComma, hasColon: hasColon, to: &sink) }
  }

  /// Copies a string in whole words. Returns false when a byte must be escaped.
  @inline(__always)
  private static func copyPlain(_ text: UnsafeBufferPointer<UInt8>, to target: UnsafeMutablePointer<UInt8>) -> Bool {
    // SAFETY: loads and stores stay within `count` bytes; a word is composed of pieces that may overlap.
    let count = text.count
    guard let base = text.baseAddress, count > 0 else { return true }
    let source = UnsafeRawPointer(base)
    let copy = UnsafeMutableRawPointer(target)
    if count < 4 {
      let (first, middle, last) = (base[0], base[count / 2], base[count - 1])
      target[0] = first
      target[count / 2] = middle
      target[count - 1] = last
      // The padding 0x20 needs no escape.
      return JSONChunk.escapes(0x2020_2020_2000_0000 | UInt64(first) << 16 | UInt64(middle) << 8 | UInt64(last)) == 0
    }
    if count < 8 {
      let low = source.loadUnaligned(as: UInt32.self)
      let high = source.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self)
      copy.storeBytes(of: low, as: UInt32.self)
      copy.storeBytes(of: high, toByteOffset: count - 4, as: UInt32.self)
      return JSONChunk.escapes(UInt64(low) << 32 | UInt64(high)) == 0
    }
    var index = 0
    repeat {
      let word = source.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      guard JSONChunk.escapes(word) == 0 else { return false }
      copy.storeBytes(of: word, toByteOffset: index, as: UInt64.self)
      index += 8
    } while index + 8 <= count
    let word = source.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
    copy.storeBytes(of: word, toByteOffset: count - 8, as: UInt64.self)
    return JSONChunk.escapes(word) == 0
  }

  /// Appends a string that contains characters to escape.
  @inline(never)
  private static func appendEscaped<S: JSONSink>(
    _ text: UnsafeBufferPointer<UInt8>, hasComma: Bool, hasColon: Bool, to sink: inout S
  ) {
    // SAFETY: a byte becomes at most six bytes; quotation marks, a comma and a colon surround them.
    sink.append(room: text.count * 6 + 4) { start in
      var target = start
      if hasComma { put(UInt8(ascii: ","), &target) }
      put(UInt8(ascii: "\""), &target)
      for byte in text {
        if byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
          put(byte, &target)
        } else {
          putEscape(byte, &target)
        }
      }
      put(UInt8(ascii: "\""), &target)
      if hasColon { put(UInt8(ascii: ":"), &target) }
      return target - start
    }
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
      put(UInt8(ascii: "0") + byte >> 4, &target)
      put(byte & 0xF < 10 ? UInt8(ascii: "0") + byte & 0xF : UInt8(ascii: "a") - 10 + byte & 0xF, &target)
    }
  }

  // MARK: - Bytes and words

  /// Writes one byte.
  @inline(__always)
  static func put(_ byte: UInt8, _ target: inout UnsafeMutablePointer<UInt8>) {
    // SAFETY: the callers have reserved room for all their bytes.
    target.initialize(to: byte)
    target += 1
  }

  /// Writes `true` or `false`.
  @inline(__always)
  static func put(_ value: Bool, _ target: inout UnsafeMutablePointer<UInt8>) {
    // SAFETY: the callers have reserved five bytes.
    if !value { put(UInt8(ascii: "f"), &target) }
    UnsafeMutableRawPointer(target).storeBytes(of: value ? JSONWord.true : JSONWord.alse, as: UInt32.self)
    target += 4
  }

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
    sink.append(room: 5) { start in
      var target = start
      put(value, &target)
      return target - start
    }
  }

  @inline(__always)
  static func appendNull<S: JSONSink>(to sink: inout S) {
    sink.append(room: 4) { target in
      UnsafeMutableRawPointer(target).storeBytes(of: JSONWord.null, as: UInt32.self)
      return 4
    }
  }
}
