import CCurl
import Contract
import ContractHTTP
import ContractTestSupport
import Glibc
import Testing

@testable import ContractClient
@testable import ContractCurl

@Suite("Proxies", .ownThreads, .timeLimit(.minutes(5)))
struct ProxyTests {
  private static func transport(
    _ proxy: CurlTransport.ProxyServer
  ) -> CurlTransport {
    var configuration = CurlTransport.Configuration()
    configuration.proxy = .server(proxy)
    return CurlTransport(configuration)
  }

  private static let credentials = CurlTransport.ProxyCredentials(username: "ann:e", password: "p@ss wörd")
  private static let basic = "Basic YW5uOmU6cEBzcyB3w7ZyZA=="

  private static func echo(_ request: ReceivedRequest) -> String {
    ok(([request.line] + request.fields).joined(separator: "|"))
  }

  @Test("An HTTP proxy receives the whole URL, the headers and its own credentials")
  func plain() async throws {
    let proxy = ScriptedServer(answering: Self.echo)
    defer { proxy.stop() }
    let server = CurlTransport.ProxyServer(host: "127.0.0.1", port: Int(proxy.port), credentials: Self.credentials)
    let request = HTTPRequest(
      .get, "/a%2F?x=1", scheme: "http", authority: "one.example:81", fields: ["Authorization": "Bearer t"])
    let response = try await Self.transport(server).send(request, options: TransportOptions())
    let lines = Set(response.text.split(separator: "|").map(String.init))
    #expect(
      lines == [
        "GET http://one.example:81/a%2F?x=1 HTTP/1.1", "Host: one.example:81", "Proxy-Authorization: \(Self.basic)",
        "Authorization: Bearer t", "Accept-Encoding: gzip, deflate", "Proxy-Connection: Keep-Alive",
      ])
  }

  @Test("A tunnel shows only host and port to the proxy, and no proxy credentials to the server")
  func tunnel() async throws {
    let seen = Lock<[ReceivedRequest]>([])
    let proxy = ScriptedServer { connection in
      guard let tunnel = connection.readHead() else { return }
      connection.send("HTTP/1.1 200 Connection established\r\nX-Tunnel: 1\r\n\r\n")
      guard let request = connection.readRequest() else { return }
      seen.withLock { $0 = [tunnel, request] }
      connection.send(Self.echo(request))
    }
    defer { proxy.stop() }
    var server = CurlTransport.ProxyServer(host: "127.0.0.1", port: Int(proxy.port), credentials: Self.credentials)
    server.tunnelsEverything = true
    let request = HTTPRequest(
      .post, "/x?y", scheme: "http", authority: "one.example", fields: ["Authorization": "Bearer t"], body: .bytes([1]))
    let response = try await Self.transport(server).send(request, options: TransportOptions())
    #expect(!response.fields.contains("X-Tunnel"))
    let (tunnel, inside) = seen.withLock { ($0[0], $0[1]) }
    #expect(tunnel.line == "CONNECT one.example:80 HTTP/1.1")
    #expect(tunnel.field("proxy-authorization") == Self.basic)
    #expect(tunnel.field("authorization") == nil)
    #expect(inside.line == "POST /x?y HTTP/1.1")
    #expect(inside.field("proxy-authorization") == nil)
    #expect(inside.field("authorization") == "Bearer t")
    #expect(inside.content == [1])
  }

  @Test(
    "A tunnel refused by the proxy fails with noConnection, and the error contains no credentials",
    arguments: [407, 503])
  func refused(status: Int) async throws {
    let proxy = ScriptedServer(answering: { _ in "HTTP/1.1 \(status) No\r\nContent-Length: 0\r\n\r\n" })
    defer { proxy.stop() }
    let server = CurlTransport.ProxyServer(host: "127.0.0.1", port: Int(proxy.port), credentials: Self.credentials)
    let request = HTTPRequest(.get, "/", scheme: "https", authority: "one.example")
    do {
      _ = try await Self.transport(server).send(request, options: TransportOptions())
      Issue.record("expected noConnection")
    } catch let error as ClientError {
      #expect(error.code == .noConnection)
      #expect("\(error)".contains("\(status)"))
      #expect(!"\(error)".contains("p@ss"))
    }
  }

  @Test("A call through an unreachable proxy fails with noConnection")
  func nobody() async throws {
    let place = try RefusingPort()
    let server = CurlTransport.ProxyServer(host: "127.0.0.1", port: Int(place.port))
    let request = HTTPRequest(.get, "/", scheme: "http", authority: "one.example")
    let code = await clientErrorCode { try await Self.transport(server).send(request, options: TransportOptions()) }
    #expect(code == .noConnection)
    withExtendedLifetime(place) {}
  }

  @Test("A host excepted from the proxy is reached directly, and every other host through the proxy")
  func exceptions() async throws {
    let proxy = ScriptedServer(answering: { _ in ok("proxy") })
    let direct = ScriptedServer(answering: { _ in ok("direct") })
    defer {
      proxy.stop()
      direct.stop()
    }
    var server = CurlTransport.ProxyServer(host: "127.0.0.1", port: Int(proxy.port))
    let all = try await Self.transport(server).send(direct.request(), options: TransportOptions())
    #expect(all.text == "proxy")
    server.exceptions = ["other.example", "127.0.0.0/8"]
    let some = try await Self.transport(server).send(direct.request(), options: TransportOptions())
    #expect(some.text == "direct")
  }

  /// A SOCKS 5 proxy that requires a name and password, and then acts as the server.
  private static func socks(_ seen: Lock<[[UInt8]]>, asksForPassword: Bool) -> ScriptedServer {
    ScriptedServer { connection in
      guard let greeting = connection.read(2), let methods = connection.read(Int(greeting[1])) else { return }
      connection.send([5, asksForPassword ? 2 : 0])
      var user: [UInt8] = []
      if asksForPassword {
        guard let start = connection.read(2), let name = connection.read(Int(start[1])),
          let length = connection.read(1), let password = connection.read(Int(length[0]))
        else { return }
        user = name + [0x7C] + password
        connection.send([1, 0])
      }
      guard let command = connection.read(4) else { return }
      let host = command[3] == 3 ? connection.read(1).flatMap { connection.read(Int($0[0])) } : connection.read(4)
      guard let host, let port = connection.read(2) else { return }
      seen.withLock { $0 = [methods, user, [command[3]], host, port] }
      connection.send([5, 0, 0, 1, 0, 0, 0, 0, 0, 0])
      while let request = connection.readRequest() { connection.send(echo(request)) }
    }
  }

  @Test("A SOCKS 5 proxy receives the host name and its credentials, and the server receives a plain request")
  func socks() async throws {
    let seen = Lock<[[UInt8]]>([])
    let proxy = Self.socks(seen, asksForPassword: true)
    defer { proxy.stop() }
    let server = CurlTransport.ProxyServer(
      .socks5h, host: "127.0.0.1", port: Int(proxy.port),
      credentials: .init(username: "ann", password: "secret"))
    let request = HTTPRequest(.get, "/a", scheme: "http", authority: "no-such-host.example:8081")
    let response = try await Self.transport(server).send(request, options: TransportOptions())
    #expect(response.text == "GET /a HTTP/1.1|Host: no-such-host.example:8081|Accept-Encoding: gzip, deflate")
    let parts = seen.withLock { $0 }
    #expect(parts[0].contains(2))
    #expect(parts[1] == Array("ann|secret".utf8))
    #expect(parts[2] == [3])
    #expect(parts[3] == Array("no-such-host.example".utf8))
    #expect(parts[4] == [0x1F, 0x91])
  }

  @Test("A SOCKS 5 proxy with local name resolution receives an address")
  func socksLocally() async throws {
    let seen = Lock<[[UInt8]]>([])
    let proxy = Self.socks(seen, asksForPassword: false)
    defer { proxy.stop() }
    let server = CurlTransport.ProxyServer(.socks5, host: "127.0.0.1", port: Int(proxy.port))
    let request = HTTPRequest(.get, "/a", scheme: "http", authority: "127.0.0.9:8081")
    _ = try await Self.transport(server).send(request, options: TransportOptions())
    #expect(seen.withLock { Array($0[2...]) } == [[1], [127, 0, 0, 9], [0x1F, 0x91]])
  }

  @Test("The environment's proxy is the default, and the configuration overrides it")
  func environment() async {
    await #expect(processExitsWith: .success) {
      let named = ScriptedServer(answering: { _ in ok("environment") })
      let chosen = ScriptedServer(answering: { _ in ok("chosen") })
      let direct = ScriptedServer(answering: { _ in ok("direct") })
      defer { for server in [named, chosen, direct] { server.stop() } }
      setenv("http_proxy", "http://ann:secret@127.0.0.1:\(named.port)", 1)
      // The environment of the tests may exclude hosts from the proxy.
      for name in ["no_proxy", "NO_PROXY"] { unsetenv(name) }
      var configuration = CurlTransport.Configuration()
      configuration.addressOverrides = [
        .init(host: "one.example", port: Int(direct.port), addresses: ["127.0.0.1"])
      ]
      let request = HTTPRequest(.get, "/", scheme: "http", authority: "one.example:\(direct.port)")
      let rows: [(CurlTransport.Proxy, String)] = [
        (.environment, "environment"), (.none, "direct"),
        (.server(.init(host: "127.0.0.1", port: Int(chosen.port))), "chosen"),
      ]
      for (proxy, text) in rows {
        configuration.proxy = proxy
        let response = try await CurlTransport(configuration).send(request, options: TransportOptions())
        precondition(response.text == text, "\(proxy): \(response.text)")
      }
      setenv("no_proxy", "*", 1)
      configuration.proxy = .environment
      let spared = try await CurlTransport(configuration).send(request, options: TransportOptions())
      precondition(spared.text == "direct")
      configuration.proxy = .server(.init(host: "127.0.0.1", port: Int(chosen.port)))
      let proxied = try await CurlTransport(configuration).send(request, options: TransportOptions())
      precondition(proxied.text == "chosen", "no_proxy applies only to proxies of the environment")
    }
  }

  @Test("An error detail from libcurl that contains credentials is replaced")
  func words() {
    let replaced: [(code: CURLcode, detail: String)] = [
      (CURLE_COULDNT_RESOLVE_PROXY, "Unsupported proxy syntax in 'http://user:pa#ss@proxy:3128': Bad port number"),
      (CURLE_COULDNT_RESOLVE_PROXY, "Could not resolve proxy: user"),
      (CURLE_NOT_BUILT_IN, "Unsupported proxy 'https://pa', libcurl is built without the HTTPS-proxy support."),
      (CURLE_URL_MALFORMAT, "no host in http://user:pass@/"),
    ]
    for (code, detail) in replaced {
      let text = TransferFailure(code, detail: detail, isConnected: false).text
      #expect(text != detail)
      #expect(!text.isEmpty && !text.contains("user") && !text.contains("pa"), "\(text)")
    }
    let kept: [(code: CURLcode, detail: String)] = [
      (CURLE_COULDNT_RESOLVE_HOST, "Could not resolve host: my-proxy.example"),
      (CURLE_COULDNT_CONNECT, "Failed to connect to a.example port 80 after 2 ms: Connection refused"),
    ]
    for (code, detail) in kept {
      #expect(TransferFailure(code, detail: detail, isConnected: false).text == detail)
    }
  }

  @Test("An error about a malformed proxy variable does not contain the value of the variable")
  func malformedEnvironment() async {
    await #expect(processExitsWith: .success) {
      // The environment of the tests may exclude hosts from the proxy.
      for name in ["no_proxy", "NO_PROXY"] { unsetenv(name) }
      let request = HTTPRequest(.get, "/", scheme: "http", authority: "one.example")
      for proxy in ["http://ann:s3cr#et@proxy.example:3128", "ann:s3c/ret@proxy.example:3128", "s3c/ret@proxy:1"] {
        setenv("http_proxy", proxy, 1)
        do {
          _ = try await CurlTransport().send(request, options: TransportOptions())
          preconditionFailure("there is no such proxy")
        } catch let error as ClientError {
          precondition(error.code == .unresolvedHost, "\(error)")
          for part in ["ann", "s3c", "ret"] { precondition(!"\(error)".contains(part), "\(error)") }
        }
      }
    }
  }

  @Test("No description of a configuration shows a password")
  func descriptions() {
    var configuration = CurlTransport.Configuration()
    configuration.proxy = .server(.init(host: "p", port: 1, credentials: .init(username: "ann", password: "s3cret")))
    configuration.tls.clientCertificate = .pkcs12(.bytes([1]), password: "s3cret")
    var dumped = ""
    dump(configuration, to: &dumped)
    for text in ["\(configuration)", String(reflecting: configuration), dumped] {
      #expect(!text.contains("s3cret"))
      #expect(text.contains("redacted"))
    }
  }
}
