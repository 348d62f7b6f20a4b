import Contract
import ContractClient
import ContractHTTP
import ContractTesting
import Testing

@Suite("TLS", .timeLimit(.minutes(5)), .enabled(if: TLSFixture.isAvailable, "needs openssl and python3"))
struct TLSTests {
  init() async throws {
    try await TLSFixture.prepare()
  }

  private static func plain(_ requests: EventCounter = EventCounter()) -> ScriptedServer {
    ScriptedServer(answering: { request in
      requests.add()
      return ok(([request.line] + request.fields).joined(separator: "|"))
    })
  }

  private static func trusting(
    _ change: (inout CurlTransport.Configuration) throws -> Void = { _ in }
  ) throws -> CurlTransport {
    var configuration = CurlTransport.Configuration()
    configuration.tls.authorities = .file(try TLSFixture.path("ca.pem"))
    try change(&configuration)
    return CurlTransport(configuration)
  }

  private static func get(
    _ transport: CurlTransport, _ authority: String, _ method: HTTPMethod = .get
  ) async throws -> HTTPResponse {
    try await transport.send(
      HTTPRequest(method, "/a", scheme: "https", authority: authority), options: TransportOptions(timeout: .seconds(20))
    )
  }

  @Test("A certificate is accepted if its authority is trusted from a file or from memory")
  func trusted() async throws {
    let server = Self.plain()
    defer { server.stop() }
    try await TLSFixture.with("good", [], server) { port in
      let sources: [CurlTransport.CertificateAuthorities] = [
        .file(try TLSFixture.path("ca.pem")), .pem(try TLSFixture.bytes("ca.pem")),
      ]
      for authorities in sources {
        let transport = try Self.trusting { $0.tls.authorities = authorities }
        let response = try await Self.get(transport, "127.0.0.1:\(port)")
        #expect(response.text.hasPrefix("GET /a HTTP/1.1|Host: 127.0.0.1:\(port)"))
        let timings = try #require(response.timings)
        #expect(timings.tls > timings.connect && timings.tls < timings.firstByte)
        #expect(try await Self.get(transport, "127.0.0.1:\(port)").timings?.reusedConnection == true)
      }
    }
  }

  @Test(
    "An invalid certificate is refused before anything is sent",
    arguments: ["wrong-host", "expired", "untrusted", "self-signed"])
  func refused(certificate: String) async throws {
    let requests = EventCounter()
    let server = Self.plain(requests)
    defer { server.stop() }
    try await TLSFixture.with(certificate, [], server) { port in
      for transport in [try Self.trusting(), CurlTransport()] {
        do {
          _ = try await Self.get(transport, "127.0.0.1:\(port)")
          Issue.record("expected the certificate to be refused")
        } catch let error as ClientError {
          #expect(error.code == .tls && error.stage == .connect, "\(error)")
        }
      }
    }
    #expect(requests.count == 0)
  }

  /// The behavior of a server instead of its part of the handshake.
  static let brokenHandshakes: [Fault] = [
    Fault("silence", [.hang], .error(.timeout)),
    Fault("reset", [.reset], .error(.noConnection)),
    Fault("close", [.close], .error(.noConnection)),
    Fault("end", [.closeWriting], .error(.noConnection)),
    Fault("garbage", [.send(String(repeating: "\u{1}\u{7F}\u{0}zz", count: 200)), .closeWriting], .error(.tls)),
    Fault("alert", [.send([0x15, 3, 3, 0, 2, 2, 0x28]), .closeWriting], .error(.tls)),
    Fault("clear-text", [.send("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n"), .hang], .error(.tls)),
  ]

  @Test(
    "A failed TLS handshake is an error of the connect stage, and the next call succeeds",
    arguments: brokenHandshakes)
  func handshake(fault: Fault) async throws {
    let misbehaving = try MisbehavingServer([], greeting: fault)
    defer { misbehaving.stop() }
    let server = Self.plain()
    defer { server.stop() }
    try await TLSFixture.with("good", [], server) { port in
      let transport = try Self.trusting()
      let options = TransportOptions(timeout: fault.name == "silence" ? .milliseconds(300) : .seconds(60))
      for (method, body) in [(HTTPMethod.get, HTTPBody.empty), (.post, .bytes([1, 2]))] {
        let request = HTTPRequest(method, "/", scheme: "https", authority: "127.0.0.1:\(misbehaving.port)", body: body)
        let error = await #expect(throws: ClientError.self) { try await transport.send(request, options: options) }
        #expect((error?.code).map(Fault.Outcome.error) == fault.outcome, "\(error.map { "\($0)" } ?? "")")
        #expect(error?.stage == .connect)
        #expect(try await Self.get(transport, "127.0.0.1:\(port)").status == .ok)
      }
    }
  }

