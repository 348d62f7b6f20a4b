/// A key of dictionaries that JSON has as the name of a member, as Codable does.
public protocol SchemaDictionaryKey: Hashable, Codable, SendableMetatype {
  /// The key of a member; nil when its name is none.
  init?(memberName: String)

  /// The name of the key's member.
  var memberName: String { get }
}

extension String: SchemaDictionaryKey {
  /// The name itself.
  @inlinable
  public init?(memberName: String) {
    self = memberName
  }

  /// The string itself.
  @inlinable
  public var memberName: String { self }
}

extension Int: SchemaDictionaryKey {
  /// The number that a name spells.
  @inlinable
  public init?(memberName: String) {
    self.init(memberName)
  }

  /// The number's digits.
  @inlinable
  public var memberName: String { description }
}

extension SchemaDictionaryKey where Self: CodingKeyRepresentable {
  /// The value of a coding key, which has the number too when the name spells one.
  public init?(memberName: String) {
    self.init(codingKey: memberName.codingKey)
  }

  /// The coding key's name.
  public var memberName: String { codingKey.stringValue }
}
