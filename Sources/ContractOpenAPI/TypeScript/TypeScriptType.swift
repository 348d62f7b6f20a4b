internal import ContractCoding

/// A TypeScript type that is read from a JSON Schema.
indirect enum TypeScriptType: Hashable {
  /// Any JSON value.
  case any
  /// No value.
  case never
  /// An absent value.
  case undefined
  case null
  case boolean
  /// A number that fits a `Double`.
  case number
  /// An integer that may need more than 53 bits.
  case integer
  case string
  /// A string with the format `date-time`, if dates are `Date`.
  case date
  /// A string with base64.
  case base64
  /// Bytes outside of JSON: a body, or a part of one.
  case binary
  /// The bytes of a whole request body, in memory or as a stream.
  case bytes
  /// The values of a request body with one value per line, or its bytes.
  case lines(TypeScriptType)
  /// A single value. `isLarge` is true for an integer of a type with more than 53 bits.
  case literal(JSONValue, isLarge: Bool)
  /// Known strings, and any other string.
  case open([JSONValue])
  /// A value of a discriminator that no known alternative has.
  case unknownTag
  /// A component, by its name in the document.
  case component(String)
  case array(TypeScriptType)
  case tuple([TypeScriptType], required: Int, rest: TypeScriptType?)
  case dictionary(TypeScriptType)
  case object([TypeScriptMember], rest: TypeScriptType?)
  case union([TypeScriptType])
  case intersection([TypeScriptType])

  /// Whether every value is one text in a path, header or cookie, without elements and members.
  var isOneText: Bool {
    switch self {
    case .array, .tuple, .dictionary, .object, .intersection, .component, .any: false
    case .union(let types): types.allSatisfy(\.isOneText)
    default: true
    }
  }

  /// Whether no value has members that are sent one by one.
  var hasNoMembers: Bool {
    switch self {
    case .array, .tuple: true
    case .union(let types): types.allSatisfy(\.hasNoMembers)
    default: isOneText
    }
  }

  /// Returns true for an object that has a member, also in a part or a component. Each component is read once.
  func hasMember(_ name: String, in components: [String: TypeScriptType]) -> Bool {
    var (waiting, seen): ([TypeScriptType], Set<String>) = ([self], [])
    while let type = waiting.popLast() {
      switch type {
      case .object(let members, _): if members.contains(where: { $0.name == name }) { return true }
      case .intersection(let parts): waiting += parts
      case .component(let component):
        if seen.insert(component).inserted, let target = components[component] { waiting.append(target) }
      default: continue
      }
    }
    return false
  }

  /// Returns the union of types, without duplicates and nested unions.
  static func anyOf(_ types: [TypeScriptType]) -> TypeScriptType {
    var parts: [TypeScriptType] = []
    var seen: Set<TypeScriptType> = []
    for type in types {
      for part in type.alternatives where part != .never && seen.insert(part).inserted { parts.append(part) }
    }
    if seen.contains(.any) { return .any }
    if parts.isEmpty { return .never }
    return parts.count == 1 ? parts[0] : .union(parts)
  }

  /// Returns the type of values that are of all types, without duplicates.
  static func allOf(_ types: [TypeScriptType]) -> TypeScriptType {
    var seen: Set<TypeScriptType> = []
    let parts = types.filter { $0 != .any && seen.insert($0).inserted }
    if parts.isEmpty { return .any }
    return parts.count == 1 ? parts[0] : .intersection(parts)
  }

  /// The types of a union; the type itself if it is not a union.
  var alternatives: [TypeScriptType] {
    if case .union(let parts) = self { parts } else { [self] }
  }
}

/// A member of an object type.
struct TypeScriptMember: Hashable {
  var name: String
  var type: TypeScriptType
  var isOptional: Bool
  var isReadOnly = false
  /// The paragraphs of the member's documentation comment.
  var notes: [String] = []
}
