import Contract
import ContractClient
import ContractHTTP
import Glibc
import Testing

@Suite("Unix sockets, address overrides and address families", .timeLimit(.minutes(5)))
struct RouteTests {
  private static func transport(_ change: (inout CurlTransport.Configuration) -> Void) -> CurlTransport {
    var configuration = CurlTransport.Configuration()
    change(&configuration)
    return CurlTransport(configuration)
  }

  private static func echo(_ request: ReceivedRequest) -> String {
    ok(([request.line] + request.fields).joined(separator: "|"))
  }

  @Test("A Unix socket receives the requests for every host, by path or abstract name")
  func unixSocket() async throws {
    let name = "contract-\(getpid())-\(UInt32.random(in: 0 ... .max))"
    let path = "/tmp/\(name).socket"
    defer { unlink(path) }
    let rows: [(CurlTransport.UnixSocket, String)] = [(.path(path), path), (.abstract(name), "\0" + name)]
    for (socket, place) in rows {
      let server = ScriptedServer(at: .unix(place), answering: Self.echo)
      defer { server.stop() }
      let transport = Self.transport { $0.unixSocket = socket }
      let request = HTTPRequest(.get, "/containers/json?all=1", scheme: "http", authority: "docker")
      for _ in 0..<2 {
        let response = try await transport.send(request, options: TransportOptions())
        #expect(
          response.text == "GET /containers/json?all=1 HTTP/1.1|Host: docker|Accept-Encoding: gzip, deflate")
      }
      // libcurl 7.88 does not reuse connections to abstract sockets.
      if case .path = socket { #expect(server.acceptedCount == 1) }
    }
  }

