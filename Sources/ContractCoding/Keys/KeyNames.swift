/// A cache of encoded names for one coder.
///
/// Coders have one only if their mapping changes names, so the identity mapping costs nothing.
final class KeyNames {
  private let mapping: KeyMapping
  private var names: [String: String] = [:]

  private init(_ mapping: KeyMapping) {
    self.mapping = mapping
  }

  /// Creates a cache; nil for the identity mapping. A failable initializer would allocate first.
  static func names(_ mapping: KeyMapping) -> KeyNames? {
    mapping.isIdentity ? nil : KeyNames(mapping)
  }

  /// Returns the encoded name of a key.
  func encoded(_ key: String) -> String {
    if let name = names[key] { return name }
    let name = mapping.encoded(key)
    names[key] = name
    return name
  }

  /// Returns the key that finds the member with an encoded name: the decoded name if it maps back to this name,
  /// otherwise the name itself.
  func key(of name: String) -> String {
    let key = mapping.decoded(name)
    return encoded(key) == name ? key : name
  }

  /// Returns true for key types whose names are mapped: all except those of tags, and of dictionaries, whose keys are data.
  static func maps<Key: CodingKey>(_ type: Key.Type) -> Bool {
    ObjectIdentifier(type) != dictionaryKey && Key.self != SchemaTagKey.self
  }

  /// The key type that every `Dictionary` passes to coders.
  private static let dictionaryKey = ObjectIdentifier(type(of: "".codingKey))

  /// Returns the encoded form of a coding path. Steps created by coders are already encoded; others are a type's keys.
  func wirePath(_ path: [any CodingKey]) -> [any CodingKey] {
    path.map { key in
      guard !(key is JSONPath), !(key is SchemaTagKey), key.intValue == nil,
        ObjectIdentifier(type(of: key)) != Self.dictionaryKey
      else {
        return key
      }
      return JSONPath.name(encoded(key.stringValue))
    }
  }
}
