import Contract
import ContractClient
import ContractHTTP
import Testing

@Suite("Readers of a streamed body", .timeLimit(.minutes(2)))
struct SecondReaderTests {
  @Test("A second concurrent reader of a streamed body gets an error, and the first one gets the bytes")
  func second() async throws {
    let mayFinish = Gate()
    let server = ScriptedServer { connection in
      _ = connection.readRequest()
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n")
      mayFinish.wait()
      connection.send("ok")
    }
    defer {
      mayFinish.open()
      server.stop()
    }
    let response = try await CurlTransport().stream(server.request(), options: TransportOptions())
    guard case .stream(let stream) = response.body else {
      Issue.record("the body is not a stream")
      return
    }
    try await withThrowingTaskGroup(of: Result<[UInt8]?, any Error>.self) { group in
      for _ in 0..<2 { group.addTask { await .catching { try await stream.next() } } }
      // The server has sent no byte, so only a refused reader can end.
      let refused = try await group.next()
      let error = #expect(throws: ClientError.self) { try refused?.get() }
      #expect(error?.code == .transport)
      #expect(error?.message == "another task already reads this stream, which can have only one reader")
      mayFinish.open()
      let read = try await group.next()?.get()
      #expect(read == Array("ok".utf8))
    }
    #expect(try await stream.next() == nil)
  }
}
