extension SchemaWriter {
  // MARK: - Booleans and numbers

  /// Writes a Boolean.
  public mutating func bool(_ value: Bool) { JSONText.append(value, to: &output) }

  /// Writes an integer.
  public mutating func int(_ value: Int) { JSONText.append(value, to: &output) }

  /// Writes an integer of any width.
  @inlinable
  public mutating func integer<I: FixedWidthInteger>(_ value: I) {
    if let value = Int(exactly: value) { return int(value) }
    if let value = UInt64(exactly: value) { return unsigned(value) }
    ascii(value.description)
  }

  /// Writes an integer.
  public mutating func unsigned(_ value: UInt64) { JSONText.append(value, to: &output) }

  /// Writes a floating-point number with the shortest digits that identify its value.
  public mutating func double(_ value: Double) {
    if !JSONText.append(value, to: &output) { refuse(value, "JSON cannot represent this number.") }
  }

  /// Writes a floating-point number with the shortest digits that identify its value.
  public mutating func float(_ value: Float) {
    if !JSONText.append(value, to: &output) { refuse(value, "JSON cannot represent this number.") }
  }

  /// Writes ASCII without quotation marks.
  @usableFromInline
  mutating func ascii(_ text: String) {
    var text = text
    text.withUTF8 { output.append($0) }
  }

  // MARK: - Strings

  /// Writes a string.
  public mutating func string(_ value: String) {
    if makesShortStrings, let words = ShortString.words(of: value), words.isPlain { return put(words) }
    JSONText.append(value, to: &output)
  }

  /// Writes an array of strings.
  mutating func strings(_ values: [String]) {
    beginArray()
    values.withUnsafeBufferPointer { elements in
      guard let first = elements.baseAddress else { return }
      for index in 0..<elements.count {
        if makesShortStrings, let words = ShortString.words(at: first + index), words.isPlain {
          put(words)
        } else {
          string(elements[index])
        }
        endElement()
      }
    }
    endArray()
  }

  /// Writes a short string without escapes word by word.
  @inline(__always)
  private mutating func put(_ words: ShortString.Words) {
    output.append(room: 18) { target in
      // SAFETY: two words and two quotation marks fit in the requested room.
      let count = words.count
      target.initialize(to: UInt8(ascii: "\""))
      UnsafeMutableRawPointer(target).storeBytes(of: words.low, toByteOffset: 1, as: UInt64.self)
      UnsafeMutableRawPointer(target).storeBytes(of: words.high, toByteOffset: 9, as: UInt64.self)
      target[count &+ 1] = UInt8(ascii: "\"")
      return count &+ 2
    }
  }

  // MARK: - Members of frequent types

  /// Writes a member.
  public mutating func member(_ keys: SchemaKeys, _ member: Int, _ value: Int) {
    begin(keys, member, room: JSONText.maxDigits + 2) { target in
      JSONText.put(value, &target)
      JSONText.put(UInt8(ascii: ","), &target)
    }
  }

  /// Writes a member.
  public mutating func member(_ keys: SchemaKeys, _ member: Int, _ value: Bool) {
    begin(keys, member, room: 6) { target in
      JSONText.put(value, &target)
      JSONText.put(UInt8(ascii: ","), &target)
    }
  }

  /// Writes a member.
  public mutating func member(_ keys: SchemaKeys, _ member: Int, _ value: String) {
    begin(keys, member)
    string(value)
    endMember()
  }
}
