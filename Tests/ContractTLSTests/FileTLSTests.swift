#if TLS
  import Contract
  import ContractServer
  import ContractSockets
  import ContractTestSupport
  import Testing

  @Suite("Files over TLS", .ownThreads, .serialized)
  struct FileTLSTests {
    /// The kernel must not pass a file around the encryption.
    @Test("A file over TLS is complete, and curl can resume its download", arguments: ["1.2", "1.3"])
    func files(version: String) async throws {
      let certificates = Certificates()
      _ = run("head -c 3000000 /dev/urandom > '\(certificates.file("long.bin"))'")
      let server = Server(listening: [.tcp(port: 0).secured(by: certificates.server)], threads: 1) {
        StaticFiles(certificates.folder)
      }
      let address = try await server.start()
      let (file, copy) = (certificates.file("long.bin"), certificates.file("copy"))
      let curl = "curl -sS --tls-max \(version) --cacert '\(certificates.file("ca.pem"))' -o '\(copy)'"
      #expect(run("\(curl) \(address.url)/long.bin && cmp '\(copy)' '\(file)'").status == 0)
      #expect(
        run("head -c 1234567 '\(file)' > '\(copy)'; \(curl) -C - \(address.url)/long.bin && cmp '\(copy)' '\(file)'")
          .status == 0)
      await server.stop(drain: .zero)
    }
  }
#endif
