#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

let status = await ContractTool.run(Array(CommandLine.arguments.dropFirst()), ToolConsole.standard())
fflush(nil)
exit(status.rawValue)
