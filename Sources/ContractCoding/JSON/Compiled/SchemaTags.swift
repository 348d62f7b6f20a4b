/// The tags of an enumeration with `@Tagged`, whose object names its case in a member, for ``Schema`` code.
///
/// Names and values are written verbatim: no key mapping changes them.
public final class SchemaTags: Sendable {
  let name: String
  /// The member with the values of the case; nil if they are members next to the tag.
  let content: String?
  /// The tag of each case; nil for the case that keeps unknown tags.
  let values: [String?]
  let type: any Any.Type
  /// The beginning of each case's object, such as `{"type":"labeled"`.
  private let beginnings: [[UInt8]]

  /// Lists the tags of an enumeration.
  ///
  /// - Parameter values: the tag of each case; nil for the case that keeps unknown tags, which must be the last.
  public init(of type: any Any.Type, _ name: String, content: String? = nil, _ values: [String?]) {
    self.name = name
    self.content = content
    self.values = values
    self.type = type
    beginnings = values.map { value in
      var writer = JSONWriter()
      writer.beginObject()
      writer.key(name)
      writer.write(value ?? "")
      return writer.bytes
    }
  }

  /// True when unknown tags are kept.
  var isOpen: Bool { values.last == .some(nil) }

  /// The known tags, for messages.
  var expected: String { "one of " + values.compactMap { $0.map { "\"\($0)\"" } }.joined(separator: ", ") }

  /// Returns the case with a tag, or the one that keeps unknown tags; nil if there is none.
  func index(of value: String) -> Int? {
    values.firstIndex { $0.map { $0.utf8.elementsEqual(value.utf8) } ?? true }
  }

  // SAFETY: the function reads only bytes before `end`.
  /// Returns the case whose beginning, as written by this package, is at `next`.
  func index(at next: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> Int? {
    for (index, beginning) in beginnings.enumerated() where values[index] != nil {
      let count = beginning.count
      guard end - next > count, next[count] == UInt8(ascii: ",") || next[count] == UInt8(ascii: "}"),
        UnsafeBufferPointer(start: next, count: count).elementsEqual(beginning)
      else { continue }
      return index
    }
    return nil
  }

  func beginning(_ index: Int) -> [UInt8] { beginnings[index] }
}

// MARK: - Reading

extension SchemaReader {
  /// Returns the case of a tagged object, which is then read from its beginning.
  ///
  /// - Returns: nil after a failure was recorded and the value was skipped.
  public mutating func tag(_ tags: SchemaTags) -> Int? {
    skipSpace()
    return tags.index(at: next, end) ?? searchTag(tags)
  }

  /// Finds the tag among the members.
  @inline(never)
  private mutating func searchTag(_ tags: SchemaTags) -> Int? {
    let object = next
    guard findTag(tags) else { return nil }
    let value = next
    let isString = next < end && next.pointee == UInt8(ascii: "\"")
    let index = isString ? string().flatMap { tags.index(of: $0) } : nil
    guard !isBroken else { return nil }
    next = object
    if let index { return index }
    skipValue()
    refuse(value, isString ? .invalid : .type, isString ? .text(tags.expected) : .type(String.self))
    return nil
  }
}

// MARK: - Writing

extension SchemaWriter {
  /// Opens the object of a case with its tag.
  ///
  /// - Returns: the members with their encoded names.
  public mutating func beginObject(_ tags: SchemaTags, _ index: Int, _ keys: SchemaKeys) -> SchemaKeys {
    begin(tags, index)
    return names(keys)
  }

  /// Writes the object of a case without values.
  public mutating func object(_ tags: SchemaTags, _ index: Int) {
    begin(tags, index)
    endObject()
  }

  /// Opens the object of a case, whose content follows. `endMember` and `endObject` close it.
  public mutating func beginContent(_ tags: SchemaTags, _ index: Int) {
    begin(tags, index)
    beginMember(named: tags.content ?? "")
  }

  /// Writes the object of a case with the members of a value, which must be an object.
  public mutating func flattened<T: Schema>(_ tags: SchemaTags, _ index: Int, _ value: T) {
    flatten(tags, index, value) { value.write(&$0) }
  }

  /// Writes the object of a case with the members of a value without a compiled writer.
  @_disfavoredOverload
  public mutating func flattened<T: Encodable>(_ tags: SchemaTags, _ index: Int, _ value: T) {
    flatten(tags, index, value) { $0.value(value) }
  }

