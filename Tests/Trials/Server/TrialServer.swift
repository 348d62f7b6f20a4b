import ContractServer
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A server with the usual middleware, for trials with proxies, real clients and mixed load.
///
/// ```
/// trial-server [--port N] [--host ADDRESS] [--unix PATH] [--inherited] [--shared] [--threads N] [--notice SECONDS]
///   [--drain SECONDS] [--timeouts SECONDS] [--log FILE] [--files FOLDER] [--uploads FOLDER]
/// ```
@main
struct TrialServer {
  static func main() async {
    guard let options = TrialOptions(CommandLine.arguments.dropFirst()) else {
      print("trial-server: wrong usage")
      exit(64)
    }
    do {
      var router = Router()
      router.add(TrialsRoutes(TrialService()))
      router.on(.get, "/stream/{pieces}", id: "stream") { request in
        let count = request.pathValue("pieces").flatMap(Int.init) ?? 1
        return HTTPResponse(.ok, fields: [.contentType: "application/octet-stream"], body: .stream(pieces(count)))
      }
      router.on(.get, "/page", id: "page") { _ in
        HTTPResponse(.ok, fields: [.contentType: "text/html; charset=utf-8"], body: .bytes(Array(page.utf8)))
      }
      router.on(.post, "/echo", id: "echo") { request in
        HTTPResponse(.ok, fields: [.contentType: "application/octet-stream"], body: .bytes(request.body))
      }
      if let folder = options.files {
        router.add(StaticFiles(folder, at: "/files", precompressed: true, cacheControl: "max-age=60"))
        router.add(StaticFiles(folder, at: "/read", precompressed: true, cacheControl: "max-age=60").blocking())
      }
      if let folder = options.uploads {
        router.add(
          ResumableUploads(in: folder, at: "/uploads", maxBytes: 4 << 30) { upload, _ in
            try upload.move(to: "\(folder)/stored-\(upload.fileName ?? upload.id)")
          })
      }
      let server = Server(
        listening: options.places, threads: options.threads, timeouts: options.timeouts,
        middleware: try middleware(options), router: router)
      try await server.run(drain: options.drain, notice: options.notice) {
        print("listening on \($0)")
        fflush(nil)
      }
    } catch {
      print("trial-server: \(error)")
      exit(1)
    }
  }

  /// All middleware, in the order of docs/middleware.md.
  private static func middleware(_ options: TrialOptions) throws -> [any Middleware] {
    let log = try AccessLog(.json, file: options.log)
    let metrics = Metrics()
    metrics.counter("access_log_dropped_lines_total", "Lines of the access log that were lost.") {
      Double(log.droppedLines)
    }
    return [
      TrustedProxies(["127.0.0.0/8"]), log, metrics, RequestID(), Tracing(), Health(),
      CORS(origins: .these(["http://app.example"])), RateLimit(1_000_000_000, per: .seconds(1)), Compression(),
      RequestDecompression(), IdempotencyKeys(), ConditionalRequests(),
    ]
  }

  /// Returns `count` chunks of 16 KiB, each with its number in every byte.
  private static func pieces(_ count: Int) -> ByteStream {
    let next = Counter()
    return ByteStream {
      let number = next.take()
      return number < count ? [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: 16 << 10) : nil
    }
  }

  /// Calls the service like a page, and reports the results to the port in its address.
  private static let page = """
    <!doctype html><meta charset="utf-8"><title>A page</title><script>
    async function run() {
      const seen = [];
      const item = await (await fetch("/items/7")).json();
      seen.push(item.title === "item 7");
      const title = "grün 🌈";
      const added = await fetch("/items", {
        method: "POST", headers: {"Content-Type": "application/json", "Idempotency-Key": "a-page-1"},
        body: JSON.stringify({title, tags: ["a"]})});
      seen.push(added.ok && (await added.json()).title === title);
      const form = await (await fetch("/form", {method: "POST", body: new URLSearchParams({title, tags: "b"})})).json();
      seen.push(form.title === title && form.tags[0] === "b");
      const reader = (await fetch("/stream/20")).body.getReader();
      let count = 0;
      for (;;) { const {done, value} = await reader.read(); if (done) break; count += value.length; }
      seen.push(count === 20 * 16384);
      const many = await Promise.all([...Array(50).keys()].map(async n => (await (await fetch(`/items/${n}`)).json()).id));
      seen.push(many.every((id, n) => id === n));
      seen.push((await fetch("/nothing")).status === 404);
      return seen;
    }
    const place = `http://127.0.0.1:${new URLSearchParams(location.search).get("tell")}/`;
    const tell = text => fetch(place, {method: "POST", mode: "no-cors", body: text});
    run().then(seen => tell("seen " + seen.join(",")), error => tell("failed " + error));
    </script>
    """

  private final class Counter: Sendable {
    private let value = Atomic(0)
    func take() -> Int { value.wrappingAdd(1, ordering: .relaxed).oldValue }
  }
}
