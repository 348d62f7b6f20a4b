#if TLS
  import Contract
  import ContractHTTP
  import ContractLoop
  import Testing

  @testable import ContractServer
  @testable import ContractSockets

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  @Suite("TLS server", .serialized)
  struct TLSServerTests {
    private let made = Certificates()

    private func curl(_ port: Int, _ path: String, _ options: String = "") -> Ran {
      run("curl -sS --max-time 20 --cacert '\(made.file("ca.pem"))' \(options) 'https://localhost:\(port)\(path)'")
    }

    /// The report of `openssl s_client` on a handshake, with an optional request after it.
    private func client(_ port: Int, _ options: String = "", send text: String = "Q") -> Ran {
      run(
        "printf '\(text)\\n' | timeout 20 openssl s_client -connect 127.0.0.1:\(port) -CAfile '\(made.file("ca.pem"))' "
          + "\(options)")
    }

    @Test("curl is served in both TLS versions and receives close_notify")
    func answers() async throws {
      try await withServer(made.server, threads: 2) { _, port in
        for version in ["--tlsv1.2 --tls-max 1.2", "--tlsv1.3"] {
          let ran = curl(port, "/", version + " -w ' %{http_code} %{ssl_verify_result}'")
          #expect(ran.status == 0 && ran.output.hasPrefix("from 127.0.0.1:"), "\(ran.output)")
          #expect(ran.output.hasSuffix(" 200 0"))
        }
        let two = curl(port, "/who", "'https://localhost:\(port)/who' -w '%{num_connects} '")
        #expect(two.output == "nobody1 nobody0 ", "the second request goes over the same connection")
        let closed = client(
          port, "-ign_eof -msg", send: "GET /who HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r")
        #expect(closed.output.contains("nobody"))
        #expect(closed.output.contains("<<< TLS 1.3, Alert [length 0002], warning close_notify"), "\(closed.output)")
      }
    }

    @Test("A body larger than records and buffers is transferred in both directions")
    func large() async throws {
      try await withServer(made.server) { _, port in
        let big = run(
          "curl -sS --max-time 30 --cacert '\(made.file("ca.pem"))' --limit-rate 3M "
            + "'https://localhost:\(port)/big' | cksum")
        #expect(big.output == run("yes 0123456789abcdef 2>/dev/null | head -n 262144 | tr -d '\\n' | cksum").output)
        let sum = run(
          "head -c 5000000 /dev/urandom > '\(made.file("data"))'; cksum < '\(made.file("data"))'")
        let echoed = run(
          "curl -sS --max-time 30 --cacert '\(made.file("ca.pem"))' -H 'Expect:' --data-binary @'\(made.file("data"))' "
            + "'https://localhost:\(port)/echo' | cksum")
        #expect(echoed.output == sum.output)
      }
    }

    @Test("A response is complete even if the kernel accepts a few bytes at a time", arguments: [1, 97])
    func shortTransfers(_ maxBytes: Int) async throws {
      var router = Router()
      router.on(.get, "/") { _ in .text(String(repeating: "x", count: maxBytes * 1000)) }
      let responder = try Server(port: 0, router: router).pipeline()
      let options = SocketServer.Options([.tcp(port: 0).secured(by: made.server)])
      let server = try SocketServer(options, responder: responder, kernel: ShortKernel(maxBytes: maxBytes))
      let ran = curl(Int(try #require(server.address.port)), "/")
      #expect(ran.output == String(repeating: "x", count: maxBytes * 1000))
      await server.stop(deadline: .zero)
    }

    @Test("TLS 1.2 and 1.3 are accepted, and older versions refused")
    func versions() async throws {
      try await withServer(made.server) { _, port in
        #expect(client(port, "-tls1_2").output.contains("Protocol  : TLSv1.2"))
        #expect(client(port, "-tls1_3").output.contains("New, TLSv1.3"))
        for old in ["-tls1_1", "-tls1"] {
          let ran = client(port, "\(old) -cipher DEFAULT@SECLEVEL=0")
          #expect(ran.output.contains("alert protocol version"), "\(ran.output)")
        }
        let weak = client(port, "-tls1_2 -cipher AES128-SHA:AES128-GCM-SHA256@SECLEVEL=0")
        #expect(weak.output.contains("alert handshake failure"), "\(weak.output)")
      }
      var newest = made.server
      newest.minimumVersion = .v13
      try await withServer(newest) { _, port in
        #expect(client(port, "-tls1_2").output.contains("alert protocol version"))
      }
    }

    @Test("A session resumes by ticket until the certificates are reloaded")
    func resumption() async throws {
      try await withServer(made.server) { server, port in
        let file = made.file("session")
        for version in ["-tls1_2", "-tls1_3"] {
          let request = "GET /who HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r"
          let first = client(port, "\(version) -ign_eof -sess_out '\(file)'", send: request)
          #expect(first.output.contains("New, TLSv1"), "\(first.output)")
          let again = client(port, "\(version) -ign_eof -sess_in '\(file)'", send: request)
          #expect(again.output.contains("Reused, TLSv1") && again.output.contains("nobody"), "\(again.output)")
          try server.reloadCertificates()
          let renewed = client(port, "\(version) -ign_eof -sess_in '\(file)'", send: request)
          #expect(renewed.output.contains("New, TLSv1") && renewed.output.contains("nobody"), "\(renewed.output)")
        }
      }
    }

    @Test("ALPN negotiates only http/1.1")
    func alpn() async throws {
      try await withServer(made.server) { _, port in
        #expect(client(port, "-alpn h2,http/1.1").output.contains("ALPN protocol: http/1.1"))
        #expect(client(port, "-alpn http/1.1").output.contains("ALPN protocol: http/1.1"))
        #expect(client(port).output.contains("No ALPN negotiated"))
        for other in ["h2", "http/1.0,h2", "http/1.10"] {
          #expect(client(port, "-alpn \(other)").output.contains("alert no application protocol"), "\(other)")
        }
      }
    }

    @Test("The certificate is selected by server name")
    func serverNames() async throws {
      made.issue("api", "/CN=api", names: "DNS:api.example,DNS:API.example.org")
      made.issue("wild", "/CN=wild", names: "DNS:*.wild.example")
      made.issue("given", "/CN=given", names: "DNS:unused.example")
      let tls = ServerTLS([
        .init(chain: made.file("server.pem"), key: made.file("server.key")),
        .init(chain: made.file("api.pem"), key: made.file("api.key")),
        .init(chain: made.file("wild.pem"), key: made.file("wild.key")),
        .init(chain: made.file("given.pem"), key: made.file("given.key"), hosts: ["Given.Example"]),
      ])
      try await withServer(tls) { _, port in
        for (host, subject) in [
          ("localhost", "first"), ("api.example", "api"), ("api.example.org", "api"), ("API.EXAMPLE", "api"),
          ("a.wild.example", "wild"), ("a.b.wild.example", "first"), ("wild.example", "first"),
          ("given.example", "given"), ("unused.example", "first"), ("unknown.example", "first"),
        ] {
          let ran = client(port, "-servername \(host)")
          #expect(ran.output.contains("subject=CN = \(subject)\n"), "\(host)")
        }
        #expect(client(port, "-noservername").output.contains("subject=CN = first\n"))
      }
    }

    @Test("A client certificate is verified and visible to handlers")
    func clientCertificates() async throws {
      let names = "DNS:client.example,email:a@example.org,URI:spiffe://example/billing"
      made.issue("client", "/O=Example/CN=bill\\,ing", names: names, usage: "clientAuth")
      made.authority("other", "/CN=Another authority")
      made.issue("stranger", "/CN=stranger", names: "DNS:a", by: "other", usage: "clientAuth")
      made.issue("wrong", "/CN=wrong", names: "DNS:a", usage: "serverAuth")
      func with(_ name: String) -> String { "--cert '\(made.file("\(name).pem"))' --key '\(made.file("\(name).key"))'" }
      let digest = run("openssl x509 -in '\(made.file("client.pem"))' -noout -fingerprint -sha256").output
        .split(separator: "=").last.map { $0.filter { $0.isHexDigit }.lowercased() }
      let told =
        #"CN=bill\,ing,O=Example ["client.example", "a@example.org", "spiffe://example/billing"] \#(digest ?? "")"#
      var tls = made.server
      tls.clients = .optional(authorities: made.file("ca.pem"))
      try await withServer(tls) { _, port in
        for version in ["--tlsv1.2 --tls-max 1.2", "--tlsv1.3"] {
          #expect(curl(port, "/who", version).output == "nobody")
          #expect(curl(port, "/who", "\(version) \(with("client"))").output == told)
          #expect(curl(port, "/who", "\(version) \(with("stranger"))").status != 0)
          #expect(curl(port, "/who", "\(version) \(with("wrong"))").status != 0)
        }
      }
      tls.clients = .required(authorities: made.file("ca.pem"))
      try await withServer(tls) { _, port in
        #expect(curl(port, "/who", with("client")).output == told)
        #expect(curl(port, "/who").status != 0)
        #expect(curl(port, "/who", with("stranger")).status != 0)
        // With TLS 1.3 the refusal follows the handshake, so the client must wait for it.
        #expect(client(port, "-ign_eof").output.contains("alert certificate required"))
      }
    }

    @Test("Reloading certificates replaces all or none and keeps connections")
    func reload() async throws {
      made.issue("next", "/CN=second", names: "DNS:localhost")
      try await withServer(made.server) { server, port in
        let subject = { [self] in client(port).output.contains("subject=CN = first\n") ? "first" : "second" }
        #expect(subject() == "first")
        made.rename("next.key", "server.key")
        let error = #expect(throws: ServerError.self) { try server.reloadCertificates() }
        #expect(error?.code == .invalidCertificate)
        #expect(
          error?.description
            == "the private key \(made.file("server.key")) is not the key of \(made.file("server.pem"))")
        #expect(subject() == "first")
        made.rename("next.pem", "server.pem")
        try server.reloadCertificates()
        #expect(subject() == "second")
      }
    }

    @Test("SIGHUP reloads the certificates, and invalid certificates are not used")
    func hangUp() async throws {
      made.issue("next", "/CN=second", names: "DNS:localhost")
      var router = Router()
      router.on(.get, "/") { _ in .text("here") }
      let server = Server(listening: [.tcp(port: 0).secured(by: made.server)], threads: 1, router: router)
      let (started, continuation) = AsyncStream<Int>.makeStream()
      let running = Task { try await server.run { continuation.yield($0.port) } }
      var iterator = started.makeAsyncIterator()
      let port = try #require(await iterator.next())
      func becomes(_ subject: String) async -> Bool {
        for _ in 0..<100 {
          if client(port).output.contains("subject=CN = \(subject)\n") { return true }
          await Task.yield()
        }
        return false
      }
      #expect(await becomes("first"))
      made.write("no certificate", to: "server.pem")
      kill(getpid(), SIGHUP)
      for _ in 0..<5 { #expect(await becomes("first")) }
      made.rename("next.pem", "server.pem")
      made.rename("next.key", "server.key")
      kill(getpid(), SIGHUP)
      #expect(await becomes("second"))
      running.cancel()
      try await running.value
    }

    @Test("A certificate error names the file and reason but not its content")
    func errors() throws {
      made.write("secret words", to: "text")
      made.authority("lone", "/CN=lone")
      _ = run(
        "openssl ec -in '\(made.file("server.key"))' -aes128 -passout pass:secret -out '\(made.file("locked.key"))'")
      let good = made.file("server.pem")
      let key = made.file("server.key")
      let table: [(ServerTLS, String)] = [
        (ServerTLS([]), "TLS has no certificate; add at least one"),
        (ServerTLS(chain: "/no", key: key), "the certificate /no cannot be used: there is no such file"),
        (ServerTLS(chain: "/dev/null/no", key: key), "the certificate /dev/null/no cannot be used: Not a directory"),
        (
          ServerTLS(chain: made.file("text"), key: key),
          "the certificate \(made.file("text")) cannot be used (no start line)"
        ),
        (ServerTLS(chain: good, key: "/no"), "the private key /no cannot be used: there is no such file"),
        (ServerTLS(chain: good, key: made.file("text")), "the private key \(made.file("text")) cannot be used ("),
        (
          ServerTLS(chain: good, key: made.file("locked.key")),
          "the private key \(made.file("locked.key")) cannot be used ("
        ),
        (
          ServerTLS(chain: good, key: made.file("lone.key")),
          "the private key \(made.file("lone.key")) is not the key of \(good)"
        ),
        (
          ServerTLS(chain: good, key: key, clients: .required(authorities: made.file("text"))),
          "the list of authorities \(made.file("text")) cannot be used ("
        ),
      ]
      for (tls, text) in table {
        let place = BindAddress.tcp(port: 0).secured(by: tls)
        let error = #expect(throws: ServerError.self, "\(text)") { try ListenerSettings(place) }
        #expect(error?.code == .invalidCertificate)
        #expect(error?.description.hasPrefix(text) == true, "\(error?.description ?? "")")
        #expect(error?.description.contains("secret") == false)
      }
    }

    @Test("A handshake that exceeds its timeout is closed")
    func handshakeTimeout() async throws {
      var timeouts = ServerTimeouts()
      timeouts.handshake = .milliseconds(200)
      try await withServer(made.server, timeouts: timeouts) { _, port in
        let ran = run(
          "exec 3<>/dev/tcp/127.0.0.1/\(port); printf '\\x16\\x03\\x01' >&3; timeout 20 cat <&3; echo $?".inBash)
        #expect(ran.output == "0\n", "closed by the server")
        #expect(curl(port, "/who").output == "nobody")
      }
    }

    @Test("A client that does not speak TLS is disconnected")
    func plain() async throws {
      try await withServer(made.server) { _, port in
        let ran = run("curl -sS --max-time 20 'http://127.0.0.1:\(port)/'")
        #expect(ran.status == 52 || ran.status == 56, "\(ran.output)")
        #expect(curl(port, "/who").output == "nobody")
      }
    }

    @Test("TLS starts after the PROXY header")
    func proxy() async throws {
      try await withServer(made.server, proxyProtocol: .from(["127.0.0.0/8"])) { _, port in
        let ran = curl(port, "/", "--haproxy-protocol")
        #expect(ran.output.hasPrefix("from 127.0.0.1:"), "\(ran.output)")
        #expect(curl(port, "/").status != 0, "a connection without a PROXY header is refused")
      }
    }
  }

  /// The real kernel, which moves few bytes at once and is interrupted every third time.
  struct ShortKernel: Kernel {
    private let real = SystemKernel()
    private let calls = Lock(0)
    let maxBytes: Int

    init(maxBytes: Int) { self.maxBytes = maxBytes }

    private var isInterrupted: Bool {
      calls.withLock { calls in
        calls += 1
        return calls % 3 == 0
      }
    }

    func rawReceive(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
      if isInterrupted { return -Int(EINTR) }
      return real.rawReceive(descriptor, into: UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(maxBytes)))
    }

    func rawSend(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
      if isInterrupted { return -Int(EINTR) }
      return real.rawSend(descriptor, UnsafeRawBufferPointer(rebasing: bytes.prefix(maxBytes)))
    }

    func rawSend(_ descriptor: Int32, _ parts: UnsafeBufferPointer<iovec>) -> Int { -Int(EINVAL) }

    func rawAccept(_ descriptor: Int32, _ peer: UnsafeMutablePointer<sockaddr_storage>) -> Int {
      real.rawAccept(descriptor, peer)
    }
  }

  extension String {
    /// The command in bash, which knows /dev/tcp.
    fileprivate var inBash: String { "bash -c \"\(replacing("$", with: "\\$"))\"" }

    private func replacing(_ text: Character, with other: String) -> String {
      reduce(into: "") { $0 += $1 == text ? other : String($1) }
    }
  }
#endif
