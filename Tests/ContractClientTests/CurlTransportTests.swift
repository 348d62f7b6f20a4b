import Contract
import ContractLoop
import Testing

@testable import ContractClient

@Suite("CurlTransport", .timeLimit(.minutes(5)))
struct CurlTransportTests {
  @Test("A request head has the given target and headers, Accept-Encoding and the length of the body")
  func sentHead() async throws {
    try await ScriptedServer.with({ connection in
      while let request = connection.readRequest() {
        connection.send(ok(([request.line] + request.fields).joined(separator: "|")))
      }
    }) { server in
      let transport = CurlTransport()
      let host = "Host: 127.0.0.1:\(server.port)"
      let coding = "Accept-Encoding: gzip, deflate"
      let rows: [(HTTPRequest, String)] = [
        (server.request(.get, "/a%2Fb?x=1&y=%20"), "GET /a%2Fb?x=1&y=%20 HTTP/1.1|\(host)|\(coding)"),
        (server.request(.get, "/../a/./b"), "GET /../a/./b HTTP/1.1|\(host)|\(coding)"),
        (server.request(.get, "//a"), "GET //a HTTP/1.1|\(host)|\(coding)"),
        (
          server.request(.get, "/", fields: ["X-Empty": "", "Accept": "text/plain", "X-A": "1", "X-A": "2"]),
          "GET / HTTP/1.1|\(host)|X-Empty:|Accept: text/plain|X-A: 1|X-A: 2|\(coding)"
        ),
        (server.request(.post, "/"), "POST / HTTP/1.1|\(host)|\(coding)|Content-Length: 0"),
        (server.request(.delete, "/"), "DELETE / HTTP/1.1|\(host)|\(coding)"),
        (server.request(.options, "*"), "OPTIONS * HTTP/1.1|\(host)|\(coding)"),
        (
          server.request(HTTPMethod("PURGE")!, "/", body: .bytes([0x61])),
          "PURGE / HTTP/1.1|\(host)|\(coding)|Content-Length: 1"
        ),
        (
          server.request(.get, "/", fields: ["Accept-Encoding": "identity", "Content-Length": "9"]),
          "GET / HTTP/1.1|\(host)|Accept-Encoding: identity"
        ),
        (
          server.request(.get, "/", fields: ["Range": "bytes=0-9"]),
          "GET / HTTP/1.1|\(host)|Range: bytes=0-9|Accept-Encoding: identity"
        ),
      ]
      for (request, head) in rows {
        let response = try await transport.send(request, options: TransportOptions())
        #expect(response.text == head)
      }
      #expect(server.acceptedCount == 1)
    }
  }

  @Test("A response has its status, headers and body, without interim responses")
  func response() async throws {
    try await ScriptedServer.with({ connection in
      _ = connection.readRequest()
      connection.send("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n")
      connection.send("HTTP/1.1 404 Not Found\r\nX-A: 1\r\nx-a:  2 \r\nContent-Length: 4\r\n\r\ngone")
    }) { server in
      let response = try await CurlTransport().send(server.request(), options: TransportOptions())
      #expect(response.status == .notFound)
      #expect(response.fields.values("X-A") == ["1", "2"])
      #expect(!response.fields.contains("Link"))
      #expect(response.text == "gone")
    }
  }

  @Test("Responses to HEAD and with 204 or 304 have no body")
  func withoutContent() async throws {
    try await ScriptedServer.with({ connection in
      while let request = connection.readRequest() {
        switch request.target {
        case "/head": connection.send("HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n")
        case "/204": connection.send("HTTP/1.1 204 No Content\r\n\r\n")
        default: connection.send("HTTP/1.1 304 Not Modified\r\nContent-Length: 500\r\n\r\n")
        }
      }
    }) { server in
      let transport = CurlTransport()
      for request in [server.request(.head, "/head"), server.request(.get, "/204"), server.request(.get, "/304")] {
        let response = try await transport.send(request, options: TransportOptions())
        #expect(response.bytes == [])
      }
      #expect(server.acceptedCount == 1)
    }
  }

  @Test("Concurrent calls each receive their own response")
  func concurrentCalls() async throws {
    try await ScriptedServer.with({ connection in
      while let request = connection.readRequest() { connection.send(ok(request.target)) }
    }) { server in
      let transport = CurlTransport()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<500 {
          group.addTask {
            let response = try await transport.send(server.request(.get, "/\(number)"), options: TransportOptions())
            #expect(response.text == "/\(number)")
          }
        }
        try await group.waitForAll()
      }
      #expect(server.acceptedCount <= 64)
    }
  }

  @Test("A call from a loop runs on that loop")
  func onLoop() async throws {
    try await ScriptedServer.with({ connection in
      while let request = connection.readRequest() { connection.send(ok(request.target)) }
    }) { server in
      let transport = CurlTransport()
      let request = server.request(.get, "/loop")
      try await ContractLoop.run {
        for _ in 0..<3 {
          let response = try await transport.send(request, options: TransportOptions())
          #expect(response.text == "/loop")
        }
      }
      #expect(server.acceptedCount == 1)
      #expect(!transport.engines.hasOwn)
    }
  }
}
