import ContractServer

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A server of streams, and a client of it, for trials with proxies, browsers and long bodies.
///
/// ```
/// streams-server                                                      serves at a free port
/// streams-server URL ticks|lines COUNT                                prints number and delay of each value
/// streams-server URL download|upload BYTES                            prints the number of transferred bytes
/// ```
///
/// A client also prints the peak of its memory at the end.
@main
struct StreamsServer {
  static func main() async {
    let arguments = Array(CommandLine.arguments.dropFirst())
    do {
      if arguments.isEmpty {
        try await serve()
      } else if arguments.count == 3, let count = Int(arguments[2]) {
        try await StreamsClient(arguments[0]).call(arguments[1], count)
        print("peak \(peak()) KiB")
      } else {
        print("streams-server: wrong usage")
        exit(64)
      }
    } catch {
      print("streams-server: \(error)")
      exit(1)
    }
  }

  private static func serve() async throws {
    var router = Router()
    router.add(FeedsRoutes(FeedsService()))
    // A page of the same origin, in which a browser can open streams.
    router.on(.get, "/page", id: "page") { _ in
      HTTPResponse(.ok, fields: [.contentType: "text/html"], body: .bytes(Array("<title>Streams</title>".utf8)))
    }
    try await Server(port: 0, threads: 1, router: router).run(drain: .zero) {
      print("listening on \($0)")
      fflush(nil)
    }
  }

  /// Returns the peak of the resident memory in KiB; 0 if it is unknown.
  private static func peak() -> Int {
    guard let file = fopen("/proc/self/status", "r") else { return 0 }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = fread(&bytes, 1, bytes.count, file)
    for line in bytes[..<count].split(separator: 0x0A) where line.starts(with: Array("VmHWM:".utf8)) {
      return Int(String(decoding: line.filter { (0x30...0x39).contains($0) }, as: UTF8.self)) ?? 0
    }
    return 0
  }
}
