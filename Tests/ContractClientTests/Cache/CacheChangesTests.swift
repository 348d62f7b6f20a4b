import Contract
import ContractHTTP
import ContractLoop
import Testing

@testable import ContractClient

@Suite("Cache invalidation", .timeLimit(.minutes(2)))
struct CacheChangesTests {
  private func client(_ transport: AnsweringTransport) -> APIClient {
    APIClient(transport).clock(TestClock()).cache()
  }

  @Test("A successful unsafe request invalidates its URL and the URL in the response's Location")
  func changes() async throws {
    let transport = AnsweringTransport { request, number in
      if request.method == .get {
        return HTTPResponse(.ok, fields: ["Cache-Control": "max-age=60"], body: .bytes(Array("\(number)".utf8)))
      }
      if request.method == .patch { throw ClientError(.lostConnection, stage: .exchange, "gone") }
      let status: HTTPStatus = request.method == .delete ? .forbidden : .created
      return HTTPResponse(
        status,
        fields: [.location: "/v1/list/7", "Content-Location": "http://h.example:80/v1/mine", "Link": "</v1/other>"])
    }
    let client = client(transport)
    let paths: [RequestPath] = ["list", "list/7", "mine", "other"]
    func texts() async throws -> [String] {
      var texts: [String] = []
      for path in paths { texts.append(try await client.path(path).call(.http, as: .string)) }
      return texts
    }
    #expect(try await texts() == ["1", "2", "3", "4"])
    try await client("list").post()
    #expect(try await texts() == ["6", "7", "8", "4"])
    // The DELETE is refused, so it changed nothing. The response to the PATCH is lost, so the PATCH may have changed `list`.
    _ = try await client("list").delete.response()
    #expect(try await texts() == ["6", "7", "8", "4"])
    await #expect(throws: ClientError.self) { try await client("list").patch() }
    #expect(try await texts() == ["11", "7", "8", "4"])
    // A streamed call invalidates its URL, too.
    _ = try await client("list").method(.put).body(text: "x").stream()
    #expect(try await client("list").call(.http, as: .string) == "13")
  }

  @Test(
    "A PUT invalidates the cached response for its URL unless its status is a client error",
    arguments: [
      (204, 2), (304, 2), (400, 1), (404, 1), (409, 1), (500, 2), (502, 2), (503, 2), (504, 2),
    ])
  func changeStatuses(status: Int, requestCount: Int) async throws {
    let transport = AnsweringTransport { request, _ in
      if request.method == .put { return HTTPResponse(HTTPStatus(status)!) }
      return HTTPResponse(.ok, fields: ["Cache-Control": "max-age=60"])
    }
    let client = client(transport)("a")
    try await client.get()
    _ = try await client.put.response()
    try await client.get()
    #expect(transport.requests.count(where: { $0.method == .get }) == requestCount)
  }

  @Test("A revalidation does not restore a cached response that was removed before the 304 arrived")
  func forgottenMeanwhile() async throws {
    let transport = AnsweringTransport { request, _ in
      HTTPResponse(request.fields.contains("If-None-Match") ? .notModified : .ok, fields: ["ETag": "\"1\""])
    }
    let cache = HTTPCache()
    let client = client(transport).cache(cache)("a")
    try await client.get()
    let isArmed = Lock(true)
    let late = client.configured { configuration in
      configuration.clock.wall = {
        // The cache reads the clock between finding a response and revalidating it, so the response is removed in between.
        let isFirst = isArmed.withLock { isArmed in
          defer { isArmed = false }
          return isArmed
        }
        if isFirst { cache.removeAll() }
        return Int64(TestClock.start) * 1_000_000_000
      }
    }
    try await late.get()
    #expect(transport.requests.last?.fields["If-None-Match"] == "\"1\"" && cache.count == 0)
  }

  @Test("The response to a GET that began before a PUT is not cached")
  func overtaken() async throws {
    let gate = Turnstile()
    let transport = AnsweringTransport { request, number in
      if number == 1 { await gate.pass() }
      return HTTPResponse(.ok, fields: ["Cache-Control": "max-age=60"], body: .bytes(Array("\(number)".utf8)))
    }
    let client = client(transport)("a")
    async let early = client.call(.http, as: .string)
    await gate.waitForArrivals(1)
    try await client.put()
    gate.open()
    #expect(try await early == "1")
    #expect(try await client.call(.http, as: .string) == "3")
  }
}
