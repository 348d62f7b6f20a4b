package import SwiftSyntaxMacros

/// Every macro of the package, under the name that `#externalMacro` gives it.
package enum ContractMacroList {
  /// The implementing types.
  package static var types: [any Macro.Type] {
    [
      APIMacro.self, MockMacro.self, EndpointAttributeMacro.self, APIErrorMacro.self,
      RequestMacro.self, MemberLocationMacro.self, EndpointAccessorMacro.self, ValidateMacro.self,
      ScopeMacro.self, ScopeFunctionMacro.self, SchemaMacro.self, SchemaNoteMacro.self,
    ]
  }
}
