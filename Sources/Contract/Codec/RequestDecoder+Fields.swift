public import ContractCoding

extension RequestDecoder {
  /// Reads a field of the body.
  public mutating func field<T: Decodable>(_ key: String, as type: T.Type) -> T? {
    if let recorder { return recorder.field(key, T.self, isRequired: true) }
    guard let fields = contentFields() else { return nil }
    let name = wireName(key, in: .body)
    return collecting { fields.read(name, as: type, failures: &$0) }
  }

  /// Reads a field of the body, or nil if it is absent or null.
  public mutating func field<T: Decodable>(_ key: String, as type: T?.Type) -> T?? {
    if let recorder { return recorder.field(key, T?.self, isRequired: false) }
    guard let fields = contentFields() else { return nil }
    let name = wireName(key, in: .body)
    return collecting { fields.readIfPresent(name, as: T.self, failures: &$0) }
  }

  /// Reads a field of the body, or `default` if it is absent, or an empty form value that the type cannot represent.
  public mutating func field<T: Decodable>(_ key: String, as type: T.Type, default: @autoclosure () -> T) -> T? {
    if let recorder { return recorder.field(key, T.self, isRequired: false, default: `default`()) }
    guard let fields = contentFields() else { return nil }
    return fields.isAbsent(wireName(key, in: .body), as: T.self) ? `default`() : field(key, as: type)
  }

  // MARK: Fields with a compiled reader

  /// Reads a field of the body.
  @inlinable
  public mutating func field<T: Schema>(_ key: String, as type: T.Type) -> T? {
    if isNext(key), let value = T.read(&reader), isWell() { return value }
    return lookUp(key, as: T.self)
  }

  /// Reads a field of the body, or nil if it is absent or null.
  @inlinable
  public mutating func field<T: Schema>(_ key: String, as type: T?.Type) -> T?? {
    if isNext(key) {
      if reader.null(), isWell() { return .some(nil) }
      if let value = T.read(&reader), isWell() { return .some(value) }
    }
    return lookUpOptional(key, as: T.self)
  }

  /// Reads a field of the body, or `default` if it is absent.
  @inlinable
  public mutating func field<T: Schema>(_ key: String, as type: T.Type, default: @autoclosure () -> T) -> T? {
    if isNext(key), let value = T.read(&reader), isWell() { return value }
    return lookUp(key, as: T.self, default: `default`)
  }

  @usableFromInline
  mutating func lookUp<T: Schema>(_ key: String, as type: T.Type, default: () -> T) -> T? {
    if let recorder { return recorder.field(key, T.self, isRequired: false, default: `default`()) }
    let isAbsent = contentFields().map { $0.isAbsent(wireName(key, in: .body), as: T.self) } ?? false
    return isAbsent ? `default`() : lookUp(key, as: T.self)
  }

  // These functions read fields that are out of order or invalid. They read values into memory, because looking up the
  // metadata of an unspecialized optional is slower.

  @usableFromInline
  mutating func lookUp<T: Schema>(_ key: String, as type: T.Type) -> T? {
    if let recorder { return recorder.field(key, T.self, isRequired: true) }
    return withUnsafeTemporaryAllocation(of: T.self, capacity: 1) { slot in
      // SAFETY: the memory has room for one value, which is initialized if `read` returns `.read`.
      guard let slot = slot.baseAddress, read(key, into: slot) == .read else { return nil }
      return slot.move()
    }
  }

  @usableFromInline
  mutating func lookUpOptional<T: Schema>(_ key: String, as type: T.Type) -> T?? {
    if let recorder { return recorder.field(key, T?.self, isRequired: false) }
    return withUnsafeTemporaryAllocation(of: T.self, capacity: 1) { slot in
      guard let slot = slot.baseAddress else { return nil }
      // SAFETY: the memory has room for one value, which is initialized if `readOptional` returns `.read`.
      switch readOptional(key, into: slot) {
      case .read: return .some(slot.move())
      case .absent: return .some(nil)
      case .refused: return nil
      }
    }
  }

