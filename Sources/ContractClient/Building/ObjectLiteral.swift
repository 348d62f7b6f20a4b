/// An object written as a dictionary literal that keeps its order: `["name": "John", "limit": limit]`.
///
/// Members that are nil are omitted.
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
    var container = encoder.container(keyedBy: MemberKey.self)
    for member in members { try container.encode(member.value, forKey: MemberKey(stringValue: member.name)) }
  }

  private struct MemberKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}
