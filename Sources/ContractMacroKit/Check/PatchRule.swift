import SwiftSyntax
import SwiftSyntaxBuilder

/// A rule: a `Patch` is a member of a JSON object. It can be absent or null, and is absent unless it is set.
enum PatchRule {
  /// Returns the patch to write instead of an optional of an optional.
  static func patch(of type: TypeModel) -> String {
    "Patch<\(TypeModel(type.unwrappedSyntax).unwrapped)>"
  }

  /// Returns the error of an optional in or around a patch.
  static func optionalFinding(_ type: TypeModel, of name: String, at node: some SyntaxProtocol) -> Finding? {
    if type.isOptional, TypeModel(type.unwrappedSyntax).isPatch {
      return Finding(
        "optional-patch", at: node,
        "A 'Patch' can be absent already, so '\(name)' needs no '?'; write '\(type.unwrapped)'.")
    }
    guard let inner = type.patched.map({ TypeModel($0) }), inner.isOptional else { return nil }
    return Finding(
      "optional-patch", at: node,
      "'.clear' is null already, so '\(name)' needs no '?' inside; write 'Patch<\(inner.unwrapped)>'.")
  }

  /// Returns the error of a patch whose location allows no absent value or no null, or of a `JSONValue` outside a body,
  /// where values have no JSON types.
  static func inputFinding(
    _ type: TypeModel, of name: String, in kind: InputKind, at node: some SyntaxProtocol
  ) -> Finding? {
    if let finding = optionalFinding(type, of: name, at: node) { return finding }
    guard kind != .field else { return nil }
    if let inner = type.patched {
      if kind == .body {
        return Finding(
          "patch-location", at: node,
          "A body is never absent, so '\(name)' cannot be a 'Patch'; write '\(inner)?', or 'Patch' for its members.")
      }
      return Finding(
        "patch-location", at: node,
        "A \(kind.location) value is never null, so '\(name)' cannot be cleared; write "
          + "'\(inner)\(kind == .path ? "" : "?")', or send '\(name)' in the body.")
    }
    guard [.path, .query, .header, .cookie].contains(kind),
      TypeModel(type.unwrappedSyntax).syntax.baseName == "JSONValue"
    else { return nil }
    return Finding(
      "json-location", at: node,
      "A \(kind.location) value has no JSON type, so '\(name)' cannot be any JSON; write 'String', or send '\(name)' in the "
        + "body.")
  }

  /// Returns the error of an initial value that differs from the meaning of an absent member.
  static func valueFinding(_ value: ExprSyntax?, _ type: TypeModel, of name: String) -> Finding? {
    guard type.isPatch, let value, value.as(MemberAccessExprSyntax.self)?.declName.baseName.text != "leave" else {
      return nil
    }
    return Finding(
      "patch-default", at: value,
      "An absent '\(name)' leaves the value unchanged; write '= .leave', or no initial value."
    )
  }

  /// Returns the error of a patch among the associated values of a case.
  static func associatedFinding(_ value: SchemaValueModel) -> Finding? {
    guard value.type.isPatch else { return nil }
    return Finding(
      "patch-location", at: value.type.original,
      "A 'Patch' is a member of a struct; make the associated value a struct with '@Schema' that has "
        + "\(value.label.map { "'\($0.name)'" } ?? "it").")
  }
}

extension TypeModel {
  /// The value of an absent patch.
  var leave: ExprSyntax { ".leave" }
}