  /// The result of reading a field.
  private enum FieldOutcome {
    case read, absent, refused
  }

  private mutating func read<T: Schema>(_ key: String, into slot: UnsafeMutablePointer<T>) -> FieldOutcome {
    let name = wireName(key, in: .body)
    guard let fields = contentFields() else { return .refused }
    var found: [CodingFailure] = []
    switch fields.read(name, into: slot, takesNull: false, failures: &found) {
    case .read: return .read
    case .missing: found.append(JSONFields.missing(name, T.self))
    case .null, .wrong: break
    }
    record(found)
    return .refused
  }

  private mutating func readOptional<T: Schema>(_ key: String, into slot: UnsafeMutablePointer<T>) -> FieldOutcome {
    let name = wireName(key, in: .body)
    guard let fields = contentFields() else { return .refused }
    var found: [CodingFailure] = []
    switch fields.read(name, into: slot, takesNull: true, failures: &found) {
    case .read: return .read
    case .missing, .null: return .absent
    case .wrong: break
    }
    record(found)
    return .refused
  }

  // MARK: Parts

  /// Reads a part of a multipart body.
  public mutating func field(_ key: String, as type: Part.Type) -> Part? {
    if let recorder { return recorder.part(key, isList: false, isRequired: true) }
    guard let parts = field(key, as: [Part].self) else { return nil }
    if parts.isEmpty { fail(.missing(.body, pointer(key), expected: "part")) }
    if parts.count > 1 { fail(.repeated(.body, pointer(key), expected: "part")) }
    return parts.count == 1 ? parts[0] : nil
  }

  /// Reads a part of a multipart body, or nil if it is absent.
  public mutating func field(_ key: String, as type: Part?.Type) -> Part?? {
    if let recorder { return recorder.part(key, isList: false, isRequired: false) }
    guard let parts = field(key, as: [Part].self) else { return nil }
    return parts.isEmpty ? .some(nil) : field(key, as: Part.self).map { .some($0) }
  }

  /// Reads a part of a multipart body, or `default` if it is absent.
  public mutating func field(_ key: String, as type: Part.Type, default: @autoclosure () -> Part) -> Part? {
    guard let part = field(key, as: Part?.self) else { return nil }
    return part ?? `default`()
  }

  /// Reads a part of a multipart body, or `default` if it is absent.
  public mutating func field(_ key: String, as type: Part?.Type, default: @autoclosure () -> Part?) -> Part?? {
    guard let part = field(key, as: Part?.self) else { return nil }
    return .some(part ?? `default`())
  }

  /// Reads all parts with this name; empty if there are none.
  public mutating func field(_ key: String, as type: [Part].Type) -> [Part]? {
    if let recorder { return recorder.part(key, isList: true, isRequired: false) }
    guard let fields = contentFields() else { return nil }
    if let parts = fields.parts(wireName(key, in: .body)) { return parts }
    fail(
      InputFailure(
        .body, pointer(key), .type, expected: "part",
        message: "`\(wireName(key, in: .body))` is a part; send the request body as multipart/form-data"))
    return nil
  }

  /// Reads all parts with this name; nil if there are none.
  public mutating func field(_ key: String, as type: [Part]?.Type) -> [Part]?? {
    guard let parts = field(key, as: [Part].self) else { return nil }
    return .some(parts.isEmpty ? nil : parts)
  }

  /// Reads all parts with this name, or `default` if there are none.
  public mutating func field(_ key: String, as type: [Part].Type, default: @autoclosure () -> [Part]) -> [Part]? {
    guard let parts = field(key, as: [Part].self) else { return nil }
    return parts.isEmpty ? `default`() : parts
  }

  /// Reads all parts with this name, or `default` if there are none.
  public mutating func field(_ key: String, as type: [Part]?.Type, default: @autoclosure () -> [Part]?) -> [Part]?? {
    guard let parts = field(key, as: [Part].self) else { return nil }
    return .some(parts.isEmpty ? `default`() : parts)
  }
}
