/// The raw values of an enumeration, as its schema lists them.
struct RawValues {
  let types: [JSONSchema.ValueType]
  let samples: [JSONSample]

  /// Returns all raw values of an enumeration that is decoded as its raw value; nil for other types, and for those
  /// whose cases are unknown.
  ///
  /// - Parameter schema: the schema of the single value that the type decodes.
  static func all(of type: any Any.Type, spelledAs schema: JSONSchema) -> RawValues? {
    let types = schema.resolved.types
    let values: [Any]? =
      (type as? any CaseIterable.Type).map { listed($0) } ?? (type as? any RawRepresentable.Type).flatMap { cases($0) }
    guard let values, !values.isEmpty else { return nil }
    let samples = values.compactMap { ($0 as? any Encodable).flatMap { JSONSample(encoding: $0) } }
    // The raw values are listed only if they fit the schema, because a type may decode a single value that is not its
    // raw value.
    guard samples.count == values.count, fits(values[0], types) else { return nil }
    return RawValues(types: types, samples: samples)
  }

  /// Returns true for an enumeration without associated values, whose cases cannot be found.
  static func isEnumeration(_ type: any Any.Type) -> Bool {
    type is any RawRepresentable.Type && SimpleEnumeration.isEnumeration(type)
  }

  /// The maximum number of listed values. A truncated list would make the other values invalid.
  private static let maxCount = 1000

  private static func listed<C: CaseIterable>(_ type: C.Type) -> [Any] {
    guard type.allCases.prefix(maxCount + 1).count <= maxCount else { return [] }
    return type.allCases.compactMap { rawValue($0) }
  }

  private static func cases<R: RawRepresentable>(_ type: R.Type) -> [Any]? {
    SimpleEnumeration.allCases(type)?.compactMap { rawValue($0) }
  }

  private static func rawValue(_ value: Any) -> Any? {
    guard let raw = (value as? any RawRepresentable)?.rawValue else { return nil }
    return raw is String || raw is any BinaryInteger || raw is any BinaryFloatingPoint ? raw : nil
  }

  private static func fits(_ value: Any, _ types: [JSONSchema.ValueType]) -> Bool {
    if value is String { return types == [.string] }
    return value is any BinaryInteger ? types == [.integer] : types == [.number]
  }
}

extension JSONSchema {
  /// Returns the schema of an enumeration that is sent as its raw value in string form; that of a string for other
  /// types.
  package static func rawValues(of type: any Any.Type) -> JSONSchema {
    func raw<R: RawRepresentable>(_ type: R.Type) -> JSONSchema { .of(R.RawValue.self).resolved }
    guard let representable = type as? any RawRepresentable.Type else { return JSONSchema(.string) }
    var contents = raw(representable)
    if let values = RawValues.all(of: type, spelledAs: contents) {
      (contents.types, contents.format, contents.choices) = (values.types, nil, values.samples)
      contents.bounds = NumberBounds()
    } else if RawValues.isEnumeration(type) {
      contents.problem = "the cases of `\(type)` are unknown; conform it to CaseIterable or add @Schema"
    }
    var schema = JSONSchema()
    schema.recorded = RecordedType(id: ObjectIdentifier(type), name: name(of: type), contents: contents)
    return schema
  }
}
