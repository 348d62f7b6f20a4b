internal import ContractClient
internal import FoundationEssentials
internal import Glibc
internal import Prometheus

/// Runs a range query and draws it.
@main
struct Promchart {
  static func main() async {
    let environment = ProcessInfo.processInfo.environment
    let exitCode: ExitCode
    do throws(UsageError) {
      let invocation = try Invocation(
        Array(CommandLine.arguments.dropFirst()), environment: environment, terminal: Terminal(environment), now: .now)
      exitCode = await run(invocation, token: environment["PROMETHEUS_TOKEN"])
    } catch {
      printError("promchart: \(error.message)\nTry `promchart --help`.")
      exitCode = .usage
    }
    exit(exitCode.rawValue)
  }

  private static func run(_ invocation: Invocation, token: String?) async -> ExitCode {
    guard case .chart(let command) = invocation else {
      print(Invocation.usage)
      return .success
    }
    var client = APIClient(baseURL: command.url).timeout(.seconds(30)).retry()
    if let token, !token.isEmpty { client = client.auth(.bearer(token)) }
    let prometheus = Prometheus(client).onNotes { notes in
      for warning in notes.warnings { printError("promchart: warning: \(warning.displayable)") }
      for info in notes.infos { printError("promchart: info: \(info.displayable)") }
    }
    do throws(PrometheusError) {
      print(try await command.draw(from: prometheus))
      return .success
    } catch {
      let explanation = Explanation(error, url: command.url)
      printError("promchart: \(explanation.text)")
      return explanation.exitCode
    }
  }

  private static func printError(_ text: String) {
    FileHandleOutput.write(text + "\n", to: STDERR_FILENO)
  }
}

/// The output of whole strings to a descriptor.
private enum FileHandleOutput {
  static func write(_ text: String, to descriptor: Int32) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      bytes = bytes.dropFirst(count)
    }
  }
}

/// The exit status, with numbers from `sysexits.h`.
enum ExitCode: Int32 {
  case success = 0
  /// The server refused.
  case failure = 1
  case usage = 64
  /// The server cannot be reached.
  case unavailable = 69
}

/// An invalid command line.
struct UsageError: Error, Hashable {
  let message: String

  init(_ message: String) { self.message = message }
}

extension String {
  /// The text without control characters.
  var displayable: String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.map { $0.properties.generalCategory == .control && $0 != "\n" ? "?" : $0 }))
  }
}