  @Test("A call to a Unix socket without a listener fails with noConnection and names the socket")
  func nobody() async {
    let rows: [(CurlTransport.UnixSocket, String)] = [
      (.path("/nonexistent/contract.socket"), "/nonexistent/contract.socket"),
      (.abstract("contract-nobody"), "contract-nobody"),
    ]
    for (socket, name) in rows {
      let transport = Self.transport { $0.unixSocket = socket }
      let request = HTTPRequest(.get, "/", scheme: "http", authority: "docker")
      let error = await #expect(throws: ClientError.self) {
        try await transport.send(request, options: TransportOptions())
      }
      #expect(error?.code == .noConnection)
      #expect(error?.message.contains(name) == true, "\(error?.message ?? "-")")
    }
  }

  @Test("An address override applies to its host and port only")
  func override() async throws {
    let server = ScriptedServer(answering: Self.echo)
    let other = ScriptedServer(answering: { _ in ok("other") })
    defer {
      server.stop()
      other.stop()
    }
    let transport = Self.transport {
      $0.addressOverrides = [
        .init(host: "a.invalid", port: Int(server.port), addresses: ["127.0.0.1"]),
        .init(host: "b.invalid", port: Int(other.port), addresses: ["127.0.0.1"]),
      ]
    }
    func send(_ authority: String) async throws -> HTTPResponse {
      try await transport.send(
        HTTPRequest(.get, "/", scheme: "http", authority: authority), options: TransportOptions())
    }
    let response = try await send("a.invalid:\(server.port)")
    #expect(response.text.contains("|Host: a.invalid:\(server.port)|"))
    #expect(try await send("b.invalid:\(other.port)").text == "other")
    #expect(await clientErrorCode { try await send("a.invalid:\(other.port)") } == .unresolvedHost)
  }

  @Test("Only the configured address family is used", .enabled(if: hasIPv6, "needs the address ::1"))
  func family() async throws {
    let server = ScriptedServer(answering: { _ in ok("four") })
    let six = ScriptedServer(at: .loopback6(port: server.port), answering: { _ in ok("six") })
    defer {
      server.stop()
      six.stop()
    }
    for (family, text) in [(CurlTransport.AddressFamily.ipv4, "four"), (.ipv6, "six"), (.any, "six")] {
      let transport = Self.transport {
        $0.addressFamily = family
        $0.addressOverrides = [
          .init(host: "dual.invalid", port: Int(server.port), addresses: ["::1", "127.0.0.1"])
        ]
      }
      let request = HTTPRequest(.get, "/", scheme: "http", authority: "dual.invalid:\(server.port)")
      // Overrides are used whatever their family, so a restricted family is tested with `localhost`, which is looked up.
      let looked = HTTPRequest(.get, "/", scheme: "http", authority: "localhost:\(server.port)")
      if family == .any {
        #expect(try await transport.send(request, options: TransportOptions()).text == text)
      } else {
        #expect(try await transport.send(looked, options: TransportOptions()).text == text)
      }
    }
  }

  /// True if the machine has the address ::1.
  private static let hasIPv6: Bool = {
    let probe = socket(AF_INET6, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(probe) }
    var address = sockaddr_in6()
    address.sin6_family = sa_family_t(AF_INET6)
    address.sin6_addr = in6addr_loopback
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(probe, $0, socklen_t(MemoryLayout<sockaddr_in6>.size)) == 0
      }
    }
  }()

  @Test(
    "The other address family is tried after the happy eyeballs timeout",
    .enabled(if: hasIPv6, "needs the address ::1"))
  func happyEyeballs() async throws {
    let silent = try SilentListener()
    defer { silent.close() }
    let six = ScriptedServer(at: .loopback6(port: silent.port), answering: { _ in ok("six") })
    defer { six.stop() }
    for timeout in [Duration.milliseconds(60), .milliseconds(300)] {
      let transport = Self.transport {
        $0.happyEyeballsTimeout = timeout
        $0.addressOverrides = [
          .init(host: "dual.invalid", port: Int(silent.port), addresses: ["127.0.0.1", "::1"])
        ]
      }
      let request = HTTPRequest(.get, "/", scheme: "http", authority: "dual.invalid:\(silent.port)")
      let response = try await transport.send(request, options: TransportOptions())
      #expect(response.text == "six")
      let timings = try #require(response.timings)
      #expect(timings.connect >= timeout)
    }
  }

  @Test("An invalid configuration is reported by the first call, and nothing is sent")
  func mistakes() async throws {
    let server = ScriptedServer(answering: Self.echo)
    defer { server.stop() }
    let rows: [(inout CurlTransport.Configuration) -> Void] = [
      { $0.unixSocket = .path("") }, { $0.unixSocket = .path(String(repeating: "x", count: 108)) },
      { $0.unixSocket = .abstract("a\0b") },
      { $0.addressOverrides = [.init(host: "a b", port: 1, addresses: ["127.0.0.1"])] },
      { $0.addressOverrides = [.init(host: "a", port: 0, addresses: ["127.0.0.1"])] },
      { $0.addressOverrides = [.init(host: "a", port: 1, addresses: [])] },
      { $0.addressOverrides = [.init(host: "a", port: 1, addresses: ["b.example"])] },
      { $0.addressOverrides = [.init(host: "a:1", port: 1, addresses: ["127.0.0.1"])] },
      { $0.tls.pinnedKeys = ["sha256//AAAA"] },
      { $0.proxy = .server(.init(host: "", port: 1)) }, { $0.proxy = .server(.init(host: "a/b", port: 1)) },
      { $0.proxy = .server(.init(host: "a", port: 65536)) },
      { $0.proxy = .server(.init(host: "a", port: 1, credentials: .init(username: "a\r\nb", password: ""))) },
      { $0.cookies = .file("") }, { $0.maxConnections = -1 }, { $0.maxConnectionsPerHost = -1 },
      { $0.maxConcurrentStreams = -1 }, { $0.maxResponseHeadBytes = 0 },
      { $0.lowSpeedLimit = .init(bytesPerSecond: -1, for: .seconds(1)) },
    ]
    for change in rows {
      let transport = Self.transport(change)
      do {
        _ = try await transport.send(server.request(), options: TransportOptions())
        Issue.record("expected invalidConfiguration")
      } catch let error as ClientError {
        #expect(error.code == .invalidConfiguration)
        #expect(error.stage == .encode)
      }
    }
    #expect(server.acceptedCount == 0)
  }
}
