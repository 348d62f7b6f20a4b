extension JSONReader {
  /// Reads a value from a whole text with the type's compiled reader.
  ///
  /// - Throws: ``JSONSyntaxError`` when the text is not JSON, and `DecodingError` when it holds something else.
  public func decode<T: Schema>(_ type: T.Type, from bytes: [UInt8]) throws -> T {
    try withUnsafeTemporaryAllocation(of: T.self, capacity: 1) { memory in
      // SAFETY: the memory has room for one value, which is in it when `read` returned nil.
      let place = memory.baseAddress.unsafelyUnwrapped
      guard let notes = read(T.self, from: bytes, checksRules: false, into: place) else { return place.move() }
      let document = try JSONDocument(bytes, limits: limits)
      // The Codable reader throws what it would throw, with its own path; it has not to be fast.
      _ = try decode(T.self, at: document.root)
      throw DecodingError(SchemaReader.failures(notes, in: document))
    }
  }

  /// Reads a value from a whole text with the type's compiled reader, or adds everything wrong with it to a list.
  ///
  /// - Throws: ``JSONSyntaxError`` when the text is not JSON.
  public func decode<T: Schema>(
    _ type: T.Type, from bytes: [UInt8], failures: inout [CodingFailure]
  ) throws(JSONSyntaxError) -> T? {
    try decode(T.self, from: bytes, checksRules: false, failures: &failures)
  }

  /// Reads a value from a whole text with the type's compiled reader, or adds everything wrong with it to a list.
  ///
  /// - Parameter checksRules: True to check the rules of members.
  /// - Throws: ``JSONSyntaxError`` when the text is not JSON.
  package func decode<T: Schema>(
    _ type: T.Type, from bytes: [UInt8], checksRules: Bool, failures: inout [CodingFailure]
  ) throws(JSONSyntaxError) -> T? {
    let read: Result<T?, JSONSyntaxError> = withUnsafeTemporaryAllocation(of: T.self, capacity: 1) { memory in
      // SAFETY: the memory has room for one value, which is in it when `read` returned true.
      let place = memory.baseAddress.unsafelyUnwrapped
      do throws(JSONSyntaxError) {
        let isRead = try self.read(T.self, from: bytes, checksRules: checksRules, into: place, failures: &failures)
        return .success(isRead ? place.move() : nil)
      } catch {
        return .failure(error)
      }
    }
    return try read.get()
  }

  /// Reads a value from a whole text into memory, or adds everything wrong with it to a list. Where `T` is not known,
  /// `T?` would be looked up for each value.
  ///
  /// - Parameter place: Memory for one value, which has none.
  /// - Returns: True when the memory has one now.
  /// - Throws: ``JSONSyntaxError`` when the text is not JSON.
  package func read<T: Schema>(
    _ type: T.Type, from bytes: [UInt8], checksRules: Bool, into place: UnsafeMutablePointer<T>,
    failures: inout [CodingFailure]
  ) throws(JSONSyntaxError) -> Bool {
    guard let notes = read(T.self, from: bytes, checksRules: checksRules, into: place) else { return true }
    failures += SchemaReader.failures(notes, in: try JSONDocument(bytes, limits: limits))
    return false
  }

  /// Reads a value from a whole text into memory.
  ///
  /// - Returns: nil when there is a value; otherwise what is wrong with it, unless something is wrong with the text.
  private func read<T: Schema>(
    _ type: T.Type, from bytes: [UInt8], checksRules: Bool, into place: UnsafeMutablePointer<T>
  ) -> [SchemaNote]? {
    guard limits.maxBytes.map({ bytes.count <= $0 }) ?? true, bytes.count < Int(UInt32.max) else { return [] }
    return withUnsafePointer(to: self) { source in
      bytes.withUnsafeBufferPointer { text in
        var reader = SchemaReader(text, reader: source, checksRules: checksRules)
        reader.skipByteOrderMark()
        let isRead = T.read(&reader, into: place)
        if reader.isAtEnd(), isRead, reader.noteCount == 0 { return nil }
        if isRead { place.deinitialize(count: 1) }
        return reader.notes
      }
    }
  }
}

extension DecodingError {
  /// The first of some failures as an error.
  package init(_ failures: [CodingFailure]) {
    let failure = failures.first
    let path = failure.map { JSONPointer.steps(of: $0.pointer) } ?? []
    let steps = path.map { JSONPath.name($0) }
    let found = failure?.found.map { ", found \($0)" } ?? ""
    self = .dataCorrupted(
      .init(codingPath: steps, debugDescription: "Expected \(failure?.expected ?? "another value")\(found)."))
  }
}

extension SchemaReader {
  /// Steps over a UTF-8 byte order mark.
  mutating func skipByteOrderMark() {
    if end - next >= 3, next[0] == 0xEF, next[1] == 0xBB, next[2] == 0xBF { next += 3 }
  }

  /// True when nothing but white space follows, and nothing was wrong with the text.
  mutating func isAtEnd() -> Bool {
    skipSpace()
    return next == end && !isBroken
  }
}
