import SwiftSyntax

/// A rule: types of this package that stand for a whole result or for a header are not inside other values.
enum WholeTypeRule {
  private enum Kind: String {
    case response = "HTTPResponse"
    case version = "Versioned"
    case ifMatch = "IfMatch"
    case ifNoneMatch = "IfNoneMatch"
    case tag = "EntityTag"

    /// The header of a condition; nil for the other types.
    var condition: String? { ConditionModel(rawValue: rawValue)?.header }
  }

  /// Returns the first such type in a type, including the type itself.
  private static func first(in type: TypeSyntax) -> (kind: Kind, type: TypeSyntax)? {
    type.everyNamedType.lazy.compactMap { named -> (kind: Kind, type: TypeSyntax)? in
      guard let kind = named.baseName.flatMap(Kind.init), TypeModel.isOurs(named) else { return nil }
      return (kind, named)
    }.first
  }

  /// Returns the error in a result that is not one of these types as a whole.
  static func resultFinding(_ type: TypeSyntax) -> Finding? {
    let value = type.valueBesideResponse ?? type
    guard !value.isResponse, let (kind, found) = first(in: value.versioned?.value ?? value) else { return nil }
    let message =
      switch kind {
      case .response:
        "A call has one response, so 'HTTPResponse' cannot be inside another type; return 'HTTPResponse', or "
          + "'(Value, HTTPResponse)'."
      case .version:
        "A result has one tag, so 'Versioned' must be outermost; return "
          + "'Versioned<\(value.trimmedDescription.replacing(found.trimmedDescription, with: found.argument))>'."
      case .ifMatch, .ifNoneMatch:
        "'\(kind.rawValue)' is a condition of a request; make it a parameter, and return 'Versioned' for the tag of a value."
      case .tag:
        "'EntityTag' is a header; return 'Versioned', or 'etag: Header<EntityTag>' in a tuple with the value."
      }
    return Finding("whole-type", at: type, message)
  }

  /// Returns the error in the body of a case with a status.
  static func caseFinding(_ type: TypeSyntax) -> Finding? {
    guard let (kind, found) = first(in: type) else { return nil }
    let message =
      switch kind {
      case .response: "A case is a whole response already; write the type of its body instead of 'HTTPResponse'."
      case .version:
        "'Versioned' is a whole result, and a case has a body and headers; write '\(found.argument)' and "
          + "'etag: Header<EntityTag>'."
      case .ifMatch, .ifNoneMatch: "'\(kind.rawValue)' is a condition of a request; remove it from the case."
      case .tag: "'EntityTag' is a header; write 'etag: Header<EntityTag>'."
      }
    return Finding("whole-type", at: type, message)
  }

  /// Returns the error in an input.
  static func inputFinding(
    _ type: TypeModel, of name: String, in kind: InputKind, at node: some SyntaxProtocol
  ) -> Finding? {
    guard kind != .custom, let (own, found) = first(in: type.syntax) else { return nil }
    switch own {
    case .response:
      return Finding(
        "whole-type", at: node,
        "'HTTPResponse' is the result of a call, so '\(name)' cannot be sent; write '[UInt8]', or a type that is Codable."
      )
    case .version:
      return Finding(
        "whole-type", at: node,
        "'Versioned' is a result, so '\(name)' cannot be sent; send '\(found.argument)', and an 'IfMatch' for its tag.")
    case .ifMatch, .ifNoneMatch:
      if type.condition != nil, kind == .header { return nil }
      return Finding(
        "whole-type", at: node,
        "'\(own.rawValue)' is the header '\(own.condition ?? "")', so it must be the whole type of '\(name)'; write only this "
          + "type, as a header.")
    case .tag:
      guard kind == .field || kind == .body else { return nil }
      return Finding(
        "whole-type", at: node,
        "'EntityTag' has no form in a body; send '\(name)' as a header, or its text as a 'String'.")
    }
  }

  /// Returns the error in a member of a JSON object.
  static func memberFinding(_ type: TypeModel, of name: String, at node: some SyntaxProtocol) -> Finding? {
    guard let (kind, _) = first(in: type.syntax) else { return nil }
    let meaning = kind == .response || kind == .version ? "a whole result" : "a header"
    return Finding(
      "whole-type", at: node,
      "'\(kind.rawValue)' is \(meaning) and has no form in JSON; give '\(name)' a type that is Codable.")
  }
}

extension TypeSyntax {
  /// The first generic argument, as written.
  fileprivate var argument: String { genericArguments?.first?.argument.trimmedDescription ?? "" }
}
