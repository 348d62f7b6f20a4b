import ContractServer

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// `conformance-server --port N [--threads N] [--host ADDRESS]`: answers 200 to any method on any path and echoes the
/// content, up to 1 MiB. Raw protocol cases and load tests run against it.
@main
struct ConformanceServer {
  static func main() async {
    guard let options = Options(CommandLine.arguments.dropFirst()) else {
      fail("usage: conformance-server --port N [--threads N] [--host ADDRESS]", status: 64)
    }
    let fields: HTTPFields = [.contentType: "application/octet-stream"]
    var router = Router()
    router.on(nil, "/{path...}", id: "echo") { request in
      HTTPResponse(.ok, fields: fields, body: request.body.isEmpty ? .empty : .bytes(request.body))
    }
    do {
      try await Server(host: options.host, port: options.port, threads: options.threads, router: router).run {
        print("listening on \($0)")
        fflush(nil)
      }
    } catch {
      fail("\(error)", status: 1)
    }
  }

  private static func fail(_ message: String, status: Int32) -> Never {
    print(message)
    exit(status)
  }
}

/// The command line.
private struct Options {
  var host = "127.0.0.1"
  var port: Int
  var threads = 1

  init?(_ arguments: some Sequence<String>) {
    var port: Int?
    var iterator = arguments.makeIterator()
    while let name = iterator.next() {
      guard let value = iterator.next() else { return nil }
      switch name {
      case "--port": port = Int(value)
      case "--threads": threads = Int(value) ?? 1
      case "--host": host = value
      default: return nil
      }
    }
    guard let port else { return nil }
    self.port = port
  }
}
