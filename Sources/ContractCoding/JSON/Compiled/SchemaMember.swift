/// A member of an object, as ``SchemaKeys`` lists them.
public struct SchemaMember: Sendable {
  /// The coding key.
  let name: String
  /// What has to be there; nil where nothing has to.
  let required: (any Any.Type)?
  /// What the member holds when it is there; nil where nobody says.
  let type: (any Any.Type)?

  /// A member that has to be there, and what failures call it when it is not.
  public static func required(_ name: String, _ type: any Any.Type) -> SchemaMember {
    SchemaMember(name: name, required: type, type: type)
  }

  /// A member that may be absent, and the type of its value when it is there.
  public static func optional(_ name: String, _ type: any Any.Type) -> SchemaMember {
    SchemaMember(name: name, required: nil, type: type)
  }

  /// A member that may be absent.
  public static func optional(_ name: String) -> SchemaMember {
    SchemaMember(name: name, required: nil, type: nil)
  }
}
