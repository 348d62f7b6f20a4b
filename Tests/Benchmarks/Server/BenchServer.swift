internal import BenchmarkTodos
internal import ContractServer

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// `bench-server --port N [--threads N]` serves the contract that `Scripts/bench` measures and prints where it listens.
@main
struct BenchServer {
  static func main() async {
    guard let options = Options(CommandLine.arguments.dropFirst()) else {
      fail("usage: bench-server --port N [--threads N]", status: 64)
    }
    // The server accepts the 10,000 idle connections of one client, and keeps them long enough to look at them.
    var limits = ServerLimits()
    limits.maxConnections = 20_000
    limits.maxConnectionsPerPeer = nil
    var timeouts = ServerTimeouts()
    timeouts.idle = .seconds(120)
    let server = Server(port: options.port, threads: options.threads, limits: limits, timeouts: timeouts) {
      TodosRoutes(TodoService())
    }
    do {
      try await server.run {
        print("listening on \($0)")
        fflush(nil)
      }
    } catch {
      fail("bench-server: \(error)", status: 1)
    }
  }

  private static func fail(_ message: String, status: Int32) -> Never {
    print(message)
    exit(status)
  }
}

/// The command line.
private struct Options {
  var port: Int
  var threads = 1

  init?(_ arguments: some Sequence<String>) {
    var port: Int?
    var iterator = arguments.makeIterator()
    while let name = iterator.next() {
      guard let value = iterator.next().flatMap({ Int($0) }) else { return nil }
      switch name {
      case "--port": port = value
      case "--threads": threads = value
      default: return nil
      }
    }
    guard let port else { return nil }
    self.port = port
  }
}
