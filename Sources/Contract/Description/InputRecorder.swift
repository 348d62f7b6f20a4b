internal import ContractCoding

/// A recorder of the inputs that an endpoint's `decode(from:)` reads.
///
/// Decoding a request without any values reads every input, because implementations read all of them even if one is
/// missing. So the types of inputs are known without being listed a second time.
final class InputRecorder {
  /// The schema of one input.
  struct Input {
    let location: ParameterLocation
    /// The name in the contract; empty for the whole body.
    let name: String
    var schema: JSONSchema
    /// False if the input may be absent.
    let isRequired: Bool
    /// True for an object in a query, whose members are sent as `name[member]`.
    var isNested = false
    /// True for a file or another part of a multipart body.
    var isPart = false
  }

  private(set) var inputs: [Input] = []
  /// The wire format of defaults, which is also that of their schemas.
  private let wire: Wire

  init(wire: Wire) {
    self.wire = wire
  }

  /// Records a value that is sent as text.
  func text<T>(_ location: ParameterLocation, _ name: String, _ type: T.Type, isRequired: Bool, default value: T?) {
    var schema = Self.textSchema(of: T.self)
    schema.defaultValue = value.flatMap { sample($0, location) }
    add(Input(location: location, name: name, schema: schema, isRequired: isRequired && value == nil))
  }

  /// Records an array of values that are sent as text.
  func list<T>(_ location: ParameterLocation, _ name: String, _ type: T.Type, default value: [T]?) {
    var schema = JSONSchema(.array)
    schema.items = Self.textSchema(of: T.self)
    if let value, !value.isEmpty { schema.defaultValue = sample(value, location) }
    add(Input(location: location, name: name, schema: schema, isRequired: false))
  }

  /// Records a header that names entity tags (RFC 9110 §13.1).
  func condition(_ name: String, isRequired: Bool) {
    var schema = JSONSchema(.string)
    schema.pattern = #"^(?:\*|(?:W/)?"[!#-~]*"(?: *, *(?:W/)?"[!#-~]*")*)$"#
    add(Input(location: .header, name: name, schema: schema, isRequired: isRequired))
  }

  /// Records a flag: a query name with or without a value.
  func flag(_ name: String) {
    add(Input(location: .query, name: name, schema: JSONSchema(.boolean), isRequired: false))
  }

  /// Records a dictionary of all values that no other input claims.
  func dictionary(_ location: ParameterLocation, _ name: String) {
    add(Input(location: location, name: name, schema: .dictionary(of: String.self), isRequired: false))
  }

  /// Records an object in a query, or a list of values such as a set, which is empty if absent.
  func nested<T>(
    _ location: ParameterLocation, _ name: String, _ type: T.Type, isRequired: Bool, default value: T? = nil
  ) {
    let object = JSONSchema.of(T.self)
    let list = object.listOfTexts
    var schema = list ?? object
    if let value, (value as? any Collection)?.isEmpty != true { schema.defaultValue = sample(value, location) }
    if list != nil { return add(Input(location: location, name: name, schema: schema, isRequired: false)) }
    add(Input(location: location, name: name, schema: schema, isRequired: isRequired, isNested: true))
  }

  /// Records a field of a structured body. The result is nil: a request without values has no field.
  func field<T, Value>(_ name: String, _ type: T.Type, isRequired: Bool, default value: T? = nil) -> Value? {
    var schema = JSONSchema.of(T.self)
    schema.defaultValue = value.flatMap { sample($0, .body) }
    add(Input(location: .body, name: name, schema: schema, isRequired: isRequired && value == nil))
    return nil
  }

  /// Records a part of a multipart body, or all parts with its name.
  func part<Value>(_ name: String, isList: Bool, isRequired: Bool) -> Value? {
    var schema = JSONSchema.binary
    if isList {
      let items = schema
      schema = JSONSchema(.array)
      schema.items = items
    }
    add(Input(location: .body, name: name, schema: schema, isRequired: isRequired, isPart: true))
    return nil
  }

  /// Records the whole body.
  func body<Value>(_ schema: JSONSchema, isRequired: Bool) -> Value? {
    add(Input(location: .body, name: "", schema: schema, isRequired: isRequired))
    return nil
  }

  private func add(_ input: Input) {
    guard !inputs.contains(where: { $0.location == input.location && $0.name == input.name }) else { return }
    inputs.append(input)
  }

  /// Returns the schema of a value in its string form: the JSON schema of numbers, dates and similar types, the raw
  /// values of an enumeration, or a string for a type with a custom string form. Such a type may restrict the string
  /// with ``JSONSchemaProviding``.
  static func textSchema(of type: any Any.Type) -> JSONSchema {
    let schema = (type as? any Schema.Type)?.schema
    guard type is any ParameterValue.Type else { return schema == nil ? .rawValues(of: type) : .of(type) }
    if let own = (type as? any JSONSchemaProviding.Type)?.jsonSchema, own.types == [.string] { return own }
    return schema != nil && schema?.name == nil ? .of(type) : JSONSchema(.string)
  }

  private func sample(_ value: Any, _ location: ParameterLocation) -> JSONSample? {
    let options = location == .body ? wire.json : JSONOptions(dates: wire.form.dates, keys: wire.form.keys)
    return (value as? any Encodable).flatMap { JSONSample(encoding: $0, options: options) }
  }
}

extension JSONSchema {
  /// This schema if it is an array of single values, which a query sends under a repeated name; nil otherwise.
  fileprivate var listOfTexts: JSONSchema? {
    let list = type?.schema ?? self
    guard list.types == [.array], let items = list.items else { return nil }
    let element = items.content
    let isText =
      element.isDate || (!element.types.isEmpty && !element.types.contains { $0 == .object || $0 == .array })
    return isText ? list : nil
  }

  /// The schema of bytes that are not in JSON.
  static var binary: JSONSchema { JSONSchema(.string, format: "binary") }
}
