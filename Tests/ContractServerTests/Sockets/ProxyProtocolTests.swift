import Contract
import ContractLoop
import ContractTestSupport
import Testing

@testable import ContractServer
@testable import ContractSockets

@Suite("PROXY protocol", .ownThreads, .serialized)
struct ProxyProtocolTests {
  private static let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
  private static let trusted = ProxyProtocol.from(["127.0.0.0/8"])

  /// Serves the peer's address.
  private static func withServer(
    _ place: BindAddress, limits: ServerLimits = ServerLimits(), timeouts: ServerTimeouts = ServerTimeouts(),
    _ body: (Server, SocketAddress) async throws -> Void
  ) async throws {
    var router = Router()
    router.on(.get, "/") { .text($0.remoteAddress ?? "nobody") }
    let server = Server(listening: [place], threads: 1, limits: limits, timeouts: timeouts, router: router)
    let address = try await server.start()
    let target =
      address.path.map { SocketAddress.unix(path: $0) } ?? .ipv4(0x7f00_0001, port: UInt16(address.port))
    do {
      try await body(server, target)
    } catch {
      await server.stop(drain: .zero)
      throw error
    }
    await server.stop(drain: .zero)
  }

  @Test("A PROXY header names the client, wherever it is split")
  func splits() async throws {
    try await Self.withServer(.tcp(port: 0, proxyProtocol: Self.trusted)) { _, address in
      // The loop serves connections in the order in which they become readable: a response on this connection shows
      // that the loop has read the bytes that were sent earlier on the other one.
      let turn = try RawClient(address)
      try turn.send("PROXY UNKNOWN\r\n")
      for (header, parsed) in try ProxyHeaderTests.good() {
        let message = header + Array(Self.get.utf8)
        for split in 1..<message.count {
          let client = try RawClient(address)
          try client.send(bytes: Array(message[..<split]))
          try turn.send(Self.get)
          _ = try turn.response()
          try client.send(bytes: Array(message[split...]))
          let body = try client.response().body
          if let source = parsed.source {
            #expect(body == source.socketAddress.description)
          } else {
            #expect(body.hasPrefix("127.0.0.1:"), "LOCAL, UNKNOWN and UNSPEC say nothing")
          }
          client.close()
        }
      }
    }
  }

  @Test("A PROXY header may arrive byte by byte before requests")
  func bytes() async throws {
    try await Self.withServer(.tcp(port: 0, proxyProtocol: Self.trusted)) { _, address in
      let client = try RawClient(address)
      for byte in Array("PROXY TCP4 192.0.2.7 10.0.0.1 4660 80\r\n\(Self.get)\(Self.get)".utf8) {
        try client.send(bytes: [byte])
      }
      for _ in 0..<2 { #expect(try client.response().body == "192.0.2.7:4660") }
      try client.send("PROXY TCP4 192.0.2.8 10.0.0.1 4660 80\r\n")
      #expect(try client.response().status == 400, "a second PROXY header is an invalid request")
    }
  }

  @Test("A connection without a valid PROXY header is closed without a response")
  func invalid() async throws {
    try await Self.withServer(.tcp(port: 0, proxyProtocol: Self.trusted)) { _, address in
      let texts = [
        Self.get, "PROXY TCP4 192.0.2.7 10.0.0.1 4660\r\n" + Self.get, "PROXY " + String(repeating: "x", count: 200),
        "PROXY UNKNOWN\n\n" + Self.get, "\r\n" + Self.get,
      ]
      for text in texts {
        let client = try RawClient(address)
        try client.send(text)
        #expect(throws: RawClient.Failure.self, "\(text)") { try client.response() }
      }
    }
  }

  @Test("An untrusted peer is refused, with and without a PROXY header")
  func untrusted() async throws {
    for place in [
      BindAddress.tcp(port: 0, proxyProtocol: .from(["192.0.2.0/24"])),
      .tcp(port: 0, proxyProtocol: .fromUnixPeers),
    ] {
      try await Self.withServer(place) { _, address in
        for text in [Self.get, "PROXY TCP4 192.0.2.7 10.0.0.1 4660 80\r\n" + Self.get] {
          let client = try RawClient(address)
          #expect(throws: RawClient.Failure.self) {
            try client.send(text)
            _ = try client.response()
          }
        }
      }
    }
    try await Self.withServer(.tcp(port: 0)) { _, address in
      let client = try RawClient(address)
      try client.send("PROXY TCP4 192.0.2.7 10.0.0.1 4660 80\r\n" + Self.get)
      #expect(try client.response().status == 400, "a listener without the protocol")
    }
  }

  @Test("A PROXY header is accepted on a Unix domain socket")
  func unix() async throws {
    let folder = TemporaryFolder()
    try await Self.withServer(.unix(folder.file("a"), proxyProtocol: .fromUnixPeers)) { _, address in
      let client = try RawClient(address)
      try client.send("PROXY TCP6 2001:db8::1 ::1 4660 80\r\n" + Self.get)
      #expect(try client.response().body == "[2001:db8::1]:4660")
    }
  }

  @Test("A PROXY header has the timeout of a head")
  func timeout() async throws {
    var timeouts = ServerTimeouts()
    timeouts.header = .milliseconds(100)
    try await Self.withServer(.tcp(port: 0, proxyProtocol: Self.trusted), timeouts: timeouts) { _, address in
      for text in ["", "PROXY TCP4"] {
        let client = try RawClient(address)
        if !text.isEmpty { try client.send(text) }
        #expect(try client.toEnd() == "")
      }
    }
  }

  @Test("Connections are counted by the client in the PROXY header")
  func peerLimit() async throws {
    var limits = ServerLimits()
    limits.maxConnectionsPerPeer = 2
    try await Self.withServer(.tcp(port: 0, proxyProtocol: Self.trusted), limits: limits) { _, address in
      func connect(_ source: String) throws -> RawClient {
        let client = try RawClient(address)
        let family = source.contains(":") ? "TCP6" : "TCP4"
        try client.send("PROXY \(family) \(source) \(family == "TCP6" ? "::1" : "10.0.0.1") 4660 80\r\n" + Self.get)
        return client
      }
      var kept: [RawClient] = []
      for source in ["192.0.2.7", "192.0.2.8", "2001:db8:0:1::1", "2001:db8:0:2::1", "192.0.2.7", "2001:db8:0:1::2"] {
        let client = try connect(source)
        #expect(try client.response().status == 200)
        kept.append(client)
      }
      for source in ["192.0.2.7", "2001:db8:0:1:ffff::3", "::ffff:192.0.2.7"] {
        let refused = try connect(source)
        #expect(throws: RawClient.Failure.self, "\(source)") { try refused.response() }
      }
      #expect(try connect("2001:db8:0:2::9").response().status == 200)
    }
  }
}
