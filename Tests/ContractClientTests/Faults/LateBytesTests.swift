import Contract
import ContractHTTP
import ContractLoop
import Glibc
import Testing

@testable import ContractClient

/// Servers that send more than they declared, immediately or later. The excess must not become the response to the next
/// request.
@Suite("Bytes after a response", .timeLimit(.minutes(5)))
struct LateBytesTests {
  private static let evil = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nEVIL"

  /// The bytes after a response: with it, or after the client has received it.
  private struct Row: Sendable {
    var name: String
    var response: String
    var isLate = false
  }

  private static let rows = [
    Row(name: "/same", response: ok("ok")),
    Row(name: "/late", response: ok("ok"), isLate: true),
    Row(name: "/split", response: ok("ok") + String(repeating: "\n", count: 20_000)),
    Row(name: "/long", response: ok(String(repeating: "x", count: 20_000))),
    Row(name: "/204", response: "HTTP/1.1 204 No\r\n\r\n"),
    Row(name: "/204late", response: "HTTP/1.1 204 No\r\n\r\n", isLate: true),
    // These heads are about as long as libcurl's read buffer.
    Row(name: "/204big", response: "HTTP/1.1 204 No\r\nX: \(String(repeating: "y", count: 16_384 - 26))\r\n\r\n"),
    Row(name: "/204bigger", response: "HTTP/1.1 204 No\r\nX: \(String(repeating: "y", count: 65_536 - 26))\r\n\r\n"),
    Row(name: "/zero", response: ok("")),
    Row(name: "/chunk", response: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n"),
    Row(
      name: "/chunklate", response: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
      isLate: true),
  ]

  /// A server that plays the rows and echoes any other target.
  private final class Server: Sendable {
    let maySend = Gate()
    let hasSent = Signal()
    private let scripted = Lock<ScriptedServer?>(nil)

    var server: ScriptedServer { scripted.withLock { $0! } }

    init(at place: ScriptedServer.Place = .loopback) {
      let (maySend, hasSent) = (maySend, hasSent)
      let server = ScriptedServer(at: place) { connection in
        while let request = connection.readRequest() {
          guard let row = LateBytesTests.rows.first(where: { $0.name == request.target }) else {
            connection.send(ok(request.target))
            continue
          }
          if row.isLate {
            connection.send(row.response)
            maySend.wait()
            connection.send(LateBytesTests.evil)
          } else {
            connection.send(row.response + LateBytesTests.evil)
          }
          hasSent.raise()
        }
      }
      scripted.withLock { $0 = server }
    }
  }

  private static func transport(_ change: (inout CurlTransport.Configuration) -> Void = { _ in }) -> CurlTransport {
    var configuration = CurlTransport.Configuration()
    configuration.maxResponseHeadBytes = 128 * 1024
    change(&configuration)
    return CurlTransport(configuration)
  }

  private static func options() -> TransportOptions { TransportOptions(timeout: .seconds(20)) }

  /// Sends the call of each row and, after all bytes have arrived, another call, which must get its own response.
  private static func play(
    _ transport: CurlTransport, _ server: Server, _ scheme: String, _ port: UInt16, _ rows: [Row] = rows
  ) async throws {
    let methods: [HTTPMethod] = [.get, .post, .put]
    for row in rows {
      for (number, method) in methods.enumerated() {
        func send(_ method: HTTPMethod, _ target: String) async throws -> HTTPResponse {
          let content: HTTPBody = method == .put ? .bytes([UInt8](repeating: 1, count: 70_000)) : .empty
          let request = HTTPRequest(method, target, scheme: scheme, authority: "127.0.0.1:\(port)", body: content)
          return try await transport.send(request, options: options())
        }
        let first = try await send(.get, row.name)
        #expect(first.status.code == (row.name.hasPrefix("/204") ? 204 : 200), "\(row.name)")
        if row.isLate { server.maySend.open() }
        await server.hasSent.wait()
        // With TLS, another program passes the late bytes on, so they may arrive after the server has sent them.
        if row.isLate { await waitForArrivals(port) }
        for target in ["/next\(number)", "/last\(number)"] {
          #expect(try await send(method, target).text == target, "\(row.name)")
        }
      }
    }
  }

  /// Waits until each connection of this process to a port has something to read, or has ended.
  private static func waitForArrivals(_ port: UInt16) async {
    for socket in ScriptedServer.clientSockets(to: port) {
      await offPool {
        var status = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        _ = poll(&status, 1, 20_000)
      }
    }
  }

  @Test("Late bytes on a kept connection are not read as the next response")
  func clear() async throws {
    let server = Server()
    defer { server.server.stop() }
    try await Self.play(Self.transport(), server, "http", server.server.port)
    try await ContractLoop.run { try await Self.play(Self.transport(), server, "http", server.server.port) }
  }

  @Test("Late bytes on a kept connection of a Unix socket are not read as the next response")
  func unixSocket() async throws {
    let name = "contract-late-\(getpid())"
    let server = Server(at: .unix("\0" + name))
    defer { server.server.stop() }
    let transport = Self.transport { $0.unixSocket = .abstract(name) }
    try await Self.play(transport, server, "http", server.server.port)
    try await ContractLoop.run { try await Self.play(transport, server, "http", server.server.port) }
  }

  @Test("Late bytes on a kept TLS connection are not read as the next response", .enabled(if: TLSFixture.isAvailable))
  func secure() async throws {
    try await TLSFixture.prepare()
    let server = Server()
    defer { server.server.stop() }
    for flags in [[], ["--tls12"]] {
      try await TLSFixture.with("good", flags, server.server) { port in
        let authorities = try TLSFixture.path("ca.pem")
        let transport = Self.transport { $0.tls.authorities = .file(authorities) }
        // Long rows are left out, because the TLS program may pass them on in chunks, and only the first chunk is waited for.
        try await Self.play(transport, server, "https", port, Self.rows.filter { $0.response.utf8.count < 1000 })
      }
    }
  }

  @Test(
    "Extra bytes in a response's last TLS record are not read as the next response",
    .enabled(if: TLSFixture.isAvailable))
  func sameRecord() async throws {
    try await TLSFixture.prepare()
    let mayFinish = Gate()
    let server = ScriptedServer { connection in
      while let request = connection.readRequest() {
        guard request.target == "/first" else {
          connection.send(ok(request.target))
          continue
        }
        connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n")
        mayFinish.wait()
        connection.send("ok" + Self.evil)
      }
    }
    defer { server.stop() }
    try await TLSFixture.with("good", [], server) { port in
      let authorities = try TLSFixture.path("ca.pem")
      let transport = Self.transport { $0.tls.authorities = .file(authorities) }
      for number in 0..<5 {
        func request(_ target: String) -> HTTPRequest {
          HTTPRequest(.get, target, scheme: "https", authority: "127.0.0.1:\(port)")
        }
        let first = try await transport.stream(request("/first"), options: Self.options())
        mayFinish.open()
        #expect(try await first.body.collect(upTo: 100) == Array("ok".utf8))
        #expect(try await transport.send(request("/\(number)"), options: Self.options()).text == "/\(number)")
      }
    }
  }

  @Test(
    "Late bytes are not delivered to a call that waits for the connection",
    arguments: rows.indices.filter { !rows[$0].isLate })
  func waiting(index: Int) async throws {
    let server = Server()
    defer { server.server.stop() }
    let transport = Self.transport { $0.maxConnectionsPerHost = 1 }
    let row = Self.rows[index]
    let scripted = server.server
    try await withThrowingTaskGroup(of: (String, String).self) { group in
      for target in [row.name] + (0..<4).map({ "/\($0)" }) {
        group.addTask {
          (target, try await transport.send(scripted.request(.get, target), options: Self.options()).text)
        }
      }
      for try await (target, text) in group where target != row.name { #expect(text == target) }
    }
  }

  @Test("A connection is used again only if no bytes follow the last chunk")
  func afterLastChunk() async throws {
    let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n"
    let server = ScriptedServer(answering: { $0.target == "/surplus" ? chunked + Self.evil : chunked })
    defer { server.stop() }
    let transport = Self.transport()
    for (target, count) in [("/a", 1), ("/b", 1), ("/surplus", 1), ("/c", 2), ("/surplus", 2), ("/d", 3), ("/e", 3)] {
      #expect(try await transport.send(server.request(.get, target), options: Self.options()).text == "ok")
      #expect(server.acceptedCount == count, "\(target)")
    }
  }

  @Test(
    "A connection without late bytes is kept, even when TLS 1.3 session tickets arrive",
    .enabled(if: TLSFixture.isAvailable))
  func kept() async throws {
    try await TLSFixture.prepare()
    let server = ScriptedServer(answering: { ok($0.target) })
    defer { server.stop() }
    let transport = Self.transport()
    for number in 0..<20 {
      _ = try await transport.send(server.request(.get, "/\(number)"), options: Self.options())
    }
    #expect(server.acceptedCount == 1)
    try await TLSFixture.with("good", [], server) { port in
      let authorities = try TLSFixture.path("ca.pem")
      let secure = Self.transport { $0.tls.authorities = .file(authorities) }
      for number in 0..<20 {
        let request = HTTPRequest(.get, "/\(number)", scheme: "https", authority: "127.0.0.1:\(port)")
        _ = try await secure.send(request, options: Self.options())
      }
    }
    #expect(server.acceptedCount == 2)
  }
}
