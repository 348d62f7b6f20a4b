package import SwiftSyntaxMacros

/// All macros of the package, by their names in `#externalMacro`.
package enum ContractMacroList {
  /// The implementing types.
  package static var types: [any Macro.Type] {
    [
      APIMacro.self, MockMacro.self, EndpointAttributeMacro.self, APIErrorMacro.self, APIResultMacro.self,
      RequestMacro.self, MemberLocationMacro.self, EndpointAccessorMacro.self, ValidateMacro.self,
      ScopeMacro.self, ScopeFunctionMacro.self, SchemaMacro.self, SchemaNoteMacro.self,
    ]
  }
}
