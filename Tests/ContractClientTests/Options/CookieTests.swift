import Contract
import ContractClient
import ContractHTTP
import ContractLoop
import Glibc
import Testing

@Suite("Cookies", .timeLimit(.minutes(5)))
struct CookieTests {
  /// Sets the cookies in the query, and responds with the received cookies.
  private static func server() -> ScriptedServer {
    ScriptedServer(answering: { request in
      let parts = request.target.split(separator: "?", maxSplits: 1)
      let line = parts.count == 2 ? "Set-Cookie: \(parts[1].replacing("%20", with: " "))\r\n" : ""
      let cookies = request.fields.filter { $0.lowercased().hasPrefix("cookie:") }
      return ok(cookies.joined(separator: "|"), line)
    })
  }

  private static func transport(_ cookies: CurlTransport.Cookies) -> CurlTransport {
    var configuration = CurlTransport.Configuration()
    configuration.cookies = cookies
    return CurlTransport(configuration)
  }

  private static func text(
    _ transport: CurlTransport, _ server: ScriptedServer, _ target: String = "/", _ fields: HTTPFields = [:]
  ) async throws -> String {
    try await transport.send(server.request(.get, target, fields: fields), options: TransportOptions()).text
  }

  @Test("Cookies are ignored unless they are enabled")
  func off() async throws {
    let server = Self.server()
    defer { server.stop() }
    let transport = Self.transport(.off)
    #expect(try await Self.text(transport, server, "/?a=1") == "")
    #expect(try await Self.text(transport, server) == "")
    #expect(transport.storedCookies.isEmpty)
    #expect(!transport.store(StoredCookie("a", "1", domain: "127.0.0.1")))
  }

  @Test("A cookie is returned to its origin in one header, before the request's own cookies")
  func memory() async throws {
    let server = Self.server()
    defer { server.stop() }
    let transport = Self.transport(.memory)
    #expect(try await Self.text(transport, server, "/?a=1") == "")
    #expect(try await Self.text(transport, server) == "Cookie: a=1")
    #expect(try await Self.text(transport, server, "/", ["Cookie": "own=2"]) == "Cookie: a=1; own=2")
    // The request's own cookies are not stored.
    #expect(try await Self.text(transport, server) == "Cookie: a=1")
    #expect(try await Self.text(transport, server, "/?a=;%20Max-Age=0") == "Cookie: a=1")
    #expect(try await Self.text(transport, server) == "")
  }

  @Test("Cookies are shared by calls from loops and from other threads")
  func shared() async throws {
    let server = Self.server()
    defer { server.stop() }
    let transport = Self.transport(.memory)
    _ = try await Self.text(transport, server, "/?a=1")
    let onLoop = try await ContractLoop.run { try await Self.text(transport, server, "/?b=2") }
    #expect(onLoop == "Cookie: a=1")
    let together = try await Self.text(transport, server)
    #expect(Set(together.dropFirst(8).split(separator: "; ")) == ["a=1", "b=2"])
  }

  @Test("A cookie is sent only to its host and path, and only over TLS if secure")
  func scope() async throws {
    let server = Self.server()
    defer { server.stop() }
    var configuration = CurlTransport.Configuration()
    configuration.cookies = .memory
    configuration.addressOverrides = [.init(host: "a.invalid", port: Int(server.port), addresses: ["127.0.0.1"])]
    let transport = CurlTransport(configuration)
    _ = try await Self.text(transport, server, "/deep/x?p=1")
    // The secure cookie belongs to `a.invalid`, because libcurl sends secure cookies to `127.0.0.1` even without TLS.
    transport.store(StoredCookie("s", "1", domain: "a.invalid", isSecure: true))
    transport.store(StoredCookie("o", "1", domain: "other.example"))
    #expect(try await Self.text(transport, server, "/deep/y") == "Cookie: p=1")
    #expect(try await Self.text(transport, server, "/else") == "")
    let other = HTTPRequest(.get, "/deep/y", scheme: "http", authority: "a.invalid:\(server.port)")
    #expect(try await transport.send(other, options: TransportOptions()).text == "")
    transport.store(StoredCookie("t", "1", domain: "a.invalid"))
    #expect(try await transport.send(other, options: TransportOptions()).text == "Cookie: t=1")
  }

  @Test("A cookie set by a redirect is sent to its target")
  func redirect() async throws {
    let server = ScriptedServer(answering: { request in
      request.target == "/login"
        ? "HTTP/1.1 302 Found\r\nSet-Cookie: sid=7; Path=/\r\nLocation: /home\r\nContent-Length: 0\r\n\r\n"
        : ok(request.field("cookie") ?? "")
    })
    defer { server.stop() }
    #expect(try await Self.text(Self.transport(.memory), server, "/login") == "sid=7")
  }

