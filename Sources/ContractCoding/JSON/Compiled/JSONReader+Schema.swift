extension JSONReader {
  /// Decodes a complete JSON text with the type's compiled reader.
  ///
  /// - Throws: ``JSONSyntaxError`` for invalid JSON, and `DecodingError` for an invalid value.
  public func decode<T: Schema>(_ type: T.Type, from bytes: [UInt8]) throws -> T {
    try withUnsafeTemporaryAllocation(of: T.self, capacity: 1) { memory in
      // SAFETY: the memory has room for one value, which it contains when `read` returned nil.
      let target = memory.baseAddress.unsafelyUnwrapped
      guard let recorded = read(T.self, from: bytes, checksRules: false, into: target) else { return target.move() }
      let document = try JSONDocument(bytes, limits: limits)
      // The Codable reader throws its usual error with the right path; speed does not matter here.
      _ = try decode(T.self, at: document.root)
      throw DecodingError(SchemaReader.located(recorded, in: document))
    }
  }

  /// Decodes a complete JSON text with the type's compiled reader, or appends all errors to `failures`.
  ///
  /// - Throws: ``JSONSyntaxError`` for invalid JSON.
  public func decode<T: Schema>(
    _ type: T.Type, from bytes: [UInt8], failures: inout [CodingFailure]
  ) throws(JSONSyntaxError) -> T? {
    try decode(T.self, from: bytes, checksRules: false, failures: &failures)
  }

  /// Decodes a complete JSON text with the type's compiled reader, or appends all errors to `failures`.
  ///
  /// - Parameter checksRules: true to check the rules of members.
  /// - Throws: ``JSONSyntaxError`` for invalid JSON.
  package func decode<T: Schema>(
    _ type: T.Type, from bytes: [UInt8], checksRules: Bool, failures: inout [CodingFailure]
  ) throws(JSONSyntaxError) -> T? {
    let read: Result<T?, JSONSyntaxError> = withUnsafeTemporaryAllocation(of: T.self, capacity: 1) { memory in
      // SAFETY: the memory has room for one value, which it contains when `read` returned true.
      let target = memory.baseAddress.unsafelyUnwrapped
      do throws(JSONSyntaxError) {
        let isRead = try self.read(T.self, from: bytes, checksRules: checksRules, into: target, failures: &failures)
        return .success(isRead ? target.move() : nil)
      } catch {
        return .failure(error)
      }
    }
    return try read.get()
  }

  /// Decodes a complete JSON text into memory, or appends all errors to `failures`. Generic code uses it to avoid a
  /// lookup of `T?` for each value.
  ///
  /// - Parameter target: uninitialized memory for one value.
  /// - Returns: true when the memory was initialized.
  /// - Throws: ``JSONSyntaxError`` for invalid JSON.
  package func read<T: Schema>(
    _ type: T.Type, from bytes: [UInt8], checksRules: Bool, into target: UnsafeMutablePointer<T>,
    failures: inout [CodingFailure]
  ) throws(JSONSyntaxError) -> Bool {
    guard let recorded = read(T.self, from: bytes, checksRules: checksRules, into: target) else { return true }
    failures += SchemaReader.located(recorded, in: try JSONDocument(bytes, limits: limits))
    return false
  }

  /// Decodes a complete JSON text into memory.
  ///
  /// - Returns: nil when the value was decoded; otherwise its errors, which are empty for invalid JSON.
  private func read<T: Schema>(
    _ type: T.Type, from bytes: [UInt8], checksRules: Bool, into target: UnsafeMutablePointer<T>
  ) -> [SchemaFailure]? {
    guard limits.maxBytes.map({ bytes.count <= $0 }) ?? true, bytes.count < Int(UInt32.max) else { return [] }
    return withUnsafePointer(to: self) { source in
      bytes.withUnsafeBufferPointer { text in
        var reader = SchemaReader(text, reader: source, checksRules: checksRules)
        reader.skipByteOrderMark()
        let isRead = T.read(&reader, into: target)
        if reader.isAtEnd(), isRead, reader.failureCount == 0 { return nil }
        if isRead { target.deinitialize(count: 1) }
        return reader.failures
      }
    }
  }
}

extension DecodingError {
  /// Creates an error from the first of several failures.
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
  /// Returns true when only white space follows and no syntax error occurred.
  mutating func isAtEnd() -> Bool {
    skipSpace()
    return next == end && !isBroken
  }
}
