import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

/// The error of an attribute that names a parameter the function does not have.
enum UnknownParameter {
  /// Returns the error, with the name that was probably meant.
  ///
  /// - Parameter remove: the part to remove if the name cannot be corrected, such as `the default`.
  static func finding(
    _ id: String, _ name: String, at expression: ExprSyntax, in endpoint: EndpointModel, remove: String
  ) -> Finding {
    let byLabel = endpoint.parameters.first { $0.label?.name == name }?.name.name
    return finding(
      id, name, at: expression, of: endpoint.fullName, names: endpoint.parameters.map(\.name.name), byLabel: byLabel,
      remove: remove)
  }

  /// Returns the error for a function with parameters of these names.
  ///
  /// - Parameters:
  ///   - byLabel: the parameter that has `name` as its label.
  ///   - noun: the term for a parameter.
  static func finding(
    _ id: String, _ name: String, at expression: ExprSyntax, of function: String, names: [String],
    byLabel: String? = nil, remove: String, noun: String = "parameter"
  ) -> Finding {
    // A label written instead of a key identifies the parameter. Any other name does so only if it differs from the
    // parameter's name in letter case, or if the function has one parameter.
    let meant =
      byLabel ?? names.first { $0.lowercased() == name.lowercased() } ?? (names.count == 1 ? names.first : nil)
    let known = names.isEmpty ? "which has no \(noun)s" : "whose \(noun)s are " + quoted(names)
    return Finding(
      id, at: expression,
      "There is no \(noun) '\(name)' in '\(function)', \(known); "
        + (meant.map { "write \($0.literal)." } ?? "correct the name or remove \(remove)."),
      fixIts: [
        meant.map { name in
          FixIt(
            id, "write \(name.literal)", replace: expression,
            with: ExprSyntax(StringLiteralExprSyntax(content: name)))
        }
      ])
  }

  private static func quoted(_ names: [String]) -> String {
    names.map { "'\($0)'" }.joined(separator: ", ")
  }
}
