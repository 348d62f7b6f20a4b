import ContractClient
import FoundationEssentials
import IssueContract

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The client program.
@main
struct IssueTool {
  static func main() async {
    let arguments = CommandLine.arguments.dropFirst()
    let repository = (arguments.first ?? "").split(separator: "/").map(String.init)
    guard repository.count == 2,
      let command = Command(arguments.dropFirst())
    else {
      print(Command.usage)
      exit(64)
    }
    let environment = ProcessInfo.processInfo.environment
    let client = APIClient(baseURL: environment["ISSUES_URL"] ?? "http://localhost:8080")
      .credentials(.bearer(environment["ISSUES_TOKEN"] ?? ""))
    do {
      print(try await CommandRunner(issues: IssuesAPI(client("repos/\(repository[0])/\(repository[1])"))).run(command))
    } catch {
      print("issues: \(explanation(of: error))")
      exit(1)
    }
  }

  private static func explanation(of error: any Error) -> String {
    switch error {
    case IssueError.notFound(let number): "there is no issue #\(number)"
    case IssueError.noFile(let name): "the issue has no attached file \(name)"
    case IssueError.closed(let number): "#\(number) is closed; reopen it first"
    default: "\(error)"
    }
  }
}
