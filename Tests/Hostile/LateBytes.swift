import ContractClient
import ContractHTTP
import ContractTestSupport
import Glibc

/// Bytes that come after a response, while its connection is idle: the next call must not get them.
///
/// Calls are made in sequence on separate connections, because to a client, bytes that arrive while a request is
/// pending are its response.
struct LateBytes: Sendable {
  private let context: HostileScript.Context
  private let end: ContinuousClock.Instant

  init(_ context: HostileScript.Context, until end: ContinuousClock.Instant) {
    var context = context
    context.without = Set(HostilePattern.allCases).subtracting([.honest])
    (self.context, self.end) = (context, end)
  }

  /// Makes calls until the time is over.
  ///
  /// - Parameter complain: receives the faults.
  func run(_ transport: CurlTransport, complain: (String) -> Void) async {
    let context = context
    let server = HostileServer(
      .http1 { id, hop, isHead in
        var context = context
        context.isHead = isHead
        return HostileScript(id, hop: hop, context)
      })
    defer { server.stop() }
    // No other call has these numbers.
    var id = 1 << 40
    while ContinuousClock.now < end {
      var random = Randomness.Generator(of: id, 0x6C_6174, seed: context.seed)
      if let complaint = await call(id, transport, server.port) { complain("late call \(id): \(complaint)") }
      _ = server.sendLate(Self.bytes(HostileMark.text(id, seed: context.seed), &random))
      id += 1
      // Lets the other calls run.
      for _ in 0..<10 { await Task.yield() }
    }
  }

  private func call(_ id: Int, _ transport: CurlTransport, _ port: UInt16) async -> String? {
    let request = HTTPRequest(.get, "/\(id)/0", scheme: "http", authority: "127.0.0.1:\(port)")
    do {
      let response = try await transport.send(request, options: TransportOptions(timeout: .seconds(30)))
      let content = try await response.body.collect(upTo: 1 << 20)
      guard let honest = HostileScript(id, context).honest, honest.status == response.status.code,
        honest.content == content
      else { return "got \(response.status.code) with \(String(decoding: content.prefix(100), as: UTF8.self))" }
      return nil
    } catch {
      return "\(error)"
    }
  }

  private static func bytes(_ mark: String, _ random: inout Randomness.Generator) -> [UInt8] {
    let texts = [
      "HTTP/1.1 200 OK\r\nContent-Length: \(mark.utf8.count)\r\n\r\n\(mark)", "HTTP/1.1 204 No Content\r\n\r\n", "\r\n",
      mark,
      "HTTP/1.1 200 OK\r\nConte", "HTTP/2 200 OK\r\n\r\n", "HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n",
      "HTTP/1.1 100 Continue\r\n\r\n", "\u{0}",
    ]
    // Sometimes no bytes are late, so that the connection is used again.
    return Int.random(in: 0..<4, using: &random) == 0 ? [] : Array((texts.randomElement(using: &random) ?? "").utf8)
  }
}
