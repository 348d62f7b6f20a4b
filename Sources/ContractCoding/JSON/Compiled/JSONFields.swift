/// The members of a text that is an object, found in one pass and read one by one.
///
/// Of members with the same name the first counts, as everywhere.
package final class JSONFields {
  private struct Member {
    /// Where the name starts, its bytes, and whether there are escapes among them.
    let name: Int
    let count: Int
    let isEscaped: Bool
    /// Where the value starts.
    let offset: Int
    let isNull: Bool
  }

  private let bytes: [UInt8]
  // SAFETY: arrays of bytes are contiguous and native on Linux. Their storage stays where it is until the array is mutated
  // or released, and this one is a constant that lives as long as the pointer.
  private let text: UnsafeBufferPointer<UInt8>
  private let members: [Member]
  /// The member that is asked for next by who asks for them in the order in which they stand.
  private var likely = 0

  /// The same text, parsed; only for types without a compiled reader and for failures.
  package private(set) lazy var document: JSONDocument = {
    // The whole text has been checked, so there is no other case.
    (try? JSONDocument(bytes)) ?? JSONDocument.null
  }()

  /// The members of a text; nil when it is JSON, but no object.
  ///
  /// - Throws: ``JSONSyntaxError`` when the text is not JSON.
  package init?(_ bytes: [UInt8]) throws(JSONSyntaxError) {
    self.bytes = bytes
    self.text = bytes.withUnsafeBufferPointer { $0 }
    let members: [Member]?? = bytes.count < Int(UInt32.max) ? Self.members(of: bytes) : nil
    switch members {
    case .some(.some(let members)): self.members = members
    case .some(.none): return nil
    case .none:
      // The parser says what is wrong, and where.
      _ = try JSONDocument(bytes)
      return nil
    }
  }

  /// The members of a text: nil when it is no JSON, `.some(nil)` when it is no object.
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
    // SAFETY: the pointer is only read, and only inside the call.
    return name.withUTF8 { name in
      let first = likely
      for index in first..<members.count where isName(name, of: members[index]) {
        // An earlier one of this name would count.
        guard !members[..<first].contains(where: { isName(name, of: $0) }) else { break }
        likely = index &+ 1
        return members[index]
      }
      return members[..<first].first { isName(name, of: $0) }
    }
  }

  @inline(__always)
  private func isName(_ name: UnsafeBufferPointer<UInt8>, of member: Member) -> Bool {
    if member.isEscaped {
      // An escape is never shorter than what it stands for, and at most six times as long.
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

  /// True when there is a member of this name.
  package func contains(_ name: String) -> Bool {
    member(name) != nil
  }

  /// What reading a member into memory came to.
  package enum Outcome {
    case read
    /// There is no member of this name.
    case missing
    /// The member is null, and the type was asked for as an optional one.
    case null
    /// What is wrong has been added to the list.
    case wrong
  }

  /// Reads a member into memory: code that does not know the type need not ask for its optional at run time.
  ///
  /// - Parameter takesNull: null is no value of the type then.
  package func read<T: Schema>(
    _ name: String, into place: UnsafeMutablePointer<T>, takesNull: Bool, with reader: borrowing JSONReading,
    failures: inout [CodingFailure]
  ) -> Outcome {
    guard let member = member(name) else { return .missing }
    if takesNull && member.isNull { return .null }
    defer { withExtendedLifetime(self) {} }
    var source = SchemaReader(text, from: member.offset, reader: reader.reader, checksRules: true)
    source.depth -= 1
    let isRead = T.read(&source, into: place)
    if source.noteCount == 0 && !source.isBroken && isRead { return .read }
    if isRead { place.deinitialize(count: 1) }
    failures += SchemaReader.failures(source.notes, in: document)
    return .wrong
  }

  /// The failure of a member that has to be there.
  package static func missing<T: Schema>(_ name: String, _ type: T.Type) -> CodingFailure {
    CodingFailure(pointer: JSONPath.pointer([.name(name)]), code: .missing, expected: ExpectedName.of(T.self))
  }
}

extension JSONDocument {
  /// `null`.
  fileprivate static let null = JSONDocument(tape: JSONTape())

  fileprivate init(tape: JSONTape) {
    self.tape = tape
  }
}
