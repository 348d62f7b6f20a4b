import ContractClient
import Testing

@Suite("Kept connections that die", .timeLimit(.minutes(1)))
struct DeadConnectionTests {
  /// libcurl counts the requests that it moves from a dead connection to another one, for all transfers of a handle.
  @Test("A call replaces a dead connection, no matter how many earlier calls did")
  func manyMoves() async throws {
    try await ScriptedServer.with({ connection in
      guard connection.readHead() != nil else { return }
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
      _ = connection.readHead()
    }) { server in
      let client = server.client
      for number in 1...20 {
        let response = try await client.get.response()
        #expect(response.text == "ok", "call \(number)")
      }
      #expect(server.acceptedCount == 20)
    }
  }
}
