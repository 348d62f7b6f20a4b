import SwiftSyntax

/// The kind of an input, which determines the functions of the coders for it. The raw value is the name of the attribute.
enum InputKind: String {
  case path = "Path"
  case query = "Query"
  case header = "Header"
  case cookie = "Cookie"
  /// A member of the body.
  case field = "Field"
  /// The whole body.
  case body = "Body"
  /// A query name without a value.
  case flag = "KeyQuery"
  /// Every query value that no other input claims.
  case queryDictionary = "QueryDict"
  /// Every header that no other input claims.
  case headerDictionary = "HeaderDict"
  /// A part of a multipart body.
  case part = "Part"
  /// A property wrapper of the user.
  case custom = ""

  /// Creates the kind that an attribute of a member names; nil for attributes that do not name a location.
  init?(attribute name: String) {
    self.init(rawValue: name == "JSON" ? "Field" : name)
  }

  /// Creates the kind that the type of a parameter names, such as `Query<Int>`.
  init?(wrapper name: String) {
    switch InputKind(rawValue: name) {
    case .some(let kind) where [.path, .query, .header, .cookie, .field, .body].contains(kind): self = kind
    default: return nil
    }
  }

  var location: ParameterLocation {
    switch self {
    case .path: .path
    case .query, .flag, .queryDictionary: .query
    case .header, .headerDictionary: .header
    case .cookie: .cookie
    case .field, .body, .part, .custom: .body
    }
  }

  /// True for inputs that collect all values not claimed by another input.
  var isDictionary: Bool { self == .queryDictionary || self == .headerDictionary }

  /// True for inputs in the body.
  var isContent: Bool { self == .field || self == .body || self == .part }
}

/// One input of a request, independent of the form of its declaration.
struct InputModel {
  let kind: InputKind
  /// The property of the input.
  let name: Identifier
  var type: TypeModel
  /// The wire name.
  let key: String
  /// True for a wire name that the source sets explicitly. Key mappings do not change it.
  let isExact: Bool
  /// The value if the input is absent.
  let defaultValue: String?
  /// False if the input may be absent.
  let isRequired: Bool
  /// The expression that reads the property.
  let storage: String
  /// The rules of `@Validate`.
  var rules: [LocatedText] = []
  /// The default as written.
  var writtenDefault: ExprSyntax?
  /// The static property with the default, if `defaultValue` is its name.
  var defaultProperty: String?
}

extension InputModel {
  /// The types whose coder functions have separate names. Calls of these are checked and built faster than overloads.
  private static let frequentTypes = [
    "Int": "int", "String": "string", "Bool": "bool", "Double": "double", "[Int]": "ints", "[String]": "strings",
  ]

  /// The encoder's function for a condition or one of the most frequent types. It does not throw. Nil for other types.
  var frequentEncoder: String? {
    if kind == .header, let condition = type.condition { return condition.function }
    // A type that is spelled as a known one may be another.
    guard type.anchor == nil, [.path, .query, .header, .field].contains(kind) else { return nil }
    let text = type.text
    if text.hasSuffix("]?") || text.hasSuffix("]") && kind == .path { return nil }
    return Self.frequentTypes[text.hasSuffix("?") ? String(text.dropLast()) : text]
  }

  /// True for an input of one of the most frequent types, which have coder functions with an index instead of a location
  /// and a name.
  var isFrequent: Bool { frequentEncoder != nil && type.condition == nil }

  /// The decoder's function for a condition or one of the most frequent types; nil for other types.
  var frequentDecoder: String? {
    if kind == .header, let condition = type.condition {
      return type.isOptional ? "optional\(condition.rawValue)" : condition.function
    }
    return isAlwaysDecoded ? type.isOptional ? "optional\(type.unwrapped)" : frequentEncoder : nil
  }

  /// True if the decoder's function returns a value even after a failure. An input with rules, or with nil as its default,
  /// needs a function that returns nil after a failure.
  var isAlwaysDecoded: Bool {
    guard frequentEncoder != nil, type.condition == nil, rules.isEmpty else { return false }
    return defaultValue == nil || !type.isOptional && !type.isArray
  }

  /// True if the default may be a list that is not empty. The coders decide, because the type may be an alias.
  var mayBeList: Bool {
    let written = writtenDefault?.trimmedDescription ?? defaultValue
    guard !type.isPatch, [.query, .header, .field].contains(kind), let written, let first = written.utf8.first else {
      return false
    }
    let isNumber = (0x30...0x39).contains(first) || first == UInt8(ascii: "-")
    let isText = first == UInt8(ascii: "\"") || first == UInt8(ascii: "#")
    return !isNumber && !isText && !["true", "false", "[]", "[:]"].contains(written)
  }

  /// Creates the input for a parameter of an endpoint function.
  init(_ parameter: ParameterModel) {
    self.init(
      kind: parameter.kind == .field && parameter.type.isPart ? .part : parameter.kind,
      name: parameter.name, type: parameter.type, key: parameter.key,
      isExact: parameter.isExact,
      defaultValue: parameter.defaultProperty.map { "Self.\($0)" } ?? parameter.defaultValue,
      isRequired: parameter.isRequired, storage: "self.\(parameter.name.source)",
      rules: parameter.rules.map { LocatedText($0) }, writtenDefault: parameter.defaultExpression,
      defaultProperty: parameter.defaultProperty)
  }
}
