import ContractServer
import FoundationEssentials

/// Channels with each kind of message and of end, for generated clients.
@API
protocol Rooms: Sendable {
  /// Enters a room.
  @WebSocket("/rooms/:room")
  func enter(room: String, name: String?) async throws -> Channel<Said, Heard>

  /// Returns each text as bytes.
  @WebSocket("/bytes")
  func bytes() async throws -> Channel<String, [UInt8]>

  /// Returns the sum of the bytes of each message.
  @WebSocket("/sums")
  func sums() async throws -> Channel<[UInt8], String>

  @WebSocket("/secured") @Security(.bearer)
  func secured() async throws -> Channel<String, String>
}

/// What a client sends.
@Schema @Tagged("type") enum Said: Sendable {
  case text(text: String, at: Date)
  /// Asks for messages with the numbers from 1.
  case count(to: Int)
  /// Asks for a close with this code.
  case leave(code: Int, reason: String)
  /// Asks for messages that the document does not have.
  case nonsense
}

/// What a client receives.
@Schema @Tagged("type") enum Heard: Sendable {
  case text(text: String, by: String, at: Date)
  case number(Number)
}

@Schema struct Number: Sendable { var value: Int }

struct RoomService: Rooms {
  func enter(room: String, name: String?) throws -> Channel<Said, Heard> {
    Channel(protocols: ["rooms.v2", "rooms.v1"]) { connection in
      for try await said in connection {
        switch said {
        case .text(let text, let at):
          try await connection.send(.text(text: "\(room): \(text)", by: name ?? "nobody", at: at))
        case .count(let end):
          // The first number does not fit a double.
          try await connection.send(.number(Number(value: .max)))
          for value in stride(from: 1, through: end, by: 1) {
            try await connection.send(.number(Number(value: value)))
          }
        case .leave(let code, let reason):
          throw WebSocketClosure(WebSocketCloseCode(rawValue: UInt16(clamping: code)), reason: reason)
        case .nonsense:
          try await connection.socket.send("nonsense")
          try await connection.send(.number(Number(value: 1)))
        }
      }
    }
  }

  func bytes() -> Channel<String, [UInt8]> {
    Channel { connection in
      for try await text in connection { try await connection.send(Array(text.utf8)) }
    }
  }

  func sums() -> Channel<[UInt8], String> {
    Channel { connection in
      for try await bytes in connection { try await connection.send("\(bytes.reduce(0) { $0 + Int($1) })") }
    }
  }

  func secured() -> Channel<String, String> {
    Channel { connection in try await connection.send("admitted") }
  }
}