  @Test("Configured authorities replace the system's and may include the server's own certificate")
  func authorities() async throws {
    let server = Self.plain()
    defer { server.stop() }
    try await TLSFixture.with("good", [], server) { port in
      let other = try Self.trusting { $0.tls.authorities = .file(try TLSFixture.path("other-ca.pem")) }
      #expect(await clientErrorCode { try await Self.get(other, "127.0.0.1:\(port)") } == .tls)
      let missing = try Self.trusting { $0.tls.authorities = .file("/nonexistent.pem") }
      let error = await #expect(throws: ClientError.self) { try await Self.get(missing, "127.0.0.1:\(port)") }
      #expect(error?.code == .invalidConfiguration && error?.stage == .encode)
      #expect(error?.message.contains("/nonexistent.pem") == true)
      for bytes in [[], Array("no certificate".utf8)] {
        let broken = try Self.trusting { $0.tls.authorities = .pem(bytes) }
        #expect(await clientErrorCode { try await Self.get(broken, "127.0.0.1:\(port)") } == .invalidConfiguration)
      }
    }
    try await TLSFixture.with("self-signed", [], server) { port in
      let transport = try Self.trusting { $0.tls.authorities = .file(try TLSFixture.path("self-signed.pem")) }
      #expect(try await Self.get(transport, "127.0.0.1:\(port)").status == .ok)
    }
  }

  @Test("The certificate is checked against the request's host, even with an address override")
  func hostName() async throws {
    let requests = EventCounter()
    let server = Self.plain(requests)
    defer { server.stop() }
    try await TLSFixture.with("good", [], server) { port in
      let transport = try Self.trusting { configuration in
        configuration.addressOverrides = ["secure.example", "insecure.example"].map {
          .init(host: $0, port: Int(port), addresses: ["127.0.0.1"])
        }
      }
      #expect(try await Self.get(transport, "secure.example:\(port)").text.contains("|Host: secure.example:\(port)|"))
      #expect(await clientErrorCode { try await Self.get(transport, "insecure.example:\(port)") } == .tls)
    }
    #expect(requests.count == 1)
  }

  @Test("A pinned key is required in addition to a valid certificate")
  func pinning() async throws {
    let server = Self.plain()
    defer { server.stop() }
    let (good, other) = (try TLSFixture.text("good.pin"), try TLSFixture.text("untrusted.pin"))
    try await TLSFixture.with("good", [], server) { port in
      for (pins, isAccepted) in [
        (pins: [good], isAccepted: true), (pins: [other, good], isAccepted: true), (pins: [other], isAccepted: false),
      ] {
        let transport = try Self.trusting { $0.tls.pinnedKeys = pins }
        let code = await clientErrorCode { try await Self.get(transport, "127.0.0.1:\(port)") }
        #expect(code == (isAccepted ? nil : .tls))
      }
    }
    try await TLSFixture.with("untrusted", [], server) { port in
      let transport = try Self.trusting { $0.tls.pinnedKeys = [other] }
      #expect(await clientErrorCode { try await Self.get(transport, "127.0.0.1:\(port)") } == .tls)
    }
  }

  @Test("A client certificate is accepted in every format, and a call without a required certificate is refused")
  func clientCertificate() async throws {
    typealias Certificate = CurlTransport.ClientCertificate
    let server = Self.plain()
    defer { server.stop() }
    try await TLSFixture.with("good", ["--client-ca", try TLSFixture.path("ca.pem")], server) { port in
      let (certificate, key) = (try TLSFixture.path("client.pem"), try TLSFixture.path("client.key"))
      let locked = try TLSFixture.path("client-locked.key")
      let both = try TLSFixture.bytes("client.pem") + TLSFixture.bytes("client.key")
      let rows: [(Certificate?, ClientError.Code?)] = [
        (.pem(.file(certificate), key: .file(key)), nil),
        (.pem(.bytes(try TLSFixture.bytes("client.pem")), key: .bytes(try TLSFixture.bytes("client.key"))), nil),
        (.pem(.bytes(both)), nil),
        (.pem(.file(certificate), key: .file(locked), password: "opensesame"), nil),
        (.pem(.file(certificate), key: .file(locked), password: "wrong"), .invalidConfiguration),
        (.pem(.file(certificate), key: .file(locked)), .invalidConfiguration),
        (.pem(.bytes(both), key: .bytes(try TLSFixture.bytes("client-locked.key"))), .invalidConfiguration),
        (.pkcs12(.file(try TLSFixture.path("client.p12")), password: "opensesame"), nil),
        (.pkcs12(.bytes(try TLSFixture.bytes("client.p12")), password: "opensesame"), nil),
        (.pkcs12(.bytes(try TLSFixture.bytes("client.p12")), password: "wrong"), .invalidConfiguration),
        (.pem(.file("/nonexistent.pem")), .invalidConfiguration),
        (.pem(.file(try TLSFixture.path("stranger.pem")), key: .file(try TLSFixture.path("stranger.key"))), .tls),
        (nil, .tls),
      ]
      for ((certificate, code), method) in rows.flatMap({ row in [HTTPMethod.get, .post].map { (row, $0) } }) {
        let transport = try Self.trusting { $0.tls.clientCertificate = certificate }
        do {
          _ = try await Self.get(transport, "127.0.0.1:\(port)", method)
          #expect(code == nil)
        } catch let error as ClientError {
          #expect(error.code == code, "\(error)")
          #expect(!"\(error)".contains("opensesame"))
        }
      }
    }
  }

