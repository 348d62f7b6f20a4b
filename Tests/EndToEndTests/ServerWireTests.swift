import ContractTestSupport
import ContractTesting
import Testing

@API
protocol Wire: Sendable {
  @GET("/names/:name") func name(name: String) async throws -> String
  @GET("/names/special") func special() async throws -> String
  @GET("/pairs/:a/:b") func pair(a: String, b: String) async throws -> [String]
  @POST("/text") func text(value: Body<String>) async throws -> String
  @DELETE("/names/:name") func remove(name: String) async throws
  @GET("/maybe") func maybe() async throws -> String?
}

struct WireService: Wire {
  func name(name: String) async throws -> String { name }
  func special() async throws -> String { "the special one" }
  func pair(a: String, b: String) async throws -> [String] { [a, b] }
  func text(value: String) async throws -> String { value }
  func remove(name: String) async throws {}
  func maybe() async throws -> String? { nil }
}

/// HTTP/1.1 on the wire, through the public interface of the server.
@Suite("Server behavior on the wire", .ownThreads, .timeLimit(.minutes(5)))
struct ServerWireTests {
  static func server(limits: ServerLimits = ServerLimits(), slow: Gate = Gate()) -> Server {
    var router = Router()
    router.add(WireRoutes(WireService()))
    router.on(.get, "/slow") { _ in
      await slow.wait()
      return .text("slow")
    }
    router.on(.get, "/") { request in .text("root \(request.head.authority ?? "-")") }
    return Server(port: 0, threads: 1, limits: limits, onError: { _, _ in }, router: router)
  }

  static func connected(
    limits: ServerLimits = ServerLimits(), _ body: (RawConnection) async throws -> Void
  ) async throws {
    try await serve(server(limits: limits)) { port, _ in try await body(try RawConnection(port: port)) }
  }

  @Test("A connection is kept open for the next request")
  func keepAlive() async throws {
    try await Self.connected { connection in
      for name in ["a", "b", "c"] {
        let response = try connection.exchange("GET", "/names/\(name)")
        #expect(response.text == name)
        #expect(response.field("connection") == nil)
        #expect(response.field("date") != nil)
      }
      let last = try connection.exchange("GET", "/names/d", ["Connection: close"])
      #expect(last.text == "d")
      #expect(last.field("connection") == "close")
      #expect(connection.isAtEnd())
    }
  }

