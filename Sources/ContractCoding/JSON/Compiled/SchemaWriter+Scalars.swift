// SAFETY: callers reserve the longest output: 5 bytes for a Boolean, 20 for an integer. Digits are written backwards
// from `next + count`, and a pair is an index below 100 into 200 bytes.
extension SchemaWriter {
  // MARK: - Booleans and numbers

  /// Writes a Boolean.
  public mutating func bool(_ value: Bool) {
    reserve(8)
    put(value)
  }

  @inline(__always)
  private mutating func put(_ value: Bool) {
    let target = UnsafeMutableRawPointer(next)
    if value {
      target.storeBytes(of: JSONWord.true, as: UInt32.self)
      next += 4
    } else {
      target.storeBytes(of: UInt8(ascii: "f"), as: UInt8.self)
      target.storeBytes(of: JSONWord.alse, toByteOffset: 1, as: UInt32.self)
      next += 5
    }
  }

  /// Writes an integer.
  public mutating func int(_ value: Int) {
    reserve(24)
    put(value)
  }

  @inline(__always)
  private mutating func put(_ value: Int) {
    if value < 0 {
      next.pointee = UInt8(ascii: "-")
      next += 1
    }
    put(digits: UInt64(value.magnitude))
  }

  @inline(__always)
  private mutating func put(digits value: UInt64) {
    if value < 10 {
      next.pointee = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: value)
      next += 1
      return
    }
    putMany(digits: value)
  }

  private mutating func putMany(digits value: UInt64) {
    var power: UInt64 = 100
    var count = 2
    while count < 20, value >= power {
      count += 1
      power = count < 20 ? power &* 10 : power
    }
    var rest = value
    var target = next + count
    next = target
    let pairs = Self.pairs.utf8Start
    while rest >= 100 {
      let quotient = rest / 100
      let pair = Int(truncatingIfNeeded: rest &- quotient &* 100)
      rest = quotient
      target -= 2
      UnsafeMutableRawPointer(target).storeBytes(
        of: UnsafeRawPointer(pairs).loadUnaligned(fromByteOffset: pair * 2, as: UInt16.self), as: UInt16.self)
    }
    if rest >= 10 {
      target -= 2
      UnsafeMutableRawPointer(target).storeBytes(
        of: UnsafeRawPointer(pairs).loadUnaligned(fromByteOffset: Int(rest) * 2, as: UInt16.self), as: UInt16.self)
    } else {
      target[-1] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest)
    }
  }

  /// The numbers from 00 to 99.
  private static let pairs: StaticString = """
    0001020304050607080910111213141516171819202122232425262728293031323334353637383940414243444546474849\
    5051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899
    """

  /// Writes an integer of any width.
  @inlinable
  public mutating func integer<I: FixedWidthInteger>(_ value: I) {
    if let value = Int(exactly: value) { return int(value) }
    if let value = UInt64(exactly: value) { return unsigned(value) }
    ascii(value.description)
  }

  /// Writes an integer.
  public mutating func unsigned(_ value: UInt64) {
    reserve(24)
    put(digits: value)
  }

  /// Writes a floating-point number with the shortest digits that identify its value.
  public mutating func double(_ value: Double) {
    floating(value)
  }

  /// Writes a floating-point number with the shortest digits that identify its value.
  public mutating func float(_ value: Float) {
    floating(value)
  }

  private mutating func floating<F: BinaryFloatingPoint & CustomStringConvertible>(_ value: F) {
    guard value.isFinite else { return refuse(value, "JSON cannot represent this number.") }
    ascii(value.description)
    if next - start > 2, next[-1] == UInt8(ascii: "0"), next[-2] == UInt8(ascii: ".") { next -= 2 }
  }

  /// Writes ASCII without quotation marks.
  @usableFromInline
  mutating func ascii(_ text: String) {
    var text = text
    text.withUTF8 { bytes($0) }
  }

  /// Writes bytes unchanged.
  mutating func bytes(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let source = bytes.baseAddress else { return }
    reserve(bytes.count)
    next.update(from: source, count: bytes.count)
    next += bytes.count
  }

  // MARK: - Members of frequent types

  /// Writes a member.
  public mutating func member(_ keys: SchemaKeys, _ member: Int, _ value: Int) {
    name(keys, member, 24)
    put(value)
    next.pointee = UInt8(ascii: ",")
    next += 1
  }

  /// Writes a member.
  public mutating func member(_ keys: SchemaKeys, _ member: Int, _ value: Bool) {
    name(keys, member, 8)
    put(value)
    next.pointee = UInt8(ascii: ",")
    next += 1
  }

  /// Writes a member.
  public mutating func member(_ keys: SchemaKeys, _ member: Int, _ value: String) {
    name(keys, member, 0)
    string(value)
    comma()
  }
}
