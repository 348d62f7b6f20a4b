/// The members of a JSON object, located in one pass and decoded one by one.
///
/// If a name is repeated, the first member is used, as in ``JSONDocument``.
package final class JSONFields {
  private struct Member {
    /// The offset of the name, its length, and whether it contains escapes.
    let name: Int
    let count: Int
    let isEscaped: Bool
    /// The offset of the value.
    let offset: Int
    let isNull: Bool
  }

  private let bytes: [UInt8]
  // SAFETY: arrays of bytes are contiguous on Linux. Their storage does not move until the array is mutated or
  // released; this one is constant and lives as long as the pointer.
  private let text: UnsafeBufferPointer<UInt8>
  private let members: [Member]
  /// The index of the next requested member, if members are requested in order.
  private var expectedIndex = 0

  /// The parsed JSON, used only for types without a compiled reader and for failures.
  package private(set) lazy var document: JSONDocument = {
    // Parsing cannot fail, because the whole JSON was already checked.
    (try? JSONDocument(bytes)) ?? JSONDocument.null
  }()

  /// Locates the members of an object; nil when the JSON is not an object.
  ///
  /// - Throws: ``JSONSyntaxError`` for invalid JSON.
  package init?(_ bytes: [UInt8]) throws(JSONSyntaxError) {
    self.bytes = bytes
    self.text = bytes.withUnsafeBufferPointer { $0 }
    let members: [Member]?? = bytes.count < Int(UInt32.max) ? Self.members(of: bytes) : nil
    switch members {
    case .some(.some(let members)): self.members = members
    case .some(.none): return nil
    case .none:
      // The parser throws the precise error.
      _ = try JSONDocument(bytes)
      return nil
    }
  }

  /// Locates the members of an object; nil for invalid JSON, `.some(nil)` for another value.
  private static func members(of bytes: [UInt8]) -> [Member]?? {
    withUnsafePointer(to: JSONReader()) { source in
      bytes.withUnsafeBufferPointer { text in members(of: text, source) }
    }
  }

  private static func members(of text: UnsafeBufferPointer<UInt8>, _ source: UnsafePointer<JSONReader>) -> [Member]?? {
    var reader = SchemaReader(text, reader: source, checksRules: true)
    reader.skipByteOrderMark()
    reader.skipSpace()
    guard reader.next < reader.end, reader.next.pointee == UInt8(ascii: "{"),
      var object = reader.beginDictionary(Self.self)
    else {
      reader.skipValue()
      return reader.isAtEnd() ? .some(nil) : nil
    }
    var members: [Member] = []
    members.reserveCapacity(8)
    while let name = reader.nextName(&object) {
      reader.skipSpace()
      let isNull = reader.next < reader.end && reader.next.pointee == UInt8(ascii: "n")
      members.append(
        Member(
          name: name.start - reader.start, count: name.count, isEscaped: name.isEscaped,
          offset: reader.next - reader.start, isNull: isNull))
      reader.skipValue()
    }
    return reader.endDictionary(object) && reader.isAtEnd() ? .some(members) : nil
  }

  private func member(_ name: String) -> Member? {
    var name = name
    // SAFETY: the pointer is only read, and only during the call.
    return name.withUTF8 { name in
      let first = expectedIndex
      for index in first..<members.count where isName(name, of: members[index]) {
        // An earlier member with this name takes precedence.
        guard !members[..<first].contains(where: { isName(name, of: $0) }) else { break }
        expectedIndex = index &+ 1
        return members[index]
      }
      return members[..<first].first { isName(name, of: $0) }
    }
  }

  @inline(__always)
  private func isName(_ name: UnsafeBufferPointer<UInt8>, of member: Member) -> Bool {
    if member.isEscaped {
      // An escape is at least as long as its character in UTF-8, and at most six times as long.
      guard member.count >= name.count, member.count <= name.count * 6 else { return false }
      return JSONEscapes.bytes(of: bytes[member.name..<member.name + member.count]).elementsEqual(name)
    }
    guard member.count == name.count else { return false }
    var index = 0
    while index < name.count {
      if text[member.name &+ index] != name[index] { return false }
      index &+= 1
    }
    return true
  }

  /// Returns true when there is a member with this name.
  package func contains(_ name: String) -> Bool {
    member(name) != nil
  }

  /// The result of reading a member into memory.
  package enum Outcome {
    case read
    /// There is no member with this name.
    case missing
    /// The member is null, and the type was requested as an optional.
    case null
    /// The failures were appended to the list.
    case wrong
  }

  /// Reads a member into memory, so that generic code need not look up the optional type at run time.
  ///
  /// - Parameter takesNull: true to return `.null` for null instead of decoding it.
  package func read<T: Schema>(
    _ name: String, into target: UnsafeMutablePointer<T>, takesNull: Bool, with reader: borrowing JSONReading,
    failures: inout [CodingFailure]
  ) -> Outcome {
    guard let member = member(name) else { return .missing }
    if takesNull && member.isNull { return .null }
    defer { withExtendedLifetime(self) {} }
    var source = SchemaReader(text, from: member.offset, reader: reader.reader, checksRules: true)
    source.depth -= 1
    let isRead = T.read(&source, into: target)
    if source.failureCount == 0 && !source.isBroken && isRead { return .read }
    if isRead { target.deinitialize(count: 1) }
    failures += SchemaReader.located(source.failures, in: document)
    return .wrong
  }

  /// Returns the failure for a missing required member.
  package static func missing<T: Schema>(_ name: String, _ type: T.Type) -> CodingFailure {
    CodingFailure(pointer: JSONPath.pointer([.name(name)]), code: .missing, expected: ExpectedName.of(T.self))
  }
}

extension JSONDocument {
  /// A document that contains only `null`.
  fileprivate static let null = JSONDocument(tape: JSONTape())

  fileprivate init(tape: JSONTape) {
    self.tape = tape
  }
}