  @Test("A TLS version below the configured minimum is refused")
  func version() async throws {
    let server = Self.plain()
    defer { server.stop() }
    try await TLSFixture.with("good", ["--tls12"], server) { port in
      #expect(try await Self.get(try Self.trusting(), "127.0.0.1:\(port)").status == .ok)
      let strict = try Self.trusting { $0.tls.minimumVersion = .tls13 }
      #expect(await clientErrorCode { try await Self.get(strict, "127.0.0.1:\(port)") } == .tls)
    }
  }

  @Test("The certificate of a TLS proxy is verified")
  func proxy() async throws {
    let server = Self.plain()
    defer { server.stop() }
    for (certificate, isAccepted) in [
      (certificate: "good", isAccepted: true), (certificate: "wrong-host", isAccepted: false),
      (certificate: "untrusted", isAccepted: false),
    ] {
      try await TLSFixture.with(certificate, [], server) { port in
        for authorities in [
          CurlTransport.CertificateAuthorities.file(try TLSFixture.path("ca.pem")),
          .pem(try TLSFixture.bytes("ca.pem")),
        ] {
          let transport = try Self.trusting {
            $0.tls.authorities = authorities
            $0.proxy = .server(.init(.https, host: "127.0.0.1", port: Int(port)))
          }
          let request = HTTPRequest(.get, "/x", scheme: "http", authority: "one.example")
          if isAccepted {
            let response = try await transport.send(request, options: TransportOptions())
            #expect(response.text.hasPrefix("GET http://one.example/x HTTP/1.1|"))
          } else {
            #expect(await clientErrorCode { try await transport.send(request, options: TransportOptions()) } == .tls)
          }
        }
      }
    }
  }

  @Test("HTTP/2 is used if the server negotiates it, with many calls on one connection")
  func multiplexing() async throws {
    let server = ScriptedServer { connection in
      guard let session = HTTP2Session(connection) else { return }
      // The server responds only after all requests have arrived, so only calls that share the connection get a response.
      var streams: [UInt32] = []
      while streams.count < 20, let request = session.nextRequest() { streams.append(request.stream) }
      for stream in streams.reversed() { session.answer(stream, [0x78]) }
      while let request = session.nextRequest() { session.answer(request.stream, [0x79]) }
    }
    defer { server.stop() }
    try await TLSFixture.with("good", ["--alpn", "h2"], server) { port in
      let transport = try Self.trusting()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<20 {
          group.addTask {
            let response = try await Self.get(transport, "127.0.0.1:\(port)")
            #expect(response.text == "x")
            #expect(response.httpVersion == .http2)
          }
        }
        try await group.waitForAll()
      }
      #expect(try await Self.get(transport, "127.0.0.1:\(port)").text == "y")
    }
    #expect(server.acceptedCount == 1)
  }

  @Test("HTTP/1.1 is used for every server if configured")
  func http1() async throws {
    let server = Self.plain()
    defer { server.stop() }
    try await TLSFixture.with("good", ["--alpn", "h2"], server) { port in
      let response = try await Self.get(try Self.trusting { $0.httpVersion = .http1 }, "127.0.0.1:\(port)")
      #expect(response.httpVersion == .http11)
      #expect(response.text.hasPrefix("GET /a HTTP/1.1|"))
    }
  }

  @Test("A redirect from https to http is refused, and a redirect to https is followed")
  func downgrade() async throws {
    let requests = EventCounter()
    let plain = Self.plain(requests)
    let redirecting = ScriptedServer(answering: { request in
      "HTTP/1.1 302 Found\r\nLocation: \(request.target.dropFirst())\r\nContent-Length: 0\r\n\r\n"
    })
    defer {
      plain.stop()
      redirecting.stop()
    }
    try await TLSFixture.with("good", [], redirecting) { port in
      let transport = try Self.trusting()
      let down = HTTPRequest(
        .get, "/http://127.0.0.1:\(plain.port)/", scheme: "https", authority: "127.0.0.1:\(port)")
      #expect(await clientErrorCode { try await transport.send(down, options: TransportOptions()) } == .redirectRefused)
      #expect(requests.count == 0)
    }
    try await TLSFixture.with("good", [], plain) { port in
      let up = redirecting.request(.get, "/https://127.0.0.1:\(port)/up")
      let response = try await Self.trusting().send(up, options: TransportOptions())
      #expect(response.text.hasPrefix("GET /up HTTP/1.1|"))
    }
  }
}
