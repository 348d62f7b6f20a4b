internal import ContractClient
internal import FoundationEssentials
internal import Terminal
internal import TodoContract

/// The command line client.
@main
struct TodoTool {
  static func main() async {
    let arguments = Array(CommandLine.arguments.dropFirst())
    let exitCode: ExitCode
    do throws(UsageError) {
      let invocation = try Invocation(arguments, environment: ProcessInfo.processInfo.environment)
      exitCode = await run(invocation)
    } catch {
      StandardStream.error.print("todo: \(error)\nTry `todo --help`.")
      exitCode = .usage
    }
    exitCode.exit()
  }

  /// Executes a command line, prints the result and returns the exit status.
  private static func run(_ invocation: Invocation) async -> ExitCode {
    let client = APIClient(baseURL: invocation.url).timeout(.seconds(10))
    let runner = CommandRunner(todos: TodosAPI(client), printsJSON: invocation.printsJSON)
    do {
      StandardStream.output.print(try await runner.run(invocation.command))
      return .success
    } catch {
      let explanation = Explanation(error, url: invocation.url)
      StandardStream.error.print("todo: \(explanation.text)")
      return explanation.exitCode
    }
  }
}
