import SwiftSyntax
import SwiftSyntaxBuilder

extension EndpointModel {
  /// The type in `throws(CallFailure<TodoError>)`; nil for a function that throws any error.
  var thrownType: TypeSyntax? {
    guard let type = function.signature.effectSpecifiers?.throwsClause?.type, type.baseName == "CallFailure",
      type.genericArguments?.count == 1
    else { return nil }
    return type
  }

  /// True if the body needs `return` inside `do`.
  var returnsFromDo: Bool {
    if thrownType != nil, case .value = result { true } else { false }
  }

  /// All declared failures: those of `@Throws`, and the failure in the thrown type.
  var declaredFailures: [LocatedText] {
    let named = failures.map { LocatedText($0) }
    guard let declared = thrownType?.genericArguments?.first?.argument else { return named }
    // As a generic argument, an unknown type causes the same error as in the declaration.
    return named + ["Contract::_Type<\(declared.trimmedDescription, at: Syntax(declared))>.self"]
  }
}

extension TypeSyntax {
  /// True for `any Error`, with or without `any` and the name of the module.
  var isAnyError: Bool {
    ["Error", "Swift.Error", "Swift::Error"].contains { [$0, "any " + $0].contains(trimmedDescription) }
  }
}

extension SourceWriter {
  /// Adds the body of a function, and converts its errors to the thrown type.
  mutating func throwing(_ type: TypeSyntax?, _ body: (inout SourceWriter) -> Void) {
    guard type != nil else { return body(&self) }
    line("do {")
    indented(body)
    line("} catch {")
    indented { $0.line("throw .init(error)") }
    line("}")
  }
}
