internal import ContractClient
internal import FoundationEssentials
internal import Glibc

/// Sends, receives and lists files.
@main
struct FilesTool {
  static func main() async {
    guard let command = Command(Array(CommandLine.arguments.dropFirst())) else { end(Command.usage, 64) }
    let url = ProcessInfo.processInfo.environment["FILES_URL"] ?? "http://127.0.0.1:8080"
    let output = Output(showsProgress: isatty(STDOUT_FILENO) == 1) { write($0, to: STDOUT_FILENO) }
    do {
      try await command.run(on: APIClient(baseURL: url), output)
    } catch {
      end("files: \(error)", 1)
    }
  }

  private static func end(_ text: String, _ code: Int32) -> Never {
    write("\(text)\n", to: STDERR_FILENO)
    exit(code)
  }

  private static func write(_ text: String, to descriptor: Int32) {
    Array(text.utf8).withUnsafeBytes { _ = Glibc.write(descriptor, $0.baseAddress, $0.count) }
  }
}
