import ContractTestSupport
import ContractTesting
import Testing

@Schema struct ChatLine: Sendable, Hashable {
  @Validate(.length(1...)) var text: String
}

@Schema struct ChatReply: Sendable, Hashable {
  var room: String
  var text: String
}

@APIError enum ChatError: Equatable {
  @Status(404) case noRoom(name: String)
}

@API @Mock protocol Chat: Sendable {
  /// Repeats the lines with the name of the room.
  @WebSocket("/rooms/:room") @Throws(ChatError.self)
  func chat(room: String, times: Int?) async throws -> Channel<ChatLine, ChatReply>

  /// Repeats strings.
  @WebSocket("/texts")
  func texts() async throws -> Channel<String, String>

  /// Repeats bytes.
  @WebSocket("/bytes")
  func bytes() async throws -> Channel<[UInt8], [UInt8]>

  /// Executes the command.
  @WebSocket("/ends/:command")
  func end(command: String) async throws -> Channel<String, String>
}

struct ChatService: Chat {
  var options = WebSocketOptions.serving
  var protocols: [String] = []
  /// The size of a message that the buffers of a connection cannot hold.
  static let longBytes = 32 << 20
  /// Gates that open when the closure of `end` begins, and when it has returned.
  var (entered, left) = (Gate(), Gate())

  func chat(room: String, times: Int?) async throws -> Channel<ChatLine, ChatReply> {
    if room == "none" { throw ChatError.noRoom(name: room) }
    return Channel(options: options, protocols: protocols) { connection in
      for try await line in connection {
        for _ in 0..<(times ?? 1) { try await connection.send(ChatReply(room: room, text: line.text)) }
      }
    }
  }

  func texts() async throws -> Channel<String, String> {
    Channel(options: options) { connection in
      for try await text in connection { try await connection.send(text) }
    }
  }

  func bytes() async throws -> Channel<[UInt8], [UInt8]> {
    Channel(options: options) { connection in
      for try await bytes in connection { try await connection.send(bytes) }
    }
  }

  func end(command: String) async throws -> Channel<String, String> {
    Channel(options: options) { connection in
      entered.open()
      defer { left.open() }
      switch command {
      case "return": try await connection.send("bye")
      case "closure": throw WebSocketClosure(WebSocketCloseCode(rawValue: 4001), reason: "over")
      case "error": throw ChatError.noRoom(name: "x")
      case "request": try await connection.send(ServerRequest.current?.head.path ?? "none")
      case "long": try await connection.send(String(repeating: "x", count: Self.longBytes))
      case "flood": while true { try await connection.send(String(repeating: "x", count: 100_000)) }
      case "push": while true { try await Task.sleep(for: .seconds(60)) }
      default: while try await connection.receive() != nil {}
      }
    }
  }
}

/// The ways to reach a service. The messages do not depend on the way.
enum ChatAccess: String, CaseIterable, CustomTestStringConvertible {
  case sockets, middleware, inProcess, direct, mock

  var testDescription: String { rawValue }

  func with(_ service: ChatService = ChatService(), _ body: (any Chat) async throws -> Void) async throws {
    switch self {
    case .sockets: try await withServer(ChatRoutes(service)) { try await body(ChatAPI($0)) }
    case .middleware:
      let server = Server(port: 0, threads: 1, middleware: [RequestID()]) { ChatRoutes(service) }
      try await withServer(server) { try await body(ChatAPI($0)) }
    case .inProcess: try await body(ChatAPI(ChatRoutes(service).inProcess))
    case .direct: try await body(service)
    case .mock: try await body(ChatMock(policy: .passThrough(to: service)))
    }
  }
}
