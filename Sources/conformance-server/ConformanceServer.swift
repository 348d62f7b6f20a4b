import ContractServer

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A server that responds to any method on any path with 200 and the body of the request, up to 1 MiB. Raw protocol
/// cases and load tests run against it.
///
/// ```
/// conformance-server --port N [--host ADDRESS] [--shared] [--proxies NETWORK] [--unix PATH] [--inherited]
///   [--threads N] [--notice SECONDS] [--certificate FILE --key FILE]
/// ```
@main
struct ConformanceServer {
  static func main() async {
    guard let options = Options(CommandLine.arguments.dropFirst()) else {
      fail(
        "usage: conformance-server --port N [--host ADDRESS] [--shared] [--proxies NETWORK] [--unix PATH] [--inherited] "
          + "[--threads N] [--notice SECONDS] [--certificate FILE --key FILE]", status: 64)
    }
    let fields: HTTPFields = [.contentType: "application/octet-stream"]
    var router = Router()
    router.on(nil, "/{path...}", id: "echo") { request in
      HTTPResponse(.ok, fields: fields, body: request.body.isEmpty ? .empty : .bytes(request.body))
    }
    do {
      try await Server(listening: options.addresses, threads: options.threads, router: router).run(
        notice: options.notice
      ) {
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
