internal import ContractHTTP

extension JSONSchema {
  /// A type without ``Schema`` whose schema was found by decoding it.
  struct RecordedType: Sendable {
    /// The identity of the type, which a document uses to define it only once.
    let id: ObjectIdentifier
    /// The index of an alternative of a tagged enumeration; nil for a whole type.
    var alternative: Int?
    /// The name of its definition.
    let name: String
    /// The schema of an alternative or of raw values; empty for a recorded type. An array, because a struct cannot contain
    /// itself.
    private let own: [JSONSchema]

    /// - Parameter contents: the schema of an alternative or of raw values; nil for a type that a ``SchemaRecorder`` decodes.
    init(id: ObjectIdentifier, alternative: Int? = nil, name: String, contents: JSONSchema? = nil) {
      self.id = id
      self.alternative = alternative
      self.name = name
      own = contents.map { [$0] } ?? []
    }

    /// The schema; nil only while the type is being decoded.
    var contents: JSONSchema? { own.first ?? RecordedTypes.schema(of: id) }
  }
}

/// The schemas of all types that were decoded. Uses of a type refer to its schema here, so that each type is decoded once,
/// even if types contain each other.
enum RecordedTypes {
  private static let schemas = Lock<[ObjectIdentifier: JSONSchema]>([:])

  static func schema(of id: ObjectIdentifier) -> JSONSchema? { schemas.withLock { $0[id] } }

  static func add(_ recorded: [ObjectIdentifier: JSONSchema]) {
    schemas.withLock { $0.merge(recorded) { first, _ in first } }
  }
}
