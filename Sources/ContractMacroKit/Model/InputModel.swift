import SwiftSyntax

/// How one input travels, and so which functions of the coders carry it.
enum InputKind: Equatable {
  case path, query, header
  /// A member of the content.
  case field
  /// The whole content.
  case body
  /// A query member without a value.
  case flag
  /// Every query member that no other input claims.
  case queryDictionary
  /// Every header field that no other input claims.
  case headerDictionary
  /// A part of multipart content.
  case part
  /// A property wrapper of the user's own.
  case location

  init(_ place: Place) {
    switch place {
    case .path: self = .path
    case .query: self = .query
    case .header: self = .header
    case .field: self = .field
    case .body: self = .body
    }
  }

  /// The place as `InputDescription.list` spells it.
  var place: String {
    switch self {
    case .path: "path"
    case .query, .flag, .queryDictionary: "query"
    case .header, .headerDictionary: "header"
    case .field, .body, .part, .location: "body"
    }
  }

  /// True for what no other input claims.
  var isDictionary: Bool { self == .queryDictionary || self == .headerDictionary }

  /// True for inputs that make up the request's content.
  var isContent: Bool { self == .field || self == .body || self == .part }
}

/// One input of a request, whichever shape of contract declares it.
struct InputModel {
  let kind: InputKind
  /// The property that holds it.
  let name: Identifier
  let type: TypeModel
  /// The name on the wire.
  let key: String
  /// True when the source gives the name on the wire itself, so that no key mapping changes it.
  let isExact: Bool
  /// What a request without the input means.
  let defaultValue: String?
  /// False when a request without the input is complete.
  let isRequired: Bool
  /// The expression that reads the property.
  let storage: String
  /// What it must satisfy beside its type, as `@Validate` spells it.
  var rules: [LocatedText] = []
  /// The default as the user wrote it.
  var writtenDefault: ExprSyntax?
  /// The static property with the default, where `defaultValue` is its name.
  var defaultProperty: String?
}

extension InputModel {
  /// True where the default may be a list that is not empty, whatever its type is called: the coders decide which it is.
  var mayBeList: Bool {
    let written = writtenDefault?.trimmedDescription ?? defaultValue
    guard [.query, .header, .field].contains(kind), let written, let first = written.utf8.first else { return false }
    let isNumber = (0x30...0x39).contains(first) || first == UInt8(ascii: "-")
    let isText = first == UInt8(ascii: "\"") || first == UInt8(ascii: "#")
    return !isNumber && !isText && !["true", "false", "[]", "[:]"].contains(written)
  }

  /// A parameter of an endpoint function.
  init(_ parameter: ParameterModel) {
    self.init(
      kind: parameter.place == .field && parameter.type.isPart ? .part : InputKind(parameter.place),
      name: parameter.name, type: parameter.type, key: parameter.key,
      isExact: parameter.isExact,
      defaultValue: parameter.defaultProperty.map { "Self.\($0)" } ?? parameter.defaultValue,
      isRequired: parameter.isRequired, storage: "self.\(parameter.name.source)",
      rules: parameter.rules.map { LocatedText($0) }, writtenDefault: parameter.defaultExpression,
      defaultProperty: parameter.defaultProperty)
  }
}
