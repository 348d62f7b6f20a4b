import Contract
import ContractOpenAPI
import ContractServer

/// A contract with channels, for all tests that read documents.
@API protocol Rooms: Sendable {
  @WebSocket("/rooms/:room") func enter(room: String, name: String) async throws -> Channel<RoomLine, RoomEvent>
  @WebSocket("/echo") func echo() async throws -> Channel<String, [UInt8]>
}

@Schema struct RoomLine: Sendable { @Validate(.length(1...20)) var text: String }
@Schema @Tagged("type") enum RoomEvent: Sendable { case said(RoomLine), left }

struct RoomsService: Rooms {
  func enter(room: String, name: String) async throws -> Channel<RoomLine, RoomEvent> {
    Channel { connection in
      for try await line in connection {
        if line.text == "out" { throw WebSocketClosure(.policyViolation, reason: "out\nof here") }
        try await connection.send(line.text == "bye" ? .left : .said(RoomLine(text: "\(name): \(line.text)")))
        if line.text == "bye" { return }
      }
    }
  }

  func echo() async throws -> Channel<String, [UInt8]> {
    Channel { connection in
      for try await text in connection { try await connection.send(Array(text.utf8)) }
    }
  }

  /// The document of the contract.
  static func document(_ version: OpenAPIVersion = .v31) throws -> OpenAPIDocument {
    try OpenAPIDocument(parsing: OpenAPI(title: "Rooms", version: "1", RoomsEndpoints.all).json(version))
  }
}
