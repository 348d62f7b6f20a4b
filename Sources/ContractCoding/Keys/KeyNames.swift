/// The names on the wire of the coding keys that one coder meets; each is mapped once.
///
/// Coders have one only where a mapping changes anything, so that without one they do nothing for it.
final class KeyNames {
  private let mapping: KeyMapping
  private var names: [String: String] = [:]

  private init(_ mapping: KeyMapping) {
    self.mapping = mapping
  }

  /// Nil when every key travels as it is. A failable initializer would allocate first.
  static func names(_ mapping: KeyMapping) -> KeyNames? {
    mapping.isIdentity ? nil : KeyNames(mapping)
  }

  /// The name on the wire of a key.
  func encoded(_ key: String) -> String {
    if let name = names[key] { return name }
    let name = mapping.encoded(key)
    names[key] = name
    return name
  }

  /// The key that finds the member with a name on the wire: what the mapping makes of it, if that leads back, otherwise
  /// the name itself.
  func key(of name: String) -> String {
    let key = mapping.decoded(name)
    return encoded(key) == name ? key : name
  }

  /// True for keys whose names are mapped: all but those of dictionaries, which are data.
  static func maps<Key: CodingKey>(_ type: Key.Type) -> Bool {
    ObjectIdentifier(type) != dictionaryKey
  }

  /// The type of the keys that every `Dictionary` hands to coders, whatever its own keys are.
  private static let dictionaryKey = ObjectIdentifier(type(of: "".codingKey))

  /// A coding path as it stands on the wire. Steps made by coders are so already; the rest are a type's own keys.
  func wirePath(_ path: [any CodingKey]) -> [any CodingKey] {
    path.map { key in
      guard !(key is JSONPath), key.intValue == nil, ObjectIdentifier(type(of: key)) != Self.dictionaryKey else {
        return key
      }
      return JSONPath.name(encoded(key.stringValue))
    }
  }
}
