/// An object written as a dictionary literal that keeps its order: `["name": "John", "limit": limit]`.
///
/// Members that are nil are omitted. Names are sent as written: like dictionary keys, they are not mapped by
/// ``/Contract/Wire/keys``.
public struct ObjectLiteral: Sendable, Encodable, ExpressibleByDictionaryLiteral {
  /// The members that are not nil.
  let members: [(name: String, value: any Encodable & Sendable)]

  /// Creates an object from a literal.
  public init(dictionaryLiteral elements: (String, (any Encodable & Sendable)?)...) {
    members = elements.compactMap { name, value in value.map { (name, $0) } }
  }

  /// Creates an object from its members.
  init(_ members: [(name: String, value: any Encodable & Sendable)]) { self.members = members }

  /// Creates an object from a dictionary, sorted by name so that equal dictionaries result in equal requests.
  init<Value: Encodable & Sendable>(_ dictionary: [String: Value]) {
    members = dictionary.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
  }

  /// Encodes the members as an object.
  ///
  /// - Throws: The errors of the encoder.
  public func encode(to encoder: any Encoder) throws {
    // The coders of this package do not map keys of the type that dictionaries use, so names are the same as in queries and
    // added members. Foundation's `keyEncodingStrategy` maps them.
    let key = Self.dictionaryKey
    try write(to: encoder, withKeysLike: key)
  }

  /// A key of the type that dictionaries use.
  private static let dictionaryKey: any CodingKey = "".codingKey

  private func write<Key: CodingKey>(to encoder: any Encoder, withKeysLike _: Key) throws {
    var container = encoder.container(keyedBy: Key.self)
    for member in members {
      guard let key = Key(stringValue: member.name) else { continue }
      try container.encode(member.value, forKey: key)
    }
  }
}
