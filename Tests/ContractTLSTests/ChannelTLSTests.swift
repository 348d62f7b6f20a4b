#if TLS
  import Contract
  import ContractClient
  import ContractHTTP
  import ContractServer
  import ContractSockets
  import Testing

  @Suite("Channels over TLS", .timeLimit(.minutes(3)))
  struct ChannelTLSTests {
    private static func options(_ base: WebSocketOptions, compressed: Bool) -> WebSocketOptions {
      var options = base
      options.maxMessageBytes = 4 << 20
      if compressed { options.compression = WebSocketCompression() }
      return options
    }

    private static func server(_ certificates: Certificates, compressed: Bool) -> Server {
      Server(listening: [.tcp(port: 0).secured(by: certificates.server)], threads: 1) {
        Route(Endpoint<Empty, Channel<[UInt8], [UInt8]>>(.get, "/echo")) { _ in
          Channel(options: options(.serving, compressed: compressed)) { connection in
            for try await bytes in connection { try await connection.send(bytes) }
          }
        }
      }
    }

    private static func client(_ address: ListeningAddress, _ certificates: Certificates) -> APIClient {
      var configuration = CurlTransport.Configuration()
      configuration.tls.authorities = .file(certificates.file("ca.pem"))
      return APIClient(baseURL: address.url, transport: CurlTransport(configuration)).timeout(.seconds(20))
    }

    @Test(
      "Messages of all sizes arrive both ways, compressed or not, and a close ends both ends", arguments: [false, true])
    func messages(compressed: Bool) async throws {
      let certificates = Certificates()
      let server = Self.server(certificates, compressed: compressed)
      let client = Self.client(try await server.start(), certificates)
      let socket = try await client("echo").webSocket(options: Self.options(WebSocketOptions(), compressed: compressed))
      #expect((socket.response.fields["Sec-WebSocket-Extensions"] != nil) == compressed)
      // A TLS record holds up to 16 KiB, and a buffer 64 KiB.
      for size in [0, 1, 125, 16_384, 16_385, 65_536, 2_000_000] {
        let message = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
        try await socket.send(message)
        #expect(try await socket.receive() == .binary(message), "\(size)")
      }
      try await socket.close()
      #expect(try await socket.receive() == nil)
      await server.stop(drain: .zero)
    }

    @Test("A draining server closes channels with 1001")
    func drain() async throws {
      let certificates = Certificates()
      let server = Self.server(certificates, compressed: false)
      let client = Self.client(try await server.start(), certificates)
      let socket = try await client("echo").webSocket()
      try await socket.send([1])
      #expect(try await socket.receive() == .binary([1]))
      async let stopped: Void = server.stop(drain: .seconds(20))
      // 1001 is a normal end; a lost connection would throw.
      #expect(try await socket.receive() == nil)
      await stopped
    }
  }
#endif
