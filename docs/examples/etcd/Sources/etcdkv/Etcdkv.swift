internal import ContractClient
internal import Etcd
internal import FoundationEssentials
internal import Glibc

/// Reads and writes keys of etcd.
@main
struct Etcdkv {
  static func main() async {
    let environment = ProcessInfo.processInfo.environment
    do {
      let command = try Command(Array(CommandLine.arguments.dropFirst()))
      try await command.run(on: try await client(environment))
    } catch let error as UsageError {
      end("\(error.message)\n\n\(Command.usage)", .usage)
    } catch let error as EtcdError {
      end(error)
    } catch let error as ClientError {
      end(.other(error))
    } catch {
      end("\(error)", .failure)
    }
  }

  /// Returns the client of the server in `ETCD_URL`, for the user in `ETCD_USER` (`name:password`).
  private static func client(_ environment: [String: String]) async throws -> Etcd {
    let etcd = Etcd(baseURL: environment["ETCD_URL"] ?? "http://127.0.0.1:2379")
    guard let user = environment["ETCD_USER"], let colon = user.firstIndex(of: ":") else { return etcd }
    return try await etcd.loggedIn(as: String(user[..<colon]), password: String(user[user.index(after: colon)...]))
  }

  private static func end(_ error: EtcdError) -> Never {
    switch error {
    case .declared(let refusal): end(refusal.message, .failure)
    case .other(let error): end(error.message, error.response == nil ? .unavailable : .failure)
    }
  }

  private static func end(_ text: String, _ code: ExitCode) -> Never {
    Array("etcdkv: \(text)\n".utf8).withUnsafeBytes { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
    exit(code.rawValue)
  }
}

/// Exit codes; the numbers are those of `sysexits.h`.
enum ExitCode: Int32 {
  /// The server refused, or the key does not exist.
  case failure = 1
  case usage = 64
  /// The server cannot be reached.
  case unavailable = 69
}

/// An invalid command line.
struct UsageError: Error {
  let message: String
}
