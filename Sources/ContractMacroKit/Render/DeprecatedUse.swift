/// A use of deprecated declarations in generated code.
///
/// The compiler warns about such uses outside deprecated code, and users cannot change generated code. The compiler does
/// not warn where a protocol calls a function that is deprecated in a conforming type.
enum DeprecatedUse {
  /// Returns an expression for the value of the type that ``SourceWriter/deprecatedUse(_:constants:_:)`` adds.
  static func value(_ arguments: String = "") -> String { "Contract::_contractValue(of: __Use(\(arguments)))" }
}

extension SourceWriter {
  /// Adds a nested type that creates a value with deprecated declarations.
  ///
  /// - Parameters:
  ///   - type: the type of the value.
  ///   - constants: the names and types of the values used in the statements.
  ///   - body: adds statements that return the value.
  mutating func deprecatedUse(
    _ type: String, constants: [(name: String, type: String)] = [], _ body: (inout SourceWriter) -> Void
  ) {
    block("private nonisolated struct __Use: Contract::_ContractDeprecatedUse") { writer in
      for constant in constants { writer.line("let \(constant.name): \(constant.type)") }
      writer.line("@available(*, deprecated)")
      writer.block("func value() -> \(type)") { writer in
        for constant in constants { writer.line("let \(constant.name) = self.\(constant.name)") }
        body(&writer)
      }
    }
  }
}
