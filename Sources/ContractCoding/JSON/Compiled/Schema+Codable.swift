extension SchemaReader {
  // MARK: - Values of other types

  /// Reads a value of a type that has no compiled reader, through its `init(from:)`.
  ///
  /// - Returns: the value, or nil when the reader knows what is wrong with it.
  @_disfavoredOverload
  public mutating func value<T: Decodable>(_ type: T.Type) -> T? {
    if let type = T.self as? any Schema.Type { return compiled(type) as? T }
    skipSpace()
    let value = next
    skipValue()
    guard !isBroken else { return nil }
    let bytes = Array(UnsafeBufferPointer(start: value, count: next - value))
    let reader = JSONReader(
      options: options, limits: JSONLimits(maxDepth: JSONLimits.hardMaxDepth), userInfo: userInfo)
    // The text was checked with this value's own depth already.
    guard let document = try? JSONDocument(bytes, limits: reader.limits) else { return nil }
    var failures: [CodingFailure] = []
    let read =
      checksRules
      ? RuleSink.read(options.keys, failures: &failures) { reader.decode(T.self, at: document.root, failures: &$0) }
      : reader.decode(T.self, at: document.root, failures: &failures)
    if let read { return read }
    refuse(value, .invalid, .failures(failures))
    return nil
  }

  /// Reads a value of a type that has no compiled reader, unless it is null.
  ///
  /// - Returns: the value, or nil when it is null or when the reader knows what is wrong with it.
  @_disfavoredOverload
  public mutating func optional<T: Decodable>(_ type: T.Type) -> T? {
    null() ? nil : value(T.self)
  }

  private mutating func compiled<T: Schema>(_ type: T.Type) -> T? {
    T.read(&self)
  }
}

extension SchemaWriter {
  /// Writes a value of a type that has no compiled writer, through its `encode(to:)`.
  @_disfavoredOverload
  public mutating func value<T: Encodable>(_ value: T) {
    if let value = value as? any Schema { return compiled(value) }
    do {
      let bytes = try JSONWriter.bytes(of: value, options: options, userInfo: userInfo)
      bytes.withUnsafeBufferPointer { self.bytes($0) }
    } catch {
      fail(error)
      null()
    }
  }

  private mutating func compiled<T: Schema>(_ value: T) {
    value.write(&self)
  }

  /// Writes a member of a type that has no compiled writer.
  @_disfavoredOverload
  public mutating func member<T: Encodable>(_ keys: SchemaKeys, _ member: Int, _ value: T) {
    beginMember(keys, member)
    self.value(value)
    endMember()
  }

  /// Writes a member of a type that has no compiled writer, unless it is nil.
  @_disfavoredOverload
  public mutating func optionalMember<T: Encodable>(_ keys: SchemaKeys, _ member: Int, _ value: T?) {
    if let value { self.member(keys, member, value) }
  }
}
