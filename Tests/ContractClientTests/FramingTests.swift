import Contract
import ContractClient
import ContractHTTP
import Testing

/// Responses that libcurl accepts or refuses. Either way, a call must end with an error or with exactly the sent
/// response.
@Suite("Response framing", .timeLimit(.minutes(5)))
struct FramingTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var bytes: String
    /// The content, or nil for an error.
    var content: String?
    var code: ClientError.Code?

    init(_ description: String, _ bytes: String, content: String) {
      testDescription = description
      self.bytes = bytes
      self.content = content
    }

    init(_ description: String, _ bytes: String, _ code: ClientError.Code = .malformedResponse) {
      testDescription = description
      self.bytes = bytes
      self.code = code
    }
  }

  static let rows: [Row] = [
    Row("close at once", "", .lostConnection),
    Row("close inside the status line", "HTTP/1.1 20", .lostConnection),
    Row("close inside the head", "HTTP/1.1 200 OK\r\nContent-Le", .lostConnection),
    Row("close between head lines", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n", .lostConnection),
    Row("close inside the content", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc", .lostConnection),
    Row(
      "close before the last chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n",
      .lostConnection),
    Row("only interim responses", "HTTP/1.1 100 Continue\r\n\r\n", .lostConnection),
    Row("two lengths", "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 3\r\n\r\nabc"),
    Row("two lengths in a list", "HTTP/1.1 200 OK\r\nContent-Length: 1, 3\r\n\r\nabc"),
    Row("empty length", "HTTP/1.1 200 OK\r\nContent-Length:\r\n\r\nabc"),
    Row("negative length", "HTTP/1.1 200 OK\r\nContent-Length: -3\r\n\r\nabc"),
    Row("signed length", "HTTP/1.1 200 OK\r\nContent-Length: +3\r\n\r\nabc"),
    Row("length beyond Int", "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999999\r\n\r\nabc"),
    Row("length beyond the limit", "HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\nabc", .responseTooLarge),
    Row("HTTP/0.9", "<html>hello</html>"),
    Row("another protocol", "SSH-2.0-OpenSSH_9.2p1\r\n\r\n"),
    Row("status code of two digits", "HTTP/1.1 20 OK\r\nContent-Length: 0\r\n\r\n"),
    Row("status code of four digits", "HTTP/1.1 2000 OK\r\nContent-Length: 0\r\n\r\n"),
    Row("status code of letters", "HTTP/1.1 abc OK\r\nContent-Length: 0\r\n\r\n"),
    Row("version of two digits", "HTTP/1.10 200 OK\r\nContent-Length: 0\r\n\r\n"),
    Row("version 9.9", "HTTP/9.9 200 OK\r\nContent-Length: 0\r\n\r\n"),
    Row("unrequested switch of protocols", "HTTP/1.1 101 Switching Protocols\r\n\r\n"),
    Row("NUL in a field", "HTTP/1.1 200 OK\r\nX-A: a\0b\r\nContent-Length: 0\r\n\r\n"),
    Row("CR in a field", "HTTP/1.1 200 OK\r\nX-A: a\rb\r\nContent-Length: 0\r\n\r\n"),
    Row("field without a colon", "HTTP/1.1 200 OK\r\nX-A\r\nContent-Length: 0\r\n\r\n"),
    Row("white space before the colon", "HTTP/1.1 200 OK\r\nX-A : 1\r\nContent-Length: 0\r\n\r\n"),
    Row("white space before the first field", "HTTP/1.1 200 OK\r\n X-A: 1\r\nContent-Length: 0\r\n\r\n"),
    Row("unrequested transfer coding", "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n"),
    Row("chunk size of letters", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\nabc\r\n0\r\n\r\n"),
    Row(
      "chunk size that overflows", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1ffffffffffffffff\r\na",
      .responseTooLarge),
    Row(
      "chunk extension without a semicolon",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3 a\r\nabc\r\n0\r\n\r\n"),
    Row("chunk size ended by only LF", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\nabc\r\n0\r\n\r\n"),
    Row("chunk longer than its size", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nabc\r\n0\r\n\r\n"),
    Row(
      "head beyond the limit", "HTTP/1.1 200 OK\r\nX: \(String(repeating: "x", count: 70_000))\r\n\r\n",
      .responseTooLarge),
    Row(
      "head line beyond libcurl's limit", "HTTP/1.1 200 OK\r\nX: \(String(repeating: "x", count: 200_000))\r\n\r\n",
      .responseTooLarge),
    Row(
      "interim responses beyond the limit", String(repeating: "HTTP/1.1 100 Continue\r\n\r\n", count: 5_000),
      .responseTooLarge),
    Row("length repeated", "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 3\r\n\r\nabc", content: "abc"),
    Row(
      "length and chunks",
      "HTTP/1.1 200 OK\r\nContent-Length: 9\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
      content: "abc"),
    Row(
      "length beyond the limit and chunks",
      "HTTP/1.1 200 OK\r\nContent-Length: 99999999\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
      content: "abc"),
    Row(
      "chunk extension", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3;a=b\r\nabc\r\n0\r\n\r\n",
      content: "abc"),
    Row(
      "trailers", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\nX-T: 1\r\n\r\n", content: "abc"
    ),
    Row("until the end of the connection", "HTTP/1.0 200 OK\r\n\r\nabc", content: "abc"),
    Row("no reason phrase", "HTTP/1.1 200\r\nContent-Length: 3\r\n\r\nabc", content: "abc"),
    Row("folded field", "HTTP/1.1 200 OK\r\nX-A: 1\r\n 2\r\nContent-Length: 3\r\n\r\nabc", content: "abc"),
    Row("more than the length", "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabcdef", content: "abc"),
  ]

  @Test("A response is delivered as sent, or refused with the expected error", arguments: rows)
  func row(_ row: Row) async throws {
    try await ScriptedServer.with({ connection in
      _ = connection.readRequest()
      connection.send(row.bytes)
    }) { server in
      let transport = CurlTransport()
      do {
        let response = try await transport.send(server.request(), options: TransportOptions())
        #expect(response.text == row.content)
      } catch {
        let error = try #require(error as? ClientError)
        #expect(error.code == row.code, "\(error)")
      }
    }
  }

  @Test("A streamed response with chunks and a length is read by its chunks")
  func streamedChunks() async throws {
    try await ScriptedServer.with({ connection in
      _ = connection.readRequest()
      connection.send(
        "HTTP/1.1 200 OK\r\nContent-Length: 9\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n")
    }) { server in
      let response = try await CurlTransport().stream(server.request(), options: TransportOptions())
      #expect(response.body.length == nil && response.fields[.contentLength] == nil)
      #expect(try await response.body.collect(upTo: 5) == Array("abc".utf8))
    }
  }

  @Test("Bytes that follow a complete response are not used as the next response")
  func poison() async throws {
    try await ScriptedServer.with({ connection in
      while let request = connection.readRequest() { connection.send(ok(request.target) + ok("POISON")) }
    }) { server in
      let transport = CurlTransport()
      for target in ["/1", "/2", "/3"] {
        let response = try await transport.send(server.request(.get, target), options: TransportOptions())
        #expect(response.text == target)
      }
    }
  }
}
