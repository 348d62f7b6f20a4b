internal import ContractHTTP
internal import ContractLoop
internal import ContractServer

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// `conformance-server --port N [--threads N] [--host ADDRESS]`: answers 200 to any method on any path and echoes the
/// content, up to 1 MiB. The raw protocol cases and the benchmarks run against it.
@main
struct ConformanceServer {
  static func main() async {
    guard let options = Options(CommandLine.arguments.dropFirst()) else {
      fail("usage: conformance-server --port N [--threads N] [--host ADDRESS]")
    }
    do {
      try SignalWatch.ignoreBrokenPipe()
      var engine = SocketServer.Options(options.address)
      engine.threads = options.threads
      let server = try SocketServer(engine, responder: EchoResponder())
      print("listening on \(server.address)")
      await Self.signal(on: server)
      await server.stop(deadline: .seconds(10))
    } catch {
      fail("\(error)")
    }
  }

  /// Returns when SIGTERM or SIGINT has come.
  private static func signal(on server: SocketServer) async {
    let (signals, continuation) = AsyncStream<Int32>.makeStream()
    let watch = try? SignalWatch([15, 2], on: server.executors[0]) { continuation.yield($0) }
    for await _ in signals { break }
    watch?.stop()
  }

  private static func fail(_ message: String) -> Never {
    print(message)
    exit(1)
  }
}
