internal import ContractOpenAPI
internal import ContractServer
internal import Terminal
internal import TodoContract
internal import TodoStorage

/// The server program.
@main
struct TodoServer {
  static func main() async {
    let exitCode: ExitCode
    do throws(UsageError) {
      exitCode = await run(try ServerOptions(Array(CommandLine.arguments.dropFirst())))
    } catch {
      StandardStream.error.print("todo-server: \(error)\nTry `todo-server --help`.")
      exitCode = .usage
    }
    exitCode.exit()
  }

  /// Serves until a signal, and returns the exit status.
  private static func run(_ options: ServerOptions) async -> ExitCode {
    if options.printsHelp {
      StandardStream.output.print(ServerOptions.help)
      return .success
    }
    do {
      let store = try TodoStore(path: options.database)
      let server = Server(host: options.host, port: options.port, threads: options.threads) {
        TodosRoutes(store)
        Docs(at: "/docs", title: "Todos", version: "1.0.0")
      }
      try await server.run { StandardStream.output.print("listening on \($0)") }
      return .success
    } catch {
      StandardStream.error.print("todo-server: \(error)")
      return .failure
    }
  }
}
