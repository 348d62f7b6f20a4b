import ContractTestSupport
import ContractTesting
import Testing

struct CachePolicy: Sendable, Equatable { var minutes: Int }

@API @Meta(CachePolicy(minutes: 1))
protocol Traits: Sendable {
  @GET("/old") @Deprecated("use /new", since: "2026-09-01", sunset: "2027-01-31")
  func old() async throws -> String

  @GET("/slow") @Timeout(.milliseconds(50))
  func slow() async throws -> String

  @POST("/charge") @Idempotent(key: "Idempotency-Key") @Meta(CachePolicy(minutes: 5))
  func charge(cents: Int) async throws -> Int

  @POST("/either") @URLForm @JSON
  func either(name: String, count: Int) async throws -> String

  @POST("/upload") @MaxBody(3000)
  func upload(text: Body<String>) async throws -> Int

  @GET("/filtered")
  func filtered(filter: Filter?) async throws -> String
}

struct TraitService: Traits {
  let gate = Gate()
  let arrivals = Arrivals()

  func old() async throws -> String { "old" }
  func slow() async throws -> String {
    try await gate.waitUnlessCancelled()
    return "late"
  }
  func charge(cents: Int) async throws -> Int { cents }
  func upload(text: String) async throws -> Int { text.utf8.count }
  func either(name: String, count: Int) async throws -> String {
    arrivals.note()
    return "\(name) \(count)"
  }
  func filtered(filter: Filter?) async throws -> String { filter?.text ?? "everything" }
}

/// Both ends follow the attributes of an endpoint.
@Suite("Endpoint traits", .ownThreads)
struct TraitTests {
  @Test("A deprecated endpoint sends Deprecation and Sunset headers (RFC 9745, RFC 8594)")
  func deprecation() async throws {
    try await serve(Server(port: 0, threads: 1) { TraitsRoutes(TraitService()) }) { port, _ in
      let answer = try RawConnection(port: port).exchange("GET", "/old")
      #expect(answer.status == 200)
      #expect(answer.field("deprecation") == "@1788220800")
      #expect(answer.field("sunset") == "Sun, 31 Jan 2027 00:00:00 GMT")
    }
  }

  @Test("An endpoint's body limit overrides the server's, whether it is higher or lower")
  func maxBody() async throws {
    var limits = ServerLimits()
    limits.maxBodyBytes = 20
    let server = Server(port: 0, threads: 1, limits: limits) { TraitsRoutes(TraitService()) }
    try await serve(server) { _, client in
      let traits = TraitsAPI(client)
      let count = try await traits.upload(text: String(repeating: "a", count: 3000))
      #expect(count == 3000)
      for transport in [client, server.inProcess] {
        let error = await #expect(throws: ClientError.self) {
          _ = try await TraitsAPI(transport).upload(text: String(repeating: "a", count: 3001))
        }
        #expect(error?.response?.status == 413)
        let other = await #expect(throws: ClientError.self) {
          _ = try await TraitsAPI(transport).charge(cents: 1_000_000_000_000_000)
        }
        #expect(other?.response?.status == 413)
      }
    }
  }

  @Test("A handler that exceeds its endpoint's timeout results in a 503")
  func timeout() async throws {
    try await serve(Server(port: 0, threads: 1) { TraitsRoutes(TraitService()) }) { port, client in
      let answer = try RawConnection(port: port).exchange("GET", "/slow")
      #expect(answer.status == 503)
      let error = await #expect(throws: ClientError.self) { _ = try await TraitsAPI(client).slow() }
      #expect(error?.code == .timeout || error?.response?.status == 503)
    }
  }

  @Test("Middleware can look up traits by type")
  func values() {
    let charge = TraitsEndpoints.charge.operation
    #expect(charge[CachePolicy.self] == CachePolicy(minutes: 5))
    #expect(TraitsEndpoints.old.operation[CachePolicy.self] == CachePolicy(minutes: 1))
    #expect(charge[Int.self] == nil)
    #expect(charge.idempotency == Idempotency(key: "Idempotency-Key"))
    #expect(TraitsEndpoints.slow.operation.timeout == .milliseconds(50))
    #expect(TraitsEndpoints.old.operation.deprecation?.reason == "use /new")
  }

  @Test("A server decodes both declared body formats and refuses a third format")
  func contents() async throws {
    let service = TraitService()
    try await serve(Server(port: 0, threads: 1) { TraitsRoutes(service) }) { port, client in
      let sent = try await TraitsAPI(client).either(name: "n", count: 2)
      #expect(sent == "n 2")
      #expect(service.arrivals["Content-Type"] == "application/x-www-form-urlencoded")
      let json = try RawConnection(port: port).exchange("POST", "/either", body: #"{"name":"j","count":3}"#)
      #expect(json.text == "j 3")
      let refused = try RawConnection(port: port).exchange(
        "POST", "/either", ["Content-Type: text/csv", "Content-Length: 0"])
      #expect(refused.status == 400, "an empty body is an absent object, whatever its media type")
      let connection = try RawConnection(port: port)
      try connection.write("POST /either HTTP/1.1\r\nHost: a\r\nContent-Type: text/csv\r\nContent-Length: 1\r\n\r\nx")
      let third = try connection.read()
      #expect(third.status == 415)
      #expect(
        third.text.contains("send the request body as application/x-www-form-urlencoded or application/json"),
        "\(third.text)")
    }
  }

  @Test("A 400 response lists all errors of an object in a query")
  func nested() async throws {
    try await serve(Server(port: 0, threads: 1) { TraitsRoutes(TraitService()) }) { port, _ in
      let answer = try RawConnection(port: port).exchange(
        "GET", "/filtered?filter%5BisOpen%5D=maybe&filter%5Bpage%5D%5Bsize%5D=big")
      #expect(answer.status == 400)
      for text in [
        "expected query value `filter[text]`", "`filter[isOpen]` was `maybe`. It must be a `Bool`.",
        "`filter[page][size]` was `big`. It must be an `Int`.",
      ] {
        #expect(answer.text.contains(text), "\(answer.text)")
      }
    }
  }
}
