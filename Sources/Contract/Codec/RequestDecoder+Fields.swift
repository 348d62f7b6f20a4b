extension RequestDecoder {
  /// Reads a field of the content.
  public mutating func field<T: Decodable>(_ key: String, as type: T.Type) -> T? {
    guard let fields = contentFields() else { return nil }
    let name = wireName(key, in: .body)
    return collecting { fields.read(name, as: type, failures: &$0) }
  }

  /// Reads a field of the content; nil when it is absent or null.
  public mutating func field<T: Decodable>(_ key: String, as type: T?.Type) -> T?? {
    guard let fields = contentFields() else { return nil }
    let name = wireName(key, in: .body)
    return collecting { fields.readIfPresent(name, as: T.self, failures: &$0) }
  }

  /// Reads a field of the content; `default` when it is absent.
  public mutating func field<T: Decodable>(_ key: String, as type: T.Type, default: @autoclosure () -> T) -> T? {
    guard let fields = contentFields() else { return nil }
    return fields.contains(wireName(key, in: .body)) ? field(key, as: type) : `default`()
  }

  // MARK: Fields with a compiled reader

  /// Reads a field of the content.
  public mutating func field<T: Schema>(_ key: String, as type: T.Type) -> T? {
    guard let fields = contentFields() else { return nil }
    let name = wireName(key, in: .body)
    return collecting { fields.read(name, as: type, failures: &$0) }
  }

  /// Reads a field of the content; nil when it is absent or null.
  public mutating func field<T: Schema>(_ key: String, as type: T?.Type) -> T?? {
    guard let fields = contentFields() else { return nil }
    let name = wireName(key, in: .body)
    return collecting { fields.readIfPresent(name, as: T.self, failures: &$0) }
  }

  /// Reads a field of the content; `default` when it is absent.
  public mutating func field<T: Schema>(_ key: String, as type: T.Type, default: @autoclosure () -> T) -> T? {
    guard let fields = contentFields() else { return nil }
    return fields.contains(wireName(key, in: .body)) ? field(key, as: type) : `default`()
  }

  // MARK: Parts

  /// Reads a part of multipart content.
  public mutating func field(_ key: String, as type: Part.Type) -> Part? {
    guard let parts = field(key, as: [Part].self) else { return nil }
    if parts.isEmpty { fail(.missing(.body, "/" + wireName(key, in: .body), expected: "part")) }
    if parts.count > 1 { fail(.repeated(.body, "/" + wireName(key, in: .body), expected: "part")) }
    return parts.count == 1 ? parts[0] : nil
  }

  /// Reads a part of multipart content; nil when it is absent.
  public mutating func field(_ key: String, as type: Part?.Type) -> Part?? {
    guard let parts = field(key, as: [Part].self) else { return nil }
    return parts.isEmpty ? .some(nil) : field(key, as: Part.self).map { .some($0) }
  }

  /// Reads a part of multipart content; `default` when it is absent.
  public mutating func field(_ key: String, as type: Part.Type, default: @autoclosure () -> Part) -> Part? {
    guard let part = field(key, as: Part?.self) else { return nil }
    return part ?? `default`()
  }

  /// Reads every part of this name; none when absent.
  public mutating func field(_ key: String, as type: [Part].Type) -> [Part]? {
    guard let fields = contentFields() else { return nil }
    if let parts = fields.parts(wireName(key, in: .body)) { return parts }
    fail(
      InputFailure(
        .body, "/" + wireName(key, in: .body), .type, expected: "part",
        message: "`\(wireName(key, in: .body))` is a part; send the request body as multipart/form-data"))
    return nil
  }

  /// Reads every part of this name; nil when absent.
  public mutating func field(_ key: String, as type: [Part]?.Type) -> [Part]?? {
    guard let parts = field(key, as: [Part].self) else { return nil }
    return .some(parts.isEmpty ? nil : parts)
  }

}
