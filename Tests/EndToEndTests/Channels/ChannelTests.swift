import ContractTestSupport
import ContractTesting
import Testing

@API
private protocol Gauges: Sendable {
  @WebSocket("/gauges") func gauges() async throws -> Channel<[String: Double], [String: Double]>
  @WebSocket("/keys") func keys() async throws -> Channel<UnsendableKey, String>
}

/// A value whose encoding fails with an error that shows it.
private struct UnsendableKey: Codable {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  var text: String

  func encode(to encoder: any Encoder) throws { throw Failure(description: "cannot encode \(text)") }
}

private struct GaugeService: Gauges {
  func gauges() async throws -> Channel<[String: Double], [String: Double]> {
    Channel { connection in try await connection.socket.send(#"{"depth":"low"}"#) }
  }

  func keys() async throws -> Channel<UnsendableKey, String> { Channel { _ in } }
}

@Suite("Channels", .ownThreads, .timeLimit(.minutes(3)))
struct ChannelTests {
  @Test("Values arrive in order in both directions, and a close ends both ends", arguments: ChatAccess.allCases)
  func values(access: ChatAccess) async throws {
    try await access.with { chat in
      let channel = try await chat.chat(room: "swift", times: 2)
      for number in 0..<100 { try await channel.send(ChatLine(text: "\(number)")) }
      var replies: [ChatReply] = []
      for try await reply in channel {
        replies.append(reply)
        if replies.count == 200 { break }
      }
      #expect(replies == (0..<200).map { ChatReply(room: "swift", text: "\($0 / 2)") })
      try await channel.close()
      #expect(try await channel.receive() == nil)
      await #expect(throws: ClientError.self) { try await channel.send(ChatLine(text: "late")) }
    }
  }

  @Test("Strings are text messages and bytes are binary messages", arguments: ChatAccess.allCases)
  func raw(access: ChatAccess) async throws {
    try await access.with { chat in
      let texts = try await chat.texts()
      try await texts.send("ä\"\n")
      #expect(try await texts.socket.receive() == .text("ä\"\n"))
      // A string may arrive as UTF-8 in a binary message.
      try await texts.socket.send(Array("é".utf8))
      #expect(try await texts.receive() == "é")
      let bytes = try await chat.bytes()
      try await bytes.send([0, 0xFF])
      #expect(try await bytes.socket.receive() == .binary([0, 0xFF]))
    }
  }

  @Test("Many messages of 1 MiB are echoed unchanged", arguments: ChatAccess.allCases)
  func large(access: ChatAccess) async throws {
    try await access.with { chat in
      let channel = try await chat.bytes()
      let message = (0..<(1 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 31) }
      async let sent: Void = { for _ in 0..<20 { try await channel.send(message) } }()
      for _ in 0..<20 { #expect(try await channel.receive() == message) }
      try await sent
      try await channel.close()
    }
  }

  @Test("A declared failure is thrown instead of opening a channel", arguments: ChatAccess.allCases)
  func failure(access: ChatAccess) async throws {
    try await access.with { chat in
      await #expect(throws: ChatError.noRoom(name: "none")) { try await chat.chat(room: "none", times: nil) }
    }
  }

  @Test("A message that does not decode closes the channel with 1007", arguments: ChatAccess.allCases)
  func unreadable(access: ChatAccess) async throws {
    try await access.with { chat in
      for text in ["{\"text\":", "{\"text\":\"\"}"] {
        let channel = try await chat.chat(room: "a", times: nil)
        try await channel.socket.send(text)
        let closure = await closure { try await channel.receive() }
        #expect(closure == WebSocketClosure(.invalidPayload), "\(text)")
      }
    }
  }

  @Test("A client's error about an unencodable message names the operation and the member")
  func messageErrors() async throws {
    let channel = try await GaugesAPI(GaugesRoutes(GaugeService()).inProcess).gauges()
    await #expect {
      try await channel.send(["height": .nan])
    } throws: { error in
      "\(error)".hasPrefix("Gauges.gauges: in a message, `height` cannot be sent: ")
    }
    await #expect {
      _ = try await channel.receive()
    } throws: { error in
      "\(error)".hasPrefix("Gauges.gauges: a message of the WebSocket could not be decoded: `depth` ")
    }
  }

  @Test("A client's error about an unencodable message omits its value")
  func messageSecrets() async throws {
    let channel = try await GaugesAPI(GaugesRoutes(GaugeService()).inProcess).keys()
    await #expect {
      try await channel.send(UnsendableKey(text: "s3cr3t"))
    } throws: { error in
      "\(error)".hasPrefix("Gauges.keys: the message cannot be encoded: Failure") && !"\(error)".contains("s3cr3t")
    }
  }

