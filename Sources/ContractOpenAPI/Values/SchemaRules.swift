internal import ContractCoding

/// The rules that one or several schemas impose together, with references followed and `allOf` merged.
///
/// Rules of parts, such as the schemas of members, remain nodes, because schemas may contain themselves. A value must
/// satisfy all nodes of a list.
// Large: one property for each kind of rule of a schema.
struct SchemaRules: Sendable {
  typealias ValueType = JSONSchema.ValueType

  /// The allowed types; nil for all. A set with ``ValueType/number`` also has ``ValueType/integer``.
  var types: Set<ValueType>?
  /// The allowed values of `enum` and `const`; nil for all.
  var choices: [JSONValue]?
  /// The first `format`.
  var format: String?
  /// The rules of numbers.
  var numbers = NumberRules()
  /// The rules of strings.
  var strings = StringRules()
  /// The rules of arrays.
  var arrays = ArrayRules()
  /// The rules of objects.
  var objects = ObjectRules()
  /// The alternatives of each `oneOf` and `anyOf`.
  var groups: [Alternatives] = []
  /// The schemas with an `if`.
  var conditions: [OpenAPINode] = []
  /// The schemas that a value must not satisfy.
  var negations: [OpenAPINode] = []
  /// The annotations, which do not restrict values.
  var notes = SchemaNotes()
  /// The pointers of keywords.
  var places: [String: String] = [:]
  /// The pointers of the schemas that were read. Reading a schema again would add no rule.
  var sources: Set<String> = []
  /// The targets of references, in order.
  var targets: [String] = []
  /// Whether no value is allowed (`false`).
  var isNever = false
  /// The faults that prevent reading some of the rules, and rules that have no counterpart here.
  var problems: [OpenAPIDocumentError] = []
  /// The problems that also prevent the generation of values.
  var obstacles: [OpenAPIDocumentError] = []

  /// The alternatives of one keyword.
  struct Alternatives: Sendable {
    /// Whether exactly one must apply (`oneOf`).
    let isExclusive: Bool
    let branches: [OpenAPINode]
    /// The name of the member that distinguishes alternatives.
    let tag: String?
    /// The values of the member ``tag`` by the decoded reference of their alternative, if they differ from the names of the
    /// schemas.
    var values: [String: [String]] = [:]

    /// Returns the values of the member that distinguishes alternatives, by the decoded references in a `mapping`.
    static func values(in mapping: JSONValue?) -> [String: [String]] {
      let pairs = (mapping?.object ?? [:]).compactMap { member in
        member.value.string.map { (OpenAPIReferences.decoded($0), member.name) }
      }
      return Dictionary(grouping: pairs) { $0.0 }.mapValues { $0.map(\.1) }
    }

    /// Returns the values of ``tag`` that select an alternative; empty for an alternative without a name.
    func tags(of branch: OpenAPINode) -> [String] {
      guard tag != nil, let target = branch.value["$ref"]?.string.map(OpenAPIReferences.decoded) else { return [] }
      let name = JSONPointer.steps(of: target).last ?? target
      let mapped = (values[target] ?? []) + (name == target ? [] : values[name] ?? [])
      return mapped.isEmpty ? [name] : mapped
    }
  }

  /// Creates rules that allow every value.
  init() {}

  /// Reads the rules of schemas.
  ///
  /// - Parameter known: the pointers of schemas that are not read. An alternative that extends its parent adds nothing to it.
  init(
    _ nodes: [OpenAPINode], _ references: OpenAPIReferences, _ version: OpenAPIVersion, besides known: Set<String> = []
  ) {
    sources = known
    var reader = SchemaRulesReader(references, version)
    for node in nodes { reader.read(node, into: &self) }
  }

  /// Returns true if a type is allowed.
  func allows(_ type: ValueType) -> Bool { types?.contains(type) ?? true }

  /// Restricts the types.
  mutating func restrict(to types: Set<ValueType>) {
    self.types = self.types?.intersection(types) ?? types
  }

  /// Restricts the values.
  mutating func restrict(to choices: [JSONValue]) {
    guard let known = self.choices else { return self.choices = choices }
    let allowed = Set(choices.map(\.canonical))
    self.choices = known.filter { allowed.contains($0.canonical) }
  }

  /// Whether a value may be null.
  var isNullable: Bool { allows(.null) && choices?.contains(.null) ?? true }
}

/// The annotations of a schema, such as `title`.
struct SchemaNotes: Sendable, Equatable {
  var title: String?
  var description: String?
  var defaultValue: JSONValue?
  var examples: [JSONValue] = []
  var isDeprecated = false
  /// Whether the value is absent in requests.
  var isReadOnly = false
  /// Whether the value is absent in responses.
  var isWriteOnly = false
}
