/// A recorder of the schemas of types, which decodes types that are only `Codable` to learn their members.
///
/// Decoding continues with placeholders. A type whose decoding stops early, or whose form depends on the data, has a schema
/// with a ``JSONSchema/problem``.
final class SchemaRecorder {
  let placeholders = PlaceholderSource(userInfo: [:])
  /// The types that are being decoded. A type that contains itself refers to its own definition.
  private var inProgress: [ObjectIdentifier] = []
  /// The schemas of the types that were decoded since the outermost one began. They become known together, because they
  /// refer to each other.
  private var recorded: [ObjectIdentifier: JSONSchema] = [:]

  /// Returns the schema of a type.
  func schema(of type: any Any.Type) -> JSONSchema {
    if let described = type as? any Schema.Type {
      var schema = JSONSchema()
      schema.type = described
      return schema
    }
    if let provider = type as? any JSONSchemaProviding.Type { return provider.jsonSchema }
    if let container = type as? any SchemaContainer.Type { return container.schema(recordedBy: self) }
    if let codable = type as? any Decodable.Type { return record(codable) }
    var schema = JSONSchema()
    schema.problem = "`\(type)` is not Codable, so its JSON is unknown"
    return schema
  }

  private func record<T: Decodable>(_ type: T.Type) -> JSONSchema {
    let id = ObjectIdentifier(T.self)
    var schema = JSONSchema()
    schema.recorded = JSONSchema.RecordedType(id: id, name: JSONSchema.name(of: T.self))
    guard !inProgress.contains(id), recorded[id] == nil, RecordedTypes.schema(of: id) == nil else { return schema }
    inProgress.append(id)
    let contents = self.contents(of: T.self)
    inProgress.removeLast()
    recorded[id] = contents
    if inProgress.isEmpty {
      RecordedTypes.add(recorded)
      recorded = [:]
    }
    return schema
  }

  private func contents<T: Decodable>(of type: T.Type) -> JSONSchema {
    let shape = RecordedShape()
    var refusal: (any Error)?
    do {
      _ = try T(from: RecordingDecoder(shape: shape, recorder: self))
    } catch {
      refusal = error
    }
    var schema = shape.schema
    if let single = shape.single, let values = RawValues.all(of: T.self, spelledAs: single) {
      schema.types = values.types
      (schema.format, schema.choices) = (nil, values.samples)
      schema.bounds = JSONSchema.NumberBounds()
      schema.type = nil
    } else if let problem = shape.problem {
      schema.problem = Self.message(T.self, problem)
    } else if refusal != nil, shape.single == nil {
      schema.problem = Self.message(T.self, "its init(from:) refuses placeholder values")
    } else if shape.single != nil, RawValues.isEnumeration(T.self) {
      schema.problem = "the cases of `\(T.self)` are unknown; conform it to CaseIterable or add @Schema"
    }
    return schema
  }

  private static func message(_ type: any Any.Type, _ reason: String) -> String {
    "the JSON of `\(type)` cannot be determined by decoding it, because \(reason); add @Schema, or conform it to "
      + "JSONSchemaProviding"
  }
}

/// A placeholder for a client's value while types are described.
package enum Placeholder {
  /// Returns a placeholder of a type.
  ///
  /// - Throws: an error for a type without a placeholder.
  package static func value<T>(of type: T.Type) throws -> T {
    func make<D: Decodable>(_ type: D.Type) throws -> Any { try PlaceholderSource(userInfo: [:]).value(D.self) }
    if let codable = T.self as? any Decodable.Type, let value = try make(codable) as? T { return value }
    if let nothing = () as? T { return nothing }
    throw PlaceholderSource.Unavailable()
  }
}