  @Test("The end of the closure determines the close code", arguments: ChatAccess.allCases)
  func codes(access: ChatAccess) async throws {
    try await access.with { chat in
      let returning = try await chat.end(command: "return")
      #expect(try await returning.receive() == "bye")
      #expect(try await returning.receive() == nil)
      let closing = try await chat.end(command: "closure")
      #expect(
        await closure { try await closing.receive() }
          == WebSocketClosure(WebSocketCloseCode(rawValue: 4001), reason: "over"))
      let failing = try await chat.end(command: "error")
      #expect(await closure { try await failing.receive() } == WebSocketClosure(.internalError))
    }
  }

  @Test(
    "The closure has the request that opened the channel", arguments: [ChatAccess.sockets, .middleware, .inProcess])
  func request(access: ChatAccess) async throws {
    try await access.with { chat in
      let path = try await chat.end(command: "request").receive()
      #expect(path == "/ends/request")
    }
  }

  @Test("A message over the limit ends the channel with 1009", arguments: ChatAccess.allCases)
  func tooBig(access: ChatAccess) async throws {
    var service = ChatService()
    service.options.maxMessageBytes = 10
    try await access.with(service) { chat in
      let channel = try await chat.texts()
      try await channel.send("0123456789")
      #expect(try await channel.receive() == "0123456789")
      try await channel.send("0123456789x")
      #expect(await closure { try await channel.receive() } == WebSocketClosure(.messageTooBig))
    }
  }

  @Test("The closure of a closed channel has time to end and is then cancelled", arguments: ChatAccess.allCases)
  func closed(access: ChatAccess) async throws {
    var service = ChatService()
    service.options.closeTimeout = .milliseconds(20)
    try await access.with(service) { chat in
      let channel = try await chat.end(command: "push")
      if access != .direct && access != .mock { await service.entered.wait() } else { _ = channel.socket }
      try? await channel.close()
      await service.left.wait()
    }
  }

  @Test("A dropped channel ends the closure that reads from it", arguments: ChatAccess.allCases)
  func dropped(access: ChatAccess) async throws {
    let service = ChatService()
    try await access.with(service) { chat in
      do {
        let channel = try await chat.end(command: "read")
        _ = channel.socket
      }
      await service.left.wait()
    }
  }

  @Test("The first supported subprotocol that the client offers is selected")
  func subprotocols() async throws {
    var service = ChatService()
    service.protocols = ["v2", "v1"]
    try await withServer(ChatRoutes(service)) { client in
      for (offered, chosen) in [(["v1", "v2"], "v2"), (["v1", "x"], "v1"), (["x"], nil), ([], nil)]
        as [([String], String?)]
      {
        let chat = ChatAPI(client.webSocketOptions(WebSocketOptions(), protocols: offered))
        let channel = try await chat.chat(room: "a", times: nil)
        #expect(channel.socket.subprotocol == chosen)
        #expect(channel.socket.response.status == .switchingProtocols)
        try await channel.close()
      }
    }
  }

  @Test("A fluent client opens the channel of a contract")
  func fluent() async throws {
    for isInProcess in [false, true] {
      try await withServer(ChatRoutes(ChatService())) { client in
        let client = isInProcess ? ChatRoutes(ChatService()).inProcess : client
        let channel = try await client("rooms/swift").webSocket(sending: ChatLine.self, receiving: ChatReply.self)
        try await channel.send(ChatLine(text: "hi"))
        #expect(try await channel.receive() == ChatReply(room: "swift", text: "hi"))
        try await channel.close()
      }
    }
  }

  @Test("A mock opens a channel with its own closure, and records the call")
  func mock() async throws {
    let mock = ChatMock()
    mock.mockChat { room, _ in
      Channel { connection in try await connection.send(ChatReply(room: room, text: "mocked")) }
    }
    let channel = try await mock.chat(room: "a", times: 3)
    #expect(try await channel.receive() == ChatReply(room: "a", text: "mocked"))
    #expect(mock.chatCalls.map(\.times) == [3])
    let caller = MockCaller()
    caller.on(ChatEndpoints.texts) { _ in Channel { connection in try await connection.send("caller") } }
    let text = try await ChatAPI(caller).texts().receive()
    #expect(text == "caller")
  }
}

/// The closure that the error of `body` names; nil without one.
func closure(_ body: () async throws -> some Any) async -> WebSocketClosure? {
  do {
    _ = try await body()
    return nil
  } catch {
    return (error as? ClientError)?.cause as? WebSocketClosure
  }
}
