internal import ContractServer
internal import IssueService

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The server program: `issue-server [PORT]`.
@main
struct IssueServer {
  static func main() async throws {
    let port = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 8080
    try await Server.issues(IssueStore(), port: port).run { address in
      print("listening on \(address)")
      // A file or a pipe would otherwise get the line when the program ends.
      fflush(nil)
    }
  }
}