  @Test("Pipelined requests get their responses in order, even if the first one is slow")
  func pipelining() async throws {
    let slow = Gate()
    try await serve(Self.server(slow: slow)) { port, _ in
      let connection = try RawConnection(port: port)
      var requests = "GET /slow HTTP/1.1\r\nHost: a\r\n\r\n"
      for index in 0..<100 { requests += "GET /names/\(index) HTTP/1.1\r\nHost: a\r\n\r\n" }
      requests += "POST /text HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: 4\r\n\r\nGET "
      requests += "GET /names/last HTTP/1.1\r\nHost: a\r\n\r\n"
      try connection.write(requests)
      #expect(try RawConnection(port: port).exchange("GET", "/names/other").text == "other")
      slow.open()
      #expect(try connection.read().text == "slow")
      for index in 0..<100 { #expect(try connection.read().text == "\(index)") }
      #expect(try connection.read().text == "GET ")
      #expect(try connection.read().text == "last")
    }
  }

  @Test("A chunked body is read wherever it is split")
  func chunked() async throws {
    let request =
      "POST /text HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n"
      + "3\r\nabc\r\n00A;x=y\r\ndefghijklm\r\n0\r\nTrailer: t\r\n\r\n"
    try await Self.connected { connection in
      try connection.write(request)
      #expect(try connection.read().text == "abcdefghijklm")
      for byte in request.utf8 { try connection.write([byte]) }
      #expect(try connection.read().text == "abcdefghijklm")
    }
  }

  @Test("100 Continue is sent only after the head has passed every check")
  func expectContinue() async throws {
    var limits = ServerLimits()
    limits.maxBodyBytes = 100
    try await serve(Self.server(limits: limits)) { port, _ in
      func head(_ path: String, _ type: String, _ length: Int) -> String {
        "POST \(path) HTTP/1.1\r\nHost: a\r\nContent-Type: \(type)\r\nContent-Length: \(length)\r\nExpect: 100-continue\r\n\r\n"
      }
      let connection = try RawConnection(port: port)
      try connection.write(head("/text", "text/plain", 3))
      let interim = try connection.read()
      #expect(interim.head == "HTTP/1.1 100 Continue")
      try connection.write("abc")
      let response = try connection.read()
      #expect(response.status == 200)
      #expect(response.text == "abc")
      for (path, type, length, status) in [
        ("/nowhere", "text/plain", 3, 404), ("/maybe", "text/plain", 3, 405), ("/text", "image/png", 3, 415),
        ("/text", "text/plain", 101, 413),
      ] {
        let refused = try RawConnection(port: port)
        try refused.write(head(path, type, length))
        #expect(try refused.read().status == status)
      }
    }
  }

  @Test("A response to HEAD equals the response to GET without its body")
  func head() async throws {
    try await Self.connected { connection in
      let get = try connection.exchange("GET", "/names/abc")
      try connection.write("HEAD /names/abc HTTP/1.1\r\nHost: a\r\n\r\nGET /names/next HTTP/1.1\r\nHost: a\r\n\r\n")
      let head = try connection.read(toHead: true)
      #expect(head.status == 200)
      #expect(head.field("content-length") == "3")
      #expect(head.field("content-type") == get.field("content-type"))
      #expect(try connection.read().text == "next", "no bytes are between the two heads")
      try connection.write("HEAD /nowhere HTTP/1.1\r\nHost: a\r\n\r\nGET /names/next HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try connection.read(toHead: true).status == 404)
      #expect(try connection.read().text == "next")
    }
  }

  @Test("405 and OPTIONS responses list the methods of the path")
  func allow() async throws {
    try await Self.connected { connection in
      let response = try connection.exchange("PATCH", "/names/a")
      #expect(response.status == 405)
      #expect(response.field("allow") == "DELETE, GET, HEAD, OPTIONS")
      let options = try connection.exchange("OPTIONS", "/names/a")
      #expect(options.status == 204)
      #expect(options.field("allow") == "DELETE, GET, HEAD, OPTIONS")
      #expect(try connection.exchange("DELETE", "/text").field("allow") == "OPTIONS, POST")
    }
  }

  @Test("An HTTP/1.0 connection closes after the response unless keep-alive is requested")
  func http10() async throws {
    try await serve(Self.server()) { port, _ in
      let connection = try RawConnection(port: port)
      try connection.write("GET /names/a HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
      let kept = try connection.read()
      #expect(kept.head.hasPrefix("HTTP/1.1 200 OK"))
      #expect(kept.field("connection") == "keep-alive")
      try connection.write("GET /names/b HTTP/1.0\r\n\r\n")
      let last = try connection.read()
      #expect(last.text == "b")
      #expect(last.field("connection") == "close")
      #expect(connection.isAtEnd())
    }
  }

  @Test("An absolute target is served by its path and authority")
  func absoluteForm() async throws {
    try await Self.connected { connection in
      for (target, text) in [
        ("http://b.example/names/x?y=z", "x"), ("http://b.example", "root b.example"),
        ("http://b.example:81/", "root b.example:81"), ("http://b.example?q=1", "root b.example"), ("/", "root a"),
      ] {
        let answer = try connection.exchange("GET", target)
        #expect(answer.text == text, "\(target)")
      }
    }
  }

  @Test("A missing result is sent as 204 without a body")
  func noContent() async throws {
    try await Self.connected { connection in
      for response in [
        try connection.exchange("DELETE", "/names/a"), try connection.exchange("GET", "/maybe"),
      ] {
        #expect(response.status == 204)
        #expect(response.field("content-length") == nil)
        #expect(response.field("transfer-encoding") == nil)
        #expect(response.field("content-type") == nil)
      }
      #expect(try connection.exchange("GET", "/names/next").text == "next")
    }
  }

  @Test("Each path segment is decoded separately")
  func segments() async throws {
    try await Self.connected { connection in
      for (target, text) in [
        ("/names/a%2Fb", "a/b"), ("/names/%2E%2E", ".."), ("/names/..", ".."), ("/names/%C3%A4", "ä"),
        ("/names/a%20b+c", "a b+c"),
        ("/names/special", "the special one"), ("/names/speci%61l", "the special one"), ("/n%61mes/x", "x"),
        ("/names/%25", "%"), ("/pairs/a%2Fb/c", #"["a/b","c"]"#), ("/names/a;b=c", "a;b=c"),
      ] {
        let response = try connection.exchange("GET", target)
        #expect(response.text == text, "\(target)")
      }
      for (target, status) in [
        ("/names/a/b", 404), ("/names/", 404), ("/names//", 404), ("/names%2Fa", 404), ("//names/a", 404),
        ("/names/%FF", 400), ("/pairs/a/../b", 404), ("/NAMES/a", 404),
      ] {
        let response = try connection.exchange("GET", target)
        #expect(response.status == status, "\(target): \(response.text)")
      }
      try connection.write("GET /names/%zz HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try connection.read().status == 400)
    }
  }

  @Test("A body of the maximum size is accepted, and one byte more is refused with 413")
  func bodyLimit() async throws {
    var limits = ServerLimits()
    limits.maxBodyBytes = 1000
    try await serve(Self.server(limits: limits)) { port, _ in
      func send(_ count: Int, chunked: Bool) throws -> RawConnection.Response {
        let connection = try RawConnection(port: port)
        let content = String(repeating: "x", count: count)
        let framing = chunked ? "Transfer-Encoding: chunked" : "Content-Length: \(count)"
        let body = chunked ? "\(String(count, radix: 16))\r\n\(content)\r\n0\r\n\r\n" : content
        try connection.write(
          "POST /text HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\n\(framing)\r\n\r\n\(body)")
        return try connection.read()
      }
      for chunked in [false, true] {
        #expect(try send(1000, chunked: chunked).body.count == 1000)
        let refused = try send(1001, chunked: chunked)
        #expect(refused.status == 413)
        #expect(refused.field("content-type") == "application/problem+json")
      }
    }
  }

  @Test("A connection closes after its maximum number of requests")
  func requestsPerConnection() async throws {
    var limits = ServerLimits()
    limits.maxRequestsPerConnection = 3
    try await Self.connected(limits: limits) { connection in
      try connection.write(
        (0..<5).map { "GET /names/\($0) HTTP/1.1\r\nHost: a\r\n\r\n" }.joined())
      for index in 0..<3 {
        let response = try connection.read()
        #expect(response.text == "\(index)")
        #expect(response.field("connection") == (index == 2 ? "close" : nil))
      }
      #expect(connection.isAtEnd())
    }
  }
}
