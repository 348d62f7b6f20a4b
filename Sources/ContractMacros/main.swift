internal import ContractMacroKit
@_spi(PluginMessage) internal import SwiftCompilerPluginMessageHandling
internal import SwiftSyntaxMacros

// The `CompilerPlugin` protocol of the swift-syntax package finds macros by the module that `#externalMacro` names. That
// is this module, but the macros are types of ContractMacroKit. So the plugin itself provides the macros by name, both with
// the toolchain's copy of SwiftSyntax and with the package's.

/// A provider of the macros of ``ContractMacroList`` by the name of their type.
struct ContractPlugin: PluginProvider {
  func resolveMacro(moduleName: String, typeName: String) throws(MissingMacro) -> any Macro.Type {
    for type in ContractMacroList.types where "\(type)" == typeName { return type }
    throw MissingMacro(name: typeName)
  }
}

/// The error for a macro that this build of the plugin does not have.
struct MissingMacro: Error, CustomStringConvertible {
  let name: String

  var description: String { "the plugin has no macro '\(name)'; build the package again" }
}

let connection = ContractConnection(try StandardIOMessageConnection())
let listener = CompilerPluginMessageListener(connection: connection, provider: ContractPlugin())
try listener.main()
