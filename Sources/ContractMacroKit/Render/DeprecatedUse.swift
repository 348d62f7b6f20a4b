/// A use of deprecated declarations in generated code.
///
/// The compiler warns of a use outside of deprecated code, and nobody can change generated code. It does not warn where a
/// protocol calls a function that is deprecated in the type that conforms to it.
enum DeprecatedUse {
  /// An expression with the value that the type of ``SourceWriter/deprecatedUse(_:generic:constants:_:)`` makes.
  static func value(_ arguments: String = "") -> String { "Contract::_contractValue(of: __Use(\(arguments)))" }
}

extension SourceWriter {
  /// Adds a nested type that makes a value with deprecated declarations.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - generic: The clause of generic parameters.
  ///   - constants: What the statements use, with its type.
  ///   - body: Statements that return the value.
  mutating func deprecatedUse(
    _ type: String, generic: String = "", constants: [(name: String, type: String)] = [],
    _ body: (inout SourceWriter) -> Void
  ) {
    block("private nonisolated struct __Use\(generic): Contract::_ContractDeprecatedUse") { writer in
      for constant in constants { writer.line("let \(constant.name): \(constant.type)") }
      writer.line("@available(*, deprecated)")
      writer.block("func value() -> \(type)") { writer in
        for constant in constants { writer.line("let \(constant.name) = self.\(constant.name)") }
        body(&writer)
      }
    }
  }
}
