import Contract
import ContractClient
import ContractTestSupport
import Testing

/// libcurl 7.83 to 7.88 reads freed memory when the first field line that a transfer receives begins with white space, and
/// the handle has had a response before.
@Suite("The first field line of a response", .ownThreads, .timeLimit(.minutes(5)))
struct HeadPreviewTests {
  private static let fold = " text/html\r\nContent-Length: 0\r\n\r\n"

  @Test(
    "A folded first field line is refused as malformed, even in or after an interim response",
    arguments: [
      "HTTP/1.1 200 OK\r\n\(fold)", "HTTP/1.1 200 OK\r\n\t\(fold)",
      "HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\n\(fold)",
      "HTTP/1.1 103 Early Hints\r\n a: b\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
    ])
  func isRefused(response: String) async {
    await #expect(processExitsWith: .success) { [response] in
      FreedMemory.overwrite()
      let count = EventCounter()
      let server = ScriptedServer(answering: { _ in count.add() % 2 == 1 ? ok("ok", "X-A: b\r\n") : response })
      let transport = CurlTransport()
      for number in 1...20 {
        let code = await clientErrorCode { try await transport.send(server.request(), options: TransportOptions()) }
        precondition(code == (number % 2 == 1 ? nil : .malformedResponse), "\(code as Any)")
      }
      server.stop()
    }
  }

  @Test("After a 417 without headers, a folded first field line causes only the error malformedResponse")
  func isRefusedAfterRefusal() async {
    await #expect(processExitsWith: .success) {
      FreedMemory.overwrite()
      let count = EventCounter()
      let server = ScriptedServer { connection in
        while connection.readHead() != nil {
          switch count.add() % 3 {
          case 1: connection.send("HTTP/1.1 417 Expectation Failed\r\nX-A: b\r\nContent-Length: 2\r\n\r\nno")
          case 2:
            // The end of the connection ends the body.
            connection.send("HTTP/1.1 417 Expectation Failed\r\n\r\n")
            return
          default: connection.send("HTTP/1.1 200 OK\r\n\(HeadPreviewTests.fold)")
          }
        }
      }
      let transport = CurlTransport()
      for _ in 1...6 {
        let request = server.request(
          .post, "/", fields: ["Expect": "100-continue"], body: .bytes([UInt8](repeating: 1, count: 100_000)))
        let code = await clientErrorCode { try await transport.send(request, options: TransportOptions()) }
        precondition(code == nil || code == .malformedResponse, "\(code as Any)")
      }
      server.stop()
    }
  }

  @Test("A first field line of more than 16 KiB is read whole, wherever its spaces are")
  func longLine() async throws {
    let value = String(repeating: "a ", count: 10_000) + "b"
    let server = ScriptedServer(answering: { request in
      // The names differ in length by one byte, so in one of the two lines libcurl splits the value at a space.
      let name = request.target == "/1" ? "X-A" : "X-Ab"
      return "HTTP/1.1 200 OK\r\n\(name): \(value)\r\nContent-Length: 2\r\n\r\nok"
    })
    defer { server.stop() }
    let transport = CurlTransport()
    for target in ["/1", "/2", "/1", "/2"] {
      let response = try await transport.send(server.request(.get, target), options: TransportOptions())
      #expect(response.fields.lines.first?.value.rawValue == value)
      #expect(response.text == "ok")
    }
  }
}
