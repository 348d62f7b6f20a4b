/// A member of an object, listed by ``SchemaKeys``.
public struct SchemaMember: Sendable {
  /// The coding key.
  let name: String
  /// The type of a required member; nil for an optional one.
  let required: (any Any.Type)?
  /// The type of the value; nil if unspecified.
  let type: (any Any.Type)?
  /// True for a name that no key mapping changes.
  private(set) var isExact = false

  /// Creates a required member. Failures name its type.
  public static func required(_ name: String, _ type: any Any.Type) -> SchemaMember {
    SchemaMember(name: name, required: type, type: type)
  }

  /// Creates a required member whose value is an object without a Swift type. Failures call the value an object.
  public static func object(_ name: String) -> SchemaMember { required(name, AnonymousObject.self) }

  /// Creates an optional member with the type of its value.
  public static func optional(_ name: String, _ type: any Any.Type) -> SchemaMember {
    SchemaMember(name: name, required: nil, type: type)
  }

  /// Returns a member whose name no key mapping changes, such as the tag of an enumeration.
  public static func exact(_ member: SchemaMember) -> SchemaMember {
    var member = member
    member.isExact = true
    return member
  }

  /// Creates an optional member.
  public static func optional(_ name: String) -> SchemaMember {
    SchemaMember(name: name, required: nil, type: nil)
  }
}

/// The type of an object without a Swift type.
private enum AnonymousObject: ExpectedNameProviding {
  static var expectedName: String { "object" }
}
