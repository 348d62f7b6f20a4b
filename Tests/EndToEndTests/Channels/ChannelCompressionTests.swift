import ContractTestSupport
import ContractTesting
import Testing

@Suite("Compressed channels", .ownThreads, .timeLimit(.minutes(3)))
struct ChannelCompressionTests {
  private static func options(_ base: WebSocketOptions, takeover: Bool, bits: Int = 15) -> WebSocketOptions {
    var options = base
    options.compression = WebSocketCompression()
    options.compression?.contextTakeover = takeover
    options.compression?.maxWindowBits = bits
    return options
  }

  @Test(
    "Messages of all sizes from several tasks arrive unchanged",
    arguments: [false, true], [false, true])
  func messages(server: Bool, client: Bool) async throws {
    var service = ChatService()
    service.options = Self.options(.serving, takeover: server, bits: server ? 10 : 15)
    try await withServer(ChatRoutes(service)) { plain in
      let options = Self.options(WebSocketOptions(), takeover: client)
      let channel = try await ChatAPI(plain.webSocketOptions(options)).texts()
      let accepted = channel.socket.response.fields["Sec-WebSocket-Extensions"]?.rawValue ?? ""
      #expect(accepted.contains("permessage-deflate"))
      #expect(accepted.contains("client_no_context_takeover") == !(client && server))
      for size in [0, 1, 255, 256, 5_000, 1_000_000] {
        let text = String(repeating: "abc ", count: size / 4 + 1)
        for _ in 0..<3 {
          try await channel.send(text)
          #expect(try await channel.receive() == text)
        }
      }
      let texts = (0..<100).map { number in String(repeating: "\(number) ", count: 300) }
      async let sent: Void = withThrowingTaskGroup(of: Void.self) { group in
        for text in texts { group.addTask { try await channel.send(text) } }
        try await group.waitForAll()
      }
      var received: Set<String> = []
      for _ in texts { received.insert(try await channel.receive() ?? "") }
      try await sent
      #expect(received == Set(texts))
      try await channel.close()
    }
  }

  @Test("Messages are not compressed if only one end allows it")
  func disagreement() async throws {
    for serverAllows in [true, false] {
      var service = ChatService()
      if serverAllows { service.options = Self.options(.serving, takeover: true) }
      try await withServer(ChatRoutes(service)) { plain in
        let options = serverAllows ? WebSocketOptions() : Self.options(WebSocketOptions(), takeover: true)
        let channel = try await ChatAPI(plain.webSocketOptions(options)).texts()
        #expect(channel.socket.response.fields["Sec-WebSocket-Extensions"] == nil)
        try await channel.send(String(repeating: "a", count: 1000))
        #expect(try await channel.receive() == String(repeating: "a", count: 1000))
      }
    }
  }

  @Test("A message that decompresses beyond the limit ends only its own channel, with 1009")
  func bomb() async throws {
    var service = ChatService()
    service.options = Self.options(.serving, takeover: false)
    service.options.maxMessageBytes = 10_000
    try await withServer(ChatRoutes(service)) { plain in
      let api = ChatAPI(plain.webSocketOptions(Self.options(WebSocketOptions(), takeover: false)))
      let (bystander, channel) = (try await api.texts(), try await api.texts())
      try await channel.send(String(repeating: "a", count: 10_001))
      do {
        _ = try await channel.receive()
        Issue.record("a message of 10,001 bytes was received")
      } catch let error as ClientError {
        #expect(error.code == .webSocketClosed)
        #expect((error.cause as? WebSocketClosure)?.code == .messageTooBig)
      }
      try await bystander.send(String(repeating: "b", count: 10_000))
      #expect(try await bystander.receive() == String(repeating: "b", count: 10_000))
    }
  }

  private static let offer = "Sec-WebSocket-Extensions: permessage-deflate"
  private static let hello: [UInt8] = [0xc1, 0x87, 0, 0, 0, 0, 0xf2, 0x48, 0xcd, 0xc9, 0xc9, 0x07, 0x00]

  @Test("A raw client exchanges the messages of RFC 7692 §7.2.3 with a server")
  func vectors() async throws {
    var service = ChatService()
    service.options = Self.options(.serving, takeover: true)
    service.options.compression?.minMessageBytes = 0
    let server = Server(port: 0, threads: 1) { ChatRoutes(service) }
    let port = try await server.start().port
    let connection = try ChannelEndTests.opened(port, fields: [Self.offer])
    try connection.write(Self.hello + [0xc1, 0x85, 0, 0, 0, 0, 0xf2, 0x00, 0x11, 0x00, 0x00])
    #expect(connection.read(count: 9) == [0xc1, 0x07, 0xf2, 0x48, 0xcd, 0xc9, 0xc9, 0x07, 0x00])
    #expect(connection.read(count: 7) == [0xc1, 0x05, 0xf2, 0x00, 0x11, 0x00, 0x00])
    // A compressed continuation, and a corrupt message.
    for (frames, code) in [
      ([0x41, 0x80, 0, 0, 0, 0, 0xc0, 0x80, 0, 0, 0, 0], 1002), ([0xc1, 0x81, 0, 0, 0, 0, 0xff], 1007),
    ] as [([UInt8], Int)] {
      let other = try ChannelEndTests.opened(port, fields: [Self.offer])
      try other.write(frames)
      #expect(other.read(count: 4) == [0x88, 0x02, UInt8(code >> 8), UInt8(code & 0xFF)])
    }
    // Compression that was not offered, or whose offer was declined.
    for fields in [[], [Self.offer + "; unknown"]] {
      let other = try ChannelEndTests.opened(port, fields: fields)
      try other.write(Self.hello)
      #expect(other.read(count: 4) == [0x88, 0x02, 0x03, 0xEA])
    }
    await server.stop(drain: .zero)
  }
}
