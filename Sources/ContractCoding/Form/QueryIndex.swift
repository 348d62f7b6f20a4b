internal import ContractHTTP

/// The members of a query, found once and decoded when asked for.
package struct QueryIndex: Sendable {
  package struct Member: Sendable {
    package var name: Range<Int>
    package var value: Range<Int>
    /// False when the name has to be decoded before it can be compared.
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

  /// The encoded value of the first member with this name, and whether there are more.
  package func first(_ name: String) -> (value: ArraySlice<UInt8>, isRepeated: Bool)? {
    var found: ArraySlice<UInt8>?
    for member in members where matches(member, name, isArray: false) {
      if let found { return (found, true) }
      found = bytes[member.value]
    }
    return found.map { ($0, false) }
  }

  /// The encoded values of all members with this name, in order; `name[]` and `name[0]` count too, as other clients
  /// send arrays.
  package func values(_ name: String) -> [ArraySlice<UInt8>] {
    members.compactMap { matches($0, name, isArray: true) ? bytes[$0.value] : nil }
  }

  private func isEqual(_ place: Range<Int>, _ name: String) -> Bool {
    guard place.count == name.utf8.count else { return false }
    var name = name
    return name.withUTF8 { name in
      for index in 0..<name.count where bytes[place.lowerBound &+ index] != name[index] { return false }
      return true
    }
  }

  private func matches(_ member: Member, _ name: String, isArray: Bool) -> Bool {
    if member.isPlain {
      return isEqual(member.name, name)
    }
    guard var text = PercentEncoding.decode(bytes[member.name], plusIsSpace: true) else { return false }
    if text == name { return true }
    guard isArray, text.hasPrefix(name + "["), text.last == "]" else { return false }
    text.removeFirst(name.count + 1)
    text.removeLast()
    return text.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }
}
