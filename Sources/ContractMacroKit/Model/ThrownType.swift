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

  /// True when a body that stands in `do` must say `return`.
  var returnsFromDo: Bool {
    if thrownType != nil, case .value = result { true } else { false }
  }

  /// Every failure that the function declares: those of `@Throws`, and the one in the type that it throws.
  var declaredFailures: [LocatedText] {
    let named = failures.map { LocatedText($0) }
    guard let declared = thrownType?.genericArguments?.first?.argument else { return named }
    return named + ["\("\(declared.trimmedDescription).self", at: Syntax(declared))"]
  }
}

extension SourceWriter {
  /// Adds the body of a function, whose errors become those of the type that it throws.
  mutating func throwing(_ type: TypeSyntax?, _ body: (inout SourceWriter) -> Void) {
    guard type != nil else { return body(&self) }
    line("do {")
    indented(body)
    line("} catch {")
    indented { $0.line("throw .init(error)") }
    line("}")
  }
}
