extension SchemaReader {
  // MARK: - Values of other types

  /// Decodes a value of a type without a compiled reader through its `init(from:)`.
  ///
  /// - Returns: the value, or nil after its failures were recorded.
  @_disfavoredOverload
  public mutating func value<T: Decodable>(_ type: T.Type) -> T? {
    if let type = T.self as? any Schema.Type { return compiled(type) as? T }
    skipSpace()
    let value = next
    skipValue()
    // Failures beyond the maximum number are not kept, so the value is not decoded then.
    guard !isBroken, self.failures.count < Self.maxFailures else { return nil }
    // SAFETY: `value` and `next` point into the reader's text, and `next` only advances.
    let bytes = Array(UnsafeBufferPointer(start: value, count: next - value))
    // Every supported depth is accepted here, because the reader has already checked the depth of this value.
    guard let document = try? JSONDocument(bytes, limits: JSONLimits(maxDepth: JSONLimits.hardMaxDepth)) else {
      return nil
    }
    let location = JSONLocation(UnsafeBufferPointer(start: start, count: value - start), in: createdExtras().locations)
    defer { location.end() }
    let context = JSONDecodeContext(tape: document.tape, options: options, userInfo: userInfo, location: location)
    let reader = JSONReader(options: options, userInfo: userInfo)
    let read = { (failures: inout [CodingFailure]) -> T? in
      if let read = try? context.decode(T.self, at: 0) { return read }
      failures = reader.failures(decoding: T.self, from: document)
      if failures.isEmpty {
        // The type threw an error on the first attempt, but not on the second.
        failures = [CodingFailure(pointer: "", code: .invalid, expected: ExpectedName.of(T.self))]
      }
      return nil
    }
    var failures: [CodingFailure] = []
    let found =
      checksRules
      ? RuleSink.read(options.keys, failures: &failures, patternSteps: &patternSteps, read) : read(&failures)
    if let found { return found }
    refuse(value, .invalid, .failures(failures))
    return nil
  }

  /// Decodes a value of a type without a compiled reader, unless it is null.
  ///
  /// - Returns: the value, or nil when it is null or after its failures were recorded.
  @_disfavoredOverload
  public mutating func optional<T: Decodable>(_ type: T.Type) -> T? {
    null() ? nil : value(T.self)
  }

  private mutating func compiled<T: Schema>(_ type: T.Type) -> T? {
    T.read(&self)
  }
}

extension SchemaWriter {
  /// Writes a value of a type without a compiled writer through its `encode(to:)`.
  @_disfavoredOverload
  public mutating func value<T: Encodable>(_ value: T) {
    if T.self is any Schema.Type, let value = value as? any Schema { return compiled(value) }
    let location = JSONLocation(output.text)
    defer { location.end() }
    let state = JSONEncodeState(
      options: options, names: KeyNames.names(options.keys), userInfo: userInfo, location: location)
    do {
      try state.write(value)
      state.withText { output.append($0) }
    } catch {
      fail(error)
      null()
    }
  }

  private mutating func compiled<T: Schema>(_ value: T) {
    value.write(&self)
  }

  /// Writes a member of a type without a compiled writer.
  @_disfavoredOverload
  public mutating func member<T: Encodable>(_ keys: SchemaKeys, _ member: Int, _ value: T) {
    beginMember(keys, member)
    self.value(value)
    endMember()
  }

  /// Writes a member of a type without a compiled writer, unless it is nil.
  @_disfavoredOverload
  public mutating func optionalMember<T: Encodable>(_ keys: SchemaKeys, _ member: Int, _ value: T?) {
    if let value { self.member(keys, member, value) }
  }
}
