/// A dictionary key that is a member name in JSON, as in Codable.
public protocol SchemaDictionaryKey: Hashable, Codable, SendableMetatype {
  /// Creates the key for a member name; nil if invalid.
  init?(memberName: String)

  /// The member name of the key.
  var memberName: String { get }
}

extension String: SchemaDictionaryKey {
  /// Creates the key from the name itself.
  @inlinable
  public init?(memberName: String) {
    self = memberName
  }

  /// The string itself.
  @inlinable
  public var memberName: String { self }
}

extension Int: SchemaDictionaryKey {
  /// Parses the number in a name.
  @inlinable
  public init?(memberName: String) {
    self.init(memberName)
  }

  /// The digits of the number.
  @inlinable
  public var memberName: String { description }
}

extension SchemaDictionaryKey where Self: CodingKeyRepresentable {
  /// Creates the value from a coding key, which also has an integer value if the name is a number.
  public init?(memberName: String) {
    self.init(codingKey: memberName.codingKey)
  }

  /// The name of the coding key.
  public var memberName: String { codingKey.stringValue }
}
