internal import ContractMacroKit
internal import SwiftSyntaxMacros

// SwiftPM's swift-syntax package has a ready-made entry point. The toolchain's own copy has the message loop below it.

#if canImport(SwiftCompilerPlugin)
  internal import SwiftCompilerPlugin

  struct ContractPlugin: CompilerPlugin {
    let providingMacros = ContractMacroList.types
  }

  try ContractPlugin.main()
#else
  @_spi(PluginMessage) internal import SwiftCompilerPluginMessageHandling

  struct ContractPlugin: PluginProvider {
    func resolveMacro(moduleName: String, typeName: String) throws(MissingMacro) -> any Macro.Type {
      for type in ContractMacroList.types where "\(type)" == typeName { return type }
      throw MissingMacro(name: typeName)
    }
  }

  struct MissingMacro: Error, CustomStringConvertible {
    let name: String

    var description: String { "the plugin has no macro '\(name)'; build the package again" }
  }

  let connection = try StandardIOMessageConnection()
  let listener = CompilerPluginMessageListener(connection: connection, provider: ContractPlugin())
  try listener.main()
#endif
