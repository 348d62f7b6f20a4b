import SwiftSyntax

/// The literal code of a failure.
enum FailureCodeModel: Hashable, CustomStringConvertible {
  case string(String)
  case number(Int)
  case boolean(Bool)

  /// Creates the code of a literal; nil for other expressions.
  init?(_ expression: ExprSyntax) {
    if let string = expression.stringValue {
      self = .string(string)
    } else if let number = expression.integerValue {
      self = .number(number)
    } else if let boolean = expression.as(BooleanLiteralExprSyntax.self) {
      self = .boolean(boolean.literal.tokenKind == .keyword(.true))
    } else {
      return nil
    }
  }

  /// The code as an expression and as a pattern of the type `FailureCode`.
  var source: String {
    switch self {
    case .string(let string): string.literal
    case .number(let number): ".number(\(number))"
    case .boolean(let boolean): ".boolean(\(boolean))"
    }
  }

  /// The code as shown in messages.
  var description: String {
    switch self {
    case .string(let string): string
    case .number(let number): "\(number)"
    case .boolean(let boolean): "\(boolean)"
    }
  }
}

/// The model of an enum with `@APIError`.
struct FailureModel {
  let declaration: EnumDeclSyntax
  let name: Identifier
  let access: Access
  /// The argument of `@APIError(code:)`; nil if there is none.
  let codeExpression: ExprSyntax?
  let cases: [StatusCaseModel]
  /// Members inside `#if`, which are not read.
  let conditionals: [IfConfigDeclSyntax]

  /// The name of the body member with the code, or a JSON Pointer to it.
  var codeMember: String { codeExpression?.stringValue ?? "code" }

  /// The names and indices from the root of the body to the code.
  var codeSteps: [String] {
    guard codeMember.hasPrefix("/") else { return [codeMember] }
    return codeMember.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map { token in
      String(token).replacing("~1", with: "/").replacing("~0", with: "~")
    }
  }
}
