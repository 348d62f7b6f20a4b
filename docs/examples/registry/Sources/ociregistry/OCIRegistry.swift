internal import ContractClient
internal import FoundationEssentials
internal import Glibc
internal import Registry

/// Lists, reads and writes repositories of an OCI registry.
@main
struct OCIRegistry {
  static func main() async {
    let url = ProcessInfo.processInfo.environment["REGISTRY_URL"] ?? "http://127.0.0.1:5000"
    do {
      try await Command(Array(CommandLine.arguments.dropFirst())).run(on: Registry(baseURL: url))
    } catch let error as UsageError {
      end("\(error.message)\n\n\(Command.usage)", .usage)
    } catch let error as RegistryError {
      end(error)
    } catch let error as ClientError {
      end(.other(error))
    } catch {
      end("\(error)", .failure)
    }
  }

  private static func end(_ error: RegistryError) -> Never {
    switch error {
    case .declared(let refusal): end(refusal.message, .failure)
    case .other(let error): end(error.message, error.response == nil ? .unavailable : .failure)
    }
  }

  private static func end(_ text: String, _ code: ExitCode) -> Never {
    write("ociregistry: \(text)\n", to: STDERR_FILENO)
    exit(code.rawValue)
  }

  /// Writes text to a descriptor at once.
  static func write(_ text: String, to descriptor: Int32) {
    Array(text.utf8).withUnsafeBytes { _ = Glibc.write(descriptor, $0.baseAddress, $0.count) }
  }
}

/// Exit codes; the numbers are those of `sysexits.h`.
enum ExitCode: Int32 {
  /// The server refused, or a file cannot be read.
  case failure = 1
  case usage = 64
  /// The server cannot be reached.
  case unavailable = 69
}

/// An invalid command line.
struct UsageError: Error {
  let message: String
}
