#if TLS
  import ContractTestSupport
  import Testing

  @testable import ContractServer
  @testable import ContractSockets

  @Suite("Client certificates over TLS", .ownThreads)
  struct ClientCertificateTLSTests {
    private let made = Certificates()

    /// The report of `openssl s_client` on a request with the certificate `name`.
    private func who(_ port: Int, as name: String, _ options: String) -> String {
      run(
        "printf 'GET /who HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n' | timeout 20 openssl s_client "
          + "-connect 127.0.0.1:\(port) -CAfile '\(made.file("ca.pem"))' -ign_eof -cert '\(made.file("\(name).pem"))' "
          + "-key '\(made.file("\(name).key"))' \(options)"
      ).output
    }

    @Test("A session is resumed only until its client certificate expires", arguments: ["-tls1_2", "-tls1_3"])
    func expiry(version: String) async throws {
      var tls = made.server
      tls.clients = .required(authorities: made.file("ca.pem"))
      try await withServer(tls) { _, port in
        let session = made.file("session")
        func resume() -> String { who(port, as: "brief", "\(version) -sess_in '\(session)'") }
        // A slow machine may need longer than the first certificates are valid.
        let resumed = [3, 10, 30].lazy.map { seconds in
          made.issue("brief", "/CN=brief", seconds: seconds)
          let first = who(port, as: "brief", "\(version) -sess_out '\(session)'")
          return first.contains("New, TLSv1") && first.contains("CN=brief []") ? resume() : first
        }.first { $0.contains("Reused, TLSv1") }
        #expect(resumed?.contains("CN=brief []") == true)
        let start = ContinuousClock.now
        var last = resume()
        while last.contains("Reused, TLSv1"), ContinuousClock.now - start < .seconds(60) { last = resume() }
        #expect(last.contains("alert certificate expired") && !last.contains("CN=brief []"), "\(last)")
      }
    }

    @Test("An intermediate authority admits the clients that it has signed, but not the clients of its issuer")
    func intermediate() async throws {
      made.issue("middle", "/CN=middle", names: "DNS:a", usage: "clientAuth", isAuthority: true)
      made.issue("inner", "/CN=inner", names: "DNS:a", by: "middle", usage: "clientAuth")
      made.issue("outer", "/CN=outer", names: "DNS:a", usage: "clientAuth")
      var tls = made.server
      tls.clients = .required(authorities: made.file("middle.pem"))
      try await withServer(tls) { _, port in
        for version in ["-tls1_2", "-tls1_3"] {
          let accepted = who(port, as: "inner", version)
          #expect(accepted.contains(#"CN=inner ["a"]"#), "\(accepted)")
          #expect(who(port, as: "outer", version).contains("alert unknown ca"))
        }
      }
    }
  }
#endif