  @Test("Cookies can be listed, stored and removed, and descriptions do not show their values")
  func list() async throws {
    let server = Self.server()
    defer { server.stop() }
    let transport = Self.transport(.memory)
    _ = try await Self.text(transport, server, "/a/b?a=s3cret;%20HttpOnly;%20Path=/a")
    let cookie = StoredCookie("b", "2", domain: "example.com", includesSubdomains: true, expiry: 4_000_000_000)
    #expect(transport.store(cookie))
    let stored = transport.storedCookies.sorted { $0.name < $1.name }
    #expect(
      stored == [StoredCookie("a", "s3cret", domain: "127.0.0.1", path: "/a", isHTTPOnly: true), cookie])
    #expect(!"\(stored) \(String(reflecting: stored))".contains("s3cret"))
    for bad in [
      StoredCookie("", "1", domain: "a"), StoredCookie("a", "1\t2", domain: "a"), StoredCookie("a", "1", domain: ""),
      StoredCookie("a", "1", domain: "a", path: "x"), StoredCookie("a", "1;2", domain: "a"),
      StoredCookie("a", "1\r\n", domain: "a"),
    ] {
      #expect(!transport.store(bad))
    }
    transport.removeCookies()
    #expect(transport.storedCookies.isEmpty)
    #expect(try await Self.text(transport, server, "/a") == "")
  }

  @Test("Storing a cookie that expired in 1970 or before removes the stored one", arguments: [1, 0, -1, Int.min])
  func expired(expiry: Int) async throws {
    let server = Self.server()
    defer { server.stop() }
    let transport = Self.transport(.memory)
    transport.store(StoredCookie("a", "1", domain: "127.0.0.1"))
    transport.store(StoredCookie("b", "1", domain: "127.0.0.1"))
    #expect(transport.store(StoredCookie("a", "2", domain: "127.0.0.1", expiry: expiry)))
    #expect(try await Self.text(transport, server) == "Cookie: b=1")
  }

  @Test("Storing a cookie that libcurl drops returns false, and leaves the stored one")
  func dropped() {
    let transport = Self.transport(.memory)
    let rows: [(cookie: StoredCookie, isStored: Bool)] = [
      (StoredCookie("__Host-a", "1", domain: "a.example"), false),
      (StoredCookie("__Host-a", "1", domain: "a.example", includesSubdomains: true, isSecure: true), false),
      (StoredCookie("__Host-a", "1", domain: "a.example", path: "/x", isSecure: true), false),
      (StoredCookie("__Host-a", "1", domain: "a.example", isSecure: true), true),
      (StoredCookie("__Secure-a", "1", domain: "a.example"), false),
      (StoredCookie("__Secure-a", "1", domain: "a.example", isSecure: true), true),
      (StoredCookie("b", "1", domain: "A.Example", path: "/x/"), true),
      (StoredCookie("b", "2", domain: "a.example", path: "/x/"), true),
      (StoredCookie("c", "", domain: "a.example", includesSubdomains: true), true),
      (StoredCookie("__Host-a", "1", domain: "a.example", expiry: 1), false),
      (StoredCookie("__Host-a", "1", domain: "a.example", isSecure: true, expiry: 1), true),
      (StoredCookie("unknown", "1", domain: "a.example", expiry: 1), true),
    ]
    for row in rows { #expect(transport.store(row.cookie) == row.isStored, "\(row)") }
    #expect(transport.storedCookies.map(\.name).sorted() == ["__Secure-a", "b", "c"])
  }

  @Test("Cookies persist in a file that only its owner can read")
  func file() async throws {
    let server = Self.server()
    defer { server.stop() }
    let path = "/tmp/contract-cookies-\(getpid())-\(UInt32.random(in: 0 ... .max))"
    defer { unlink(path) }
    do {
      let transport = Self.transport(.file(path))
      _ = try await Self.text(transport, server, "/?a=1;%20Max-Age=3600")
      #expect(transport.saveCookies())
    }
    var status = stat()
    #expect(stat(path, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
    do {
      let transport = Self.transport(.file(path))
      #expect(try await Self.text(transport, server, "/?b=2;%20Max-Age=3600") == "Cookie: a=1")
    }
    // The last transport writes the file when it is released, on whichever thread releases it.
    var names: Set<String> = []
    for _ in 0..<200 where names != ["a", "b"] {
      names = Set(Self.transport(.file(path)).storedCookies.map(\.name))
      if names != ["a", "b"] { try await Task.sleep(for: .milliseconds(10)) }
    }
    #expect(names == ["a", "b"])
    #expect(!Self.transport(.file("/nonexistent/cookies")).saveCookies())
  }

  @Test("A cookie file that is a named pipe or a folder fails the first call, without waiting")
  func otherKinds() async throws {
    let server = Self.server()
    defer { server.stop() }
    let path = "/tmp/contract-cookies-\(getpid())-\(UInt32.random(in: 0 ... .max))"
    defer { unlink(path) }
    #expect(mkfifo(path, 0o600) == 0)
    for path in [path, "/tmp"] {
      let transport = Self.transport(.file(path))
      let error = await #expect(throws: ClientError.self) { try await Self.text(transport, server) }
      #expect(error?.code == .invalidConfiguration)
    }
  }
}
