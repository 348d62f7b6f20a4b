/// An object written where it is sent, in its order: `["name": "John", "limit": limit]`.
///
/// Members that are nil are left out.
public struct ObjectLiteral: Sendable, Encodable, ExpressibleByDictionaryLiteral {
  /// The members that are not nil.
  let members: [(name: String, value: any Encodable & Sendable)]

  /// The members of a literal.
  public init(dictionaryLiteral elements: (String, (any Encodable & Sendable)?)...) {
    members = elements.compactMap { name, value in value.map { (name, $0) } }
  }

  /// These members.
  init(_ members: [(name: String, value: any Encodable & Sendable)]) { self.members = members }

  /// The members of a dictionary, in the order of their names, so that a request is the same each time.
  init<Value: Encodable & Sendable>(_ dictionary: [String: Value]) {
    members = dictionary.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
  }

  /// Writes the members as an object.
  ///
  /// - Throws: what the encoder throws.
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
