extension JSONSchema {
  /// A type without ``Schema`` whose schema was found by decoding it.
  struct RecordedType: Sendable {
    /// The identity of the type, which a document uses to define it only once.
    let id: ObjectIdentifier
    /// The index of an alternative of a tagged enumeration; nil for a whole type.
    var alternative: Int?
    /// The name of its definition.
    let name: String
    /// The schema; empty for a use of the type inside itself. An array, because a struct cannot contain itself.
    let contents: [JSONSchema]
  }
}
