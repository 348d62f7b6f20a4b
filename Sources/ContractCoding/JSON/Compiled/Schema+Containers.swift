extension Optional: Schema where Wrapped: Schema {
  /// Reads a value or null.
  @inlinable
  public static func read(_ reader: inout SchemaReader) -> Wrapped?? {
    if reader.null() { return .some(nil) }
    return Wrapped.read(&reader).map { .some($0) }
  }

  /// Writes the value or null.
  @inlinable
  public func write(_ writer: inout SchemaWriter) {
    switch self {
    case .some(let value): value.write(&writer)
    case .none: writer.null()
    }
  }

  /// The schema of the value, with null allowed.
  public static var schema: JSONSchema { containerSchema }
}

extension Array: Schema where Element: Schema {
  /// Reads an array.
  @inlinable
  public static func read(_ reader: inout SchemaReader) -> [Element]? {
    Element.readArray(&reader)
  }

  /// Reads an array into memory, without a lookup of the type of an optional array.
  @inlinable
  public static func read(_ reader: inout SchemaReader, into target: UnsafeMutablePointer<[Element]>) -> Bool {
    guard let values = Element.readArray(&reader) else { return false }
    // SAFETY: the caller passes uninitialized memory for one value.
    target.initialize(to: values)
    return true
  }

  /// Writes an array.
  @inlinable
  public func write(_ writer: inout SchemaWriter) {
    Element.writeArray(self, &writer)
  }

  /// `array`.
  public static var schema: JSONSchema { containerSchema }
}

extension Set: Schema where Element: Schema {
  /// Reads an array.
  @inlinable
  public static func read(_ reader: inout SchemaReader) -> Set<Element>? {
    guard var array = reader.beginArray(Self.self) else { return nil }
    var values: Set<Element> = []
    while reader.nextElement(&array) {
      if let value = Element.read(&reader) { values.insert(value) }
    }
    return reader.endArray(array) ? values : nil
  }

  /// Writes an array.
  @inlinable
  public func write(_ writer: inout SchemaWriter) {
    writer.beginArray()
    for value in self {
      value.write(&writer)
      writer.endElement()
    }
    writer.endArray()
  }

  /// `array`.
  public static var schema: JSONSchema { containerSchema }
}

extension Dictionary: Schema where Key: SchemaDictionaryKey, Value: Schema {
  /// Reads an object.
  @inlinable
  public static func read(_ reader: inout SchemaReader) -> [Key: Value]? {
    guard var dictionary = reader.beginDictionary(Self.self) else { return nil }
    var values: [Key: Value] = [:]
    var isRefused = false
    while let name = reader.nextKey(&dictionary) {
      // As in Codable, an invalid key ends decoding.
      guard !isRefused, let key = Key(memberName: name) else {
        isRefused ? reader.skip() : reader.refuseKey(dictionary, Key.self)
        isRefused = true
        continue
      }
      // If a name is repeated, the first member is used. Different names can be the same key, such as 7 and 07.
      let isKnown = Key.self == String.self && values.keys.contains(key)
      guard !isKnown, !reader.repeats(name, &dictionary, isRemembered: Key.self == String.self) else {
        reader.skip()
        continue
      }
      if let value = Value.read(&reader) { values[key] = value } else { reader.remember(name, &dictionary) }
    }
    return reader.endDictionary(dictionary) ? values : nil
  }

  /// Writes an object.
  @inlinable
  public func write(_ writer: inout SchemaWriter) {
    writer.beginDictionary()
    for (key, value) in self {
      writer.beginMember(named: key.memberName)
      value.write(&writer)
      writer.endMember()
    }
    writer.endObject()
  }

  /// `object`, whose members all have the same type.
  public static var schema: JSONSchema { containerSchema }
}
