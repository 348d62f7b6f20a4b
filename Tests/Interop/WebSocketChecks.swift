import ContractClient

/// Calls `websocket_server.py`, whose WebSockets are an independent implementation.
struct WebSocketChecks {
  private let client: APIClient
  private(set) var mistakes: [String] = []
  private(set) var count = 0

  /// - Parameter authorities: the file of the one authority that counts, for wss.
  init(url: String, authorities: String?) {
    var configuration = CurlTransport.Configuration()
    if let authorities { configuration.tls.authorities = .file(authorities) }
    client = APIClient(baseURL: url, transport: CurlTransport(configuration)).timeout(.seconds(20))
  }

  private mutating func expect<Value: Equatable>(_ what: String, _ found: Value, _ wanted: Value) {
    count += 1
    if found != wanted { mistakes.append("\(what): expected \(wanted), got \(found)") }
  }

  private mutating func expect(_ what: String, _ isTrue: Bool) {
    count += 1
    if !isTrue { mistakes.append("\(what): expected true, got false") }
  }

  mutating func run() async throws {
    try await echo("echo")
    try await echo("fragments")
    try await values()
    try await opening()
    try await pings()
    try await limits()
    try await ends()
    try await compressed()
    try await many()
  }

  private mutating func echo(_ path: String) async throws {
    let socket = try await client("\(path)").webSocket()
    for size in [1, 125, 126, 65_535, 65_536, 1 << 20] {
      let text = String((0..<(size / 4)).map { ["a", "ä", "€", "x"][$0 % 4] })
      let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 13) }
      for message in [WebSocketMessage.text(text + "."), .binary(bytes)] {
        try await socket.send(message)
        let answer = try await socket.receive()
        expect("\(path) of \(size) bytes is the same", answer == message)
      }
    }
    try await socket.close(WebSocketCloseCode(rawValue: 4100), reason: "fertig ✓")
    expect("\(path) ends", try await socket.receive(), nil)
    expect("\(path) was closed with our code", try await seen(path), "4100")
  }

  /// Returns the end of the first connection of a path, as the server saw it.
  private func seen(_ path: String) async throws -> String? {
    guard case .text(let text)? = try await client("seen/\(path)").webSocket().receive() else { return nil }
    return text
  }

  private struct Line: Codable, Equatable {
    var text: String
    var number: Int
  }

  private mutating func values() async throws {
    let channel = try await client("echo").webSocket(sending: Line.self, receiving: Line.self)
    for number in 0..<100 { try await channel.send(Line(text: "ä\"\n", number: number)) }
    var numbers: [Int] = []
    for try await line in channel {
      numbers.append(line.number)
      if numbers.count == 100 { break }
    }
    expect("values come back in order", numbers, Array(0..<100))
    try await channel.close()
  }

  private mutating func opening() async throws {
    let socket = try await client("fields").query("a", "b c").header("X-Team", "blue").auth(.bearer("t"))
      .webSocket(protocols: ["chat.v1", "other"])
    expect("the common subprotocol is selected", socket.subprotocol, "chat.v1")
    guard case .text(let text)? = try await socket.receive() else { throw Missing(what: "fields") }
    for line in ["X-Team: blue", "Authorization: Bearer t", "Sec-WebSocket-Version: 13"] {
      expect(line, text.split(separator: "\n").map(String.init).contains(line))
    }
    try await socket.close()
    do {
      _ = try await client("forbidden").webSocket()
      throw Missing(what: "refusal")
    } catch let error as ClientError {
      expect("a refusal has its status", error.response?.status, .forbidden)
      expect("a refusal has its body", error.response?.text, "not you\n")
    }
  }

  private mutating func pings() async throws {
    let socket = try await client("pings").webSocket()
    expect("each Ping gets a Pong", try await socket.receive(), .text("all"))
    try await socket.close()
    var options = WebSocketOptions()
    options.pingInterval = .milliseconds(20)
    options.pongTimeout = .seconds(5)
    let asking = try await client("echo").webSocket(options: options)
    try await Task.sleep(for: .milliseconds(200))
    try await asking.send("alive")
    expect("a silent server that replies to Pings stays connected", try await asking.receive(), .text("alive"))
    try await asking.close()
  }

  private mutating func limits() async throws {
    let socket = try await client("big").webSocket()
    try await socket.send("2000000")
    expect("an overlong message is refused", try await code { try await socket.receive() }, .responseTooLarge)
    var options = WebSocketOptions()
    options.maxMessageBytes = 4 << 20
    let wider = try await client("big").webSocket(options: options)
    try await wider.send("2000000")
    expect(
      "and taken with a higher limit", try await wider.receive(), .binary([UInt8](repeating: 0x78, count: 2_000_000)))
    try await wider.close()
  }

  private mutating func compressed() async throws {
    for (takeover, bits) in [
      (takeover: false, bits: 15), (takeover: true, bits: 15), (takeover: true, bits: 9), (takeover: false, bits: 12),
    ] {
      var options = WebSocketOptions()
      options.maxMessageBytes = 4 << 20
      options.compression = WebSocketCompression()
      options.compression?.contextTakeover = takeover
      options.compression?.maxWindowBits = bits
      let what = "takeover \(takeover), window \(bits)"
      let extensions = try await client("extensions").webSocket(options: options).receive()
      expect("\(what): accepted", "\(extensions as Any)".contains("PerMessageDeflate"))
      for path in ["echo", "fragments"] {
        let socket = try await client(path).webSocket(options: options)
        for size in [1, 255, 256, 257, 65_536, 1 << 20] {
          let text = String((0..<size).map { ["a", "ä", "€", "x"][$0 % 4] })
          for message in [WebSocketMessage.text(text), .text(text), .binary(Array(text.utf8))] {
            try await socket.send(message)
            expect("\(what): \(path) of \(size) bytes", try await socket.receive() == message)
          }
        }
        try await socket.close()
      }
      let big = try await client("big").webSocket(options: options)
      try await big.send("5000000")
      expect("\(what): a bomb", try await code { try await big.receive() }, .responseTooLarge)
    }
  }

  private mutating func ends() async throws {
    for code in [1000, 1001] as [UInt16] {
      expect("\(code) ends", try await client("close/\(code)").webSocket().receive(), nil)
    }
    for code in [1011, 4321] as [UInt16] {
      let socket = try await client("close/\(code)").webSocket()
      do {
        _ = try await socket.receive()
        throw Missing(what: "error of \(code)")
      } catch let error as ClientError {
        expect(
          "\(code) is an error", error.cause as? WebSocketClosure,
          WebSocketClosure(WebSocketCloseCode(rawValue: code), reason: "as asked"))
      }
    }
    let socket = try await client("abort").webSocket()
    try await socket.send("now")
    expect("a reset is a lost connection", try await code { try await socket.receive() }, .lostConnection)
  }

  private mutating func many() async throws {
    let client = client
    let count = try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<50 {
        group.addTask {
          let socket = try await client("echo").webSocket()
          for round in 0..<20 {
            try await socket.send("\(number).\(round)")
            guard try await socket.receive() == .text("\(number).\(round)") else { return 0 }
          }
          try await socket.close()
          return 1
        }
      }
      return try await group.reduce(0, +)
    }
    expect("sockets at once", count, 50)
  }

  private func code(_ body: () async throws -> some Any) async throws -> ClientError.Code? {
    do {
      _ = try await body()
      return nil
    } catch let error as ClientError {
      return error.code
    }
  }

  private struct Missing: Error {
    let what: String
  }
}

extension HTTPResponse {
  fileprivate var text: String? {
    if case .bytes(let bytes) = body { String(decoding: bytes, as: UTF8.self) } else { nil }
  }
}
