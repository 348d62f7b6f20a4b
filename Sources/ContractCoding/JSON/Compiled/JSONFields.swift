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
  private let members: [Member]

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
    members.first { member in
      let text = bytes[member.name..<member.name + member.count]
      return member.isEscaped
        ? JSONEscapes.bytes(of: text).elementsEqual(name.utf8)
        : member.count == name.utf8.count && text.elementsEqual(name.utf8)
    }
  }

  /// True when there is a member of this name.
  package func contains(_ name: String) -> Bool {
    member(name) != nil
  }

  /// Reads a member, or adds what is wrong with it to a list. A missing one is a failure.
  package func read<T: Schema>(
    _ name: String, as type: T.Type, with reader: JSONReader, failures: inout [CodingFailure]
  ) -> T? {
    if let member = member(name) { return read(member, as: T.self, with: reader, failures: &failures) }
    let pointer = JSONPath.pointer([.name(name)])
    failures.append(CodingFailure(pointer: pointer, code: .missing, expected: ExpectedName.of(T.self)))
    return nil
  }

  /// Reads a member unless it is absent or null, or adds what is wrong with it to a list.
  ///
  /// - Returns: the value, `.some(nil)` when the member is absent or null, and nil when it is wrong.
  package func readIfPresent<T: Schema>(
    _ name: String, as type: T.Type, with reader: JSONReader, failures: inout [CodingFailure]
  ) -> T?? {
    guard let member = member(name), !member.isNull else { return .some(nil) }
    return read(member, as: T.self, with: reader, failures: &failures).map { .some($0) }
  }

  private func read<T: Schema>(
    _ member: Member, as type: T.Type, with reader: JSONReader, failures: inout [CodingFailure]
  ) -> T? {
    var notes: [SchemaNote] = []
    let value: T? = withUnsafePointer(to: reader) { source in
      bytes.withUnsafeBufferPointer { text in
        var reader = SchemaReader(text, from: member.offset, reader: source, checksRules: true)
        reader.depth -= 1
        let value = T.read(&reader)
        notes = reader.notes
        return reader.noteCount == 0 && !reader.isBroken ? value : nil
      }
    }
    if value == nil { failures += SchemaReader.failures(notes, in: document) }
    return value
  }
}

extension JSONDocument {
  /// `null`.
  fileprivate static let null = JSONDocument(
    tape: JSONTape(
      bytes: Array("null".utf8), entries: [JSONEntry(offset: 0, length: 4, next: 1, kind: .null)]))

  fileprivate init(tape: JSONTape) {
    self.tape = tape
  }
}