  private mutating func begin(_ tags: SchemaTags, _ index: Int) {
    tags.beginning(index).withUnsafeBufferPointer { output.append($0) }
    output.append(UInt8(ascii: ","))
  }

  private mutating func flatten(
    _ tags: SchemaTags, _ index: Int, _ value: Any, _ write: (inout SchemaWriter) -> Void
  ) {
    begin(tags, index)
    let offset = output.count
    write(&self)
    guard failure == nil, !output.joinObject(at: offset) else { return }
    refuse(value, "The value of the case '\(tags.values[index] ?? "")' is not an object, so it cannot contain the tag.")
  }
}

// MARK: - Codable

/// The cause of an error about a tag.
struct UnknownTag: Error {
  /// The known tags.
  let expected: String
}

/// A key that no mapping changes.
struct SchemaTagKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ name: String) { stringValue = name }
  init?(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

extension SchemaTags {
  /// Returns the case of the object being decoded.
  ///
  /// - Throws: `DecodingError` with the known tags for an unknown tag.
  public func index(in decoder: any Decoder) throws -> Int {
    let key = SchemaTagKey(name)
    let container = try decoder.container(keyedBy: SchemaTagKey.self)
    guard container.contains(key) else {
      throw DecodingError.keyNotFound(
        key,
        DecodingError.Context(
          codingPath: decoder.codingPath, debugDescription: "Expected \(expected).",
          underlyingError: UnknownTag(expected: expected)))
    }
    let value = try container.decode(String.self, forKey: key)
    if let index = index(of: value) { return index }
    throw DecodingError.dataCorrupted(
      DecodingError.Context(
        codingPath: decoder.codingPath + [key], debugDescription: "Expected \(expected), found \"\(value)\".",
        underlyingError: UnknownTag(expected: expected)))
  }

  /// Returns the values of a case.
  ///
  /// - Throws: `DecodingError` if the content is missing.
  public func values<Key: CodingKey>(
    in decoder: any Decoder, keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    guard let content else { return try decoder.container(keyedBy: Key.self) }
    return try decoder.container(keyedBy: SchemaTagKey.self)
      .nestedContainer(keyedBy: Key.self, forKey: SchemaTagKey(content))
  }

  /// Decodes the single value of a case, which may be absent or null.
  ///
  /// - Throws: `DecodingError`.
  public func value<T: Decodable>(in decoder: any Decoder) throws -> T? {
    guard let content else { return try T?(from: decoder) }
    return try decoder.container(keyedBy: SchemaTagKey.self).decodeIfPresent(T.self, forKey: SchemaTagKey(content))
  }

  /// Decodes the single value of a case.
  ///
  /// - Throws: `DecodingError`.
  @_disfavoredOverload
  public func value<T: Decodable>(in decoder: any Decoder) throws -> T {
    guard let content else { return try T(from: decoder) }
    return try decoder.container(keyedBy: SchemaTagKey.self).decode(T.self, forKey: SchemaTagKey(content))
  }

  /// Encodes the tag of a case.
  ///
  /// - Returns: the encoder of its values.
  /// - Throws: `EncodingError`.
  @discardableResult
  public func begin(_ index: Int, in encoder: any Encoder) throws -> any Encoder {
    var container = encoder.container(keyedBy: SchemaTagKey.self)
    try container.encode(values[index] ?? "", forKey: SchemaTagKey(name))
    guard let content else { return encoder }
    return container.superEncoder(forKey: SchemaTagKey(content))
  }

  /// Encodes a case without values.
  ///
  /// - Throws: `EncodingError`.
  public func encode(_ index: Int, in encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: SchemaTagKey.self)
    try container.encode(values[index] ?? "", forKey: SchemaTagKey(name))
  }

  /// Encodes a case with a single value.
  ///
  /// - Throws: `EncodingError`.
  public func encode<T: Encodable>(_ index: Int, _ value: T, in encoder: any Encoder) throws {
    try encode(index, in: encoder)
    guard let content else { return try value.encode(to: encoder) }
    var container = encoder.container(keyedBy: SchemaTagKey.self)
    try container.encode(value, forKey: SchemaTagKey(content))
  }
}
