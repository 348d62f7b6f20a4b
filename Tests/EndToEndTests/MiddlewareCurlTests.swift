import ContractTestSupport
import ContractTesting
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A server with all middleware, called by curl.
@Suite("Middleware tested with curl", .ownThreads)
struct MiddlewareCurlTests {
  /// The output of curl, with the headers of the response first.
  static func curl(_ arguments: String, _ address: ListeningAddress, _ target: String) throws -> String {
    let pipe = try #require(popen("curl -s -i --max-time 20 \(arguments) '\(address.url)\(target)'", "r"))
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&chunk, 1, chunk.count, pipe), count > 0 { bytes += chunk[..<count] }
    #expect(pclose(pipe) == 0)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns a file name that only this test uses.
  static func temporary(_ name: String) -> String {
    "/tmp/contract-\(getpid())-\(UInt64.random(in: 0 ... .max))-\(name)"
  }

  static func contents(_ path: String) throws -> String {
    let file = try #require(fopen(path, "r"))
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes[..<count], as: UTF8.self)
  }

  static func field(_ name: String, of answer: String) -> String? {
    for line in answer.split(separator: "\r\n") where line.lowercased().hasPrefix(name + ": ") {
      return String(line.dropFirst(name.utf8.count + 2))
    }
    return nil
  }

  /// Runs the server, and returns its access log.
  @discardableResult
  static func serve(_ body: (ListeningAddress, Health) throws -> Void) async throws -> String {
    let path = temporary("access.log")
    defer { unlink(path) }
    let health = Health()
    let server = Server(
      port: 0, threads: 1,
      middleware: [
        TrustedProxies(["127.0.0.0/8"]), try AccessLog(.json, file: path), Metrics(), RequestID(), Tracing(), health,
        CORS(origins: .these(["https://app.example"])), RateLimit(1000, per: .seconds(1)), Compression(),
        RequestDecompression(), IdempotencyKeys(), ConditionalRequests(),
      ]
    ) { TodosRoutes(TodoService()) }
    let address = try await server.start()
    do {
      try body(address, health)
    } catch {
      await server.stop(drain: .zero)
      throw error
    }
    await server.stop()
    return try contents(path)
  }

  static let tags = (0..<200).map { "tags=tag\($0)" }.joined(separator: "&")

  @Test("curl gets compressed responses, and 304 for an ETag it has")
  func compressed() async throws {
    try await Self.serve { address, _ in
      let plain = try Self.curl("", address, "/todos?limit=1&" + Self.tags)
      let compressed = try Self.curl("--compressed", address, "/todos?limit=1&" + Self.tags)
      #expect(Self.field("content-encoding", of: plain) == nil)
      #expect(Self.field("content-encoding", of: compressed) == "gzip")
      #expect(Self.field("vary", of: compressed)?.contains("Accept-Encoding") == true)
      #expect(plain.split(separator: "\r\n").last == compressed.split(separator: "\r\n").last)
      let tag = try #require(Self.field("etag", of: compressed))
      let again = try Self.curl("--compressed -H 'If-None-Match: \(tag)'", address, "/todos?limit=1&" + Self.tags)
      #expect(again.hasPrefix("HTTP/1.1 304 ") && Self.field("etag", of: again) == tag)
    }
  }

  @Test("A gzip upload from curl is decompressed and executed once per idempotency key")
  func uploads() async throws {
    let path = Self.temporary("todo.gz")
    defer { unlink(path) }
    #expect(system("printf '{\"title\":\"a\",\"tags\":[]}' | gzip > \(path)") == 0)
    try await Self.serve { address, _ in
      let arguments =
        "-X POST --data-binary @\(path) -H 'Content-Type: application/json' -H 'Content-Encoding: gzip' "
        + "-H 'Idempotency-Key: \"k\"'"
      let first = try Self.curl(arguments, address, "/todos")
      let second = try Self.curl(arguments, address, "/todos")
      #expect(first.hasPrefix("HTTP/1.1 201 ") && first.contains(#""title":"a""#))
      #expect(second.hasPrefix("HTTP/1.1 201 ") && Self.field("idempotency-replayed", of: second) == "true")
      #expect(first.split(separator: "\r\n").last == second.split(separator: "\r\n").last)
      let corrupt = try Self.curl(
        arguments.replacing("@\(path)", with: "x").replacing("k", with: "l"), address, "/todos")
      #expect(corrupt.hasPrefix("HTTP/1.1 400 "))
    }
  }

  @Test("A CORS preflight is handled, and a refusal carries CORS headers")
  func cors() async throws {
    try await Self.serve { address, _ in
      let origin = "-H 'Origin: https://app.example'"
      let preflight = try Self.curl("-X OPTIONS \(origin) -H 'Access-Control-Request-Method: PUT'", address, "/todos/1")
      #expect(preflight.hasPrefix("HTTP/1.1 204 "))
      #expect(Self.field("access-control-allow-methods", of: preflight) == "DELETE, GET, HEAD, OPTIONS, PUT")
      let refused = try Self.curl(origin, address, "/nowhere")
      #expect(refused.hasPrefix("HTTP/1.1 404 "))
      #expect(Self.field("access-control-allow-origin", of: refused) == "https://app.example")
    }
  }

  @Test("Every request is logged and counted without secrets")
  func logs() async throws {
    let log = try await Self.serve { address, health in
      _ = try Self.curl("-H 'X-Forwarded-For: 192.0.2.7' -H 'X-Request-Id: r-1'", address, "/todos/7?token=secret")
      _ = try Self.curl("-H 'Authorization: Bearer secret'", address, "/nowhere")
      _ = try Self.curl("-X POST -d '{' -H 'Content-Type: application/json'", address, "/todos")
      _ = try Self.curl("-I", address, "/todos/7")
      let metrics = try Self.curl("", address, "/metrics")
      #expect(
        metrics.contains(#"duration_seconds_count{method="GET",route="/todos/{id}",status="200"} 1"#)
          || metrics.contains(#"route="/todos/:id",status="200"} 1"#))
      #expect(metrics.contains(#"method="GET",route="",status="404"} 1"#))
      #expect(try Self.curl("", address, "/readyz").hasPrefix("HTTP/1.1 200 "))
      health.drain()
      #expect(try Self.curl("", address, "/readyz").hasPrefix("HTTP/1.1 503 "))
      #expect(try Self.curl("", address, "/livez").hasPrefix("HTTP/1.1 200 "))
    }
    let lines = log.split(separator: "\n").map(String.init)
    #expect(lines.count == 8)
    #expect(lines[0].contains(#""id":"r-1","client":"192.0.2.7","method":"GET","path":"/todos/7","#))
    #expect(lines[0].contains(#""operation":"Todos.todo","status":200"#))
    #expect(lines[1].contains(#""client":"127.0.0.1""#) && lines[1].contains(#""status":404"#))
    #expect(lines[2].contains(#""operation":"Todos.create","status":400"#))
    #expect(lines[3].contains(#""method":"HEAD""#) && lines[3].contains(#""bytes":0"#))
    #expect(!log.contains("secret"))
  }
}
