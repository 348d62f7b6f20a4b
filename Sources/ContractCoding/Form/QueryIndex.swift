internal import ContractHTTP

/// The members of a query, located once and decoded on demand.
package struct QueryIndex: Sendable {
  package struct Member: Sendable {
    package var name: Range<Int>
    package var value: Range<Int>
    /// True when the name can be compared without decoding.
    var isPlain: Bool
  }

  package let bytes: ArraySlice<UInt8>
  package private(set) var members: [Member] = []

  package init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    if !bytes.isEmpty { members.reserveCapacity(4) }
    var start = bytes.startIndex
    while start < bytes.endIndex {
      var equals: Int?
      var isPlain = true
      var end = start
      while end < bytes.endIndex, bytes[end] != 0x26 {
        let byte = bytes[end]
        if byte == 0x3D && equals == nil { equals = end }
        if equals == nil && (byte == 0x25 || byte == 0x2B || byte == 0x5B) { isPlain = false }
        end += 1
      }
      if end > start {
        let nameEnd = equals ?? end
        members.append(
          Member(name: start..<nameEnd, value: (equals.map { $0 + 1 } ?? end)..<end, isPlain: isPlain))
      }
      start = end + 1
    }
  }

  /// The encoded value of the first member with a name, and whether there are more members with it.
  package struct First {
    package var value: ArraySlice<UInt8>
    package var isRepeated: Bool
  }

  /// Returns the first member with this name.
  package func first(_ name: String) -> First? {
    var found: Range<Int>?
    for member in members where matches(member, name) {
      if let found { return First(value: bytes[found], isRepeated: true) }
      found = member.value
    }
    return found.map { First(value: bytes[$0], isRepeated: false) }
  }

  /// Returns the encoded values of all members with this name, in order. Members named `name[]` or `name[0]` are included,
  /// because some clients send arrays in this form. Members with an index are last, sorted by it, as in ``URLFormDecoder``.
  package func values(_ name: String) -> [ArraySlice<UInt8>] {
    var values: [ArraySlice<UInt8>] = []
    var indexed: [(index: Substring, value: ArraySlice<UInt8>)] = []
    for member in members {
      if member.isPlain {
        if isEqual(member.name, name) { values.append(bytes[member.value]) }
      } else if let step = step(of: member, below: name) {
        if step.isEmpty { values.append(bytes[member.value]) } else { indexed.append((step, bytes[member.value])) }
      }
    }
    if indexed.isEmpty { return values }
    // Digits are compared as numbers: by length, then as strings.
    return values + indexed.sorted { ($0.index.count, $0.index) < ($1.index.count, $1.index) }.map(\.value)
  }

  private func isEqual(_ range: Range<Int>, _ name: String) -> Bool {
    guard range.count == name.utf8.count else { return false }
    var name = name
    return name.withUTF8 { name in
      for index in 0..<name.count where bytes[range.lowerBound &+ index] != name[index] { return false }
      return true
    }
  }

  private func matches(_ member: Member, _ name: String) -> Bool {
    if member.isPlain { return isEqual(member.name, name) }
    return PercentEncoding.decode(bytes[member.name], plusIsSpace: true) == name
  }

  /// Returns the array index in brackets after a name: digits, or an empty string for the name itself and for `name[]`.
  /// Returns nil for another member.
  private func step(of member: Member, below name: String) -> Substring? {
    guard let text = PercentEncoding.decode(bytes[member.name], plusIsSpace: true) else { return nil }
    if text == name { return "" }
    guard let step = text.rest(afterBytes: name)?.text(between: "[", and: "]") else { return nil }
    guard step.hasOnlyDigits else { return nil }
    let digits = step.drop { $0 == "0" }
    return digits.isEmpty && !step.isEmpty ? "0" : digits
  }
}
