/// The values that a type requests from a decoder.
final class RecordedShape {
  /// The kind of container that was requested.
  private(set) var kind: JSONSchema.ValueType?
  private(set) var properties: [JSONSchema.Property] = []
  /// The schema of a single value.
  private(set) var single: JSONSchema?
  private(set) var items: JSONSchema?
  private(set) var mayBeNull = false
  private var nested: [(name: String, shape: RecordedShape)] = []
  private var nestedItem: RecordedShape?
  private var ownProblem: String?
  private var optional: Set<String> = []

  /// The reason why the shape cannot be found by decoding; nil if it can.
  var problem: String? {
    ownProblem ?? nested.lazy.compactMap(\.shape.problem).first ?? nestedItem?.problem
  }

  func begin(_ kind: JSONSchema.ValueType) {
    if let known = self.kind, known != kind { fail("it decodes itself as \(known.rawValue) and as \(kind.rawValue)") }
    self.kind = kind
  }

  func fail(_ reason: String) {
    if ownProblem == nil { ownProblem = reason }
  }

  /// Records that a member may be null or absent. A type that checks for null decodes the member next.
  func allowNull(_ name: String) { optional.insert(name) }

  func add(_ name: String, _ schema: JSONSchema, isRequired: Bool) {
    var schema = schema
    let isRequired = isRequired && !optional.contains(name)
    if !isRequired { schema.isNullable = true }
    if let index = properties.firstIndex(where: { $0.name == name }) {
      properties[index].isRequired = properties[index].isRequired || isRequired
    } else {
      properties.append(JSONSchema.Property(name, schema, isRequired: isRequired))
    }
  }

  func add(single schema: JSONSchema) {
    if single != nil { fail("it decodes a single value in several ways") }
    single = schema
  }

  func add(item schema: JSONSchema) {
    items = items ?? schema
  }

  func allowNull() { mayBeNull = true }

  /// Returns the shape of a member that is decoded through a nested container.
  func nest(_ name: String) -> RecordedShape {
    let shape = RecordedShape()
    nested.append((name, shape))
    return shape
  }

  /// Returns the shape of an element that is decoded through a nested container.
  func nestItem() -> RecordedShape {
    let shape = RecordedShape()
    nestedItem = nestedItem ?? shape
    return shape
  }

  /// The schema of all requested values.
  var schema: JSONSchema {
    var schema = single ?? JSONSchema(kind ?? .object)
    schema.properties += properties
    for (name, shape) in nested { schema.properties.append(JSONSchema.Property(name, shape.schema)) }
    schema.items = items ?? nestedItem?.schema ?? schema.items
    schema.isNullable = schema.isNullable || mayBeNull
    return schema
  }
}
