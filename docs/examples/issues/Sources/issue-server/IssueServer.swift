internal import ContractServer
internal import FoundationEssentials
internal import IssueService

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The server program: `issue-server [PORT [FOLDER]]`. Attached files are stored in FOLDER, which is created.
@main
struct IssueServer {
  static func main() async throws {
    let arguments = CommandLine.arguments
    let port = arguments.dropFirst().first.flatMap { Int($0) } ?? 8080
    let folder = arguments.count > 2 ? arguments[2] : "issue-files"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try await Server.issues(IssueStore(folder: folder), port: port).run { address in
      print("listening on \(address)")
      // Without the flush, a file or a pipe would get the line only when the program ends.
      fflush(nil)
    }
  }
}
