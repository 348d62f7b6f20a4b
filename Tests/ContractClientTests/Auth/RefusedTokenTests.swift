import Contract
import ContractHTTP
import Testing

@testable import ContractClient

@Suite("Refused tokens", .timeLimit(.minutes(2)))
struct RefusedTokenTests {
  @Test("A refused one-shot upload is not resent, but its tokens are renewed for the next call", arguments: [1, 3])
  func refusedUpload(seconds: Int) async throws {
    let clock = TestClock()
    // With 3 seconds, the upload takes longer than the timeout of its call.
    let transport = AnsweringTransport { request, _ in
      clock.advance(by: .seconds(seconds))
      return HTTPResponse(request.fields[.authorization] == "Bearer new" ? .ok : .unauthorized)
    }
    let asked = EventCounter()
    let store = MemoryTokenStore(AuthTokens(accessToken: "old"))
    let client = APIClient(transport).clock(clock).timeout(.seconds(2)).tokenRefresher(store: store) { _, _ in
      asked.add()
      return AuthTokens(accessToken: "new")
    }
    func upload() async throws -> HTTPStatus {
      let pieces = AsyncStream<[UInt8]> { $0.finish() }
      return try await client.body(pieces: pieces, length: 0).post.response().status
    }
    #expect(try await upload() == .unauthorized)
    while store.load()?.accessToken != "new" { await Task.yield() }
    #expect(try await upload() == .ok)
    #expect(asked.count == 1)
  }

  @Test(
    "A refused upload that took longer than the timeout is sent again with a new token and the whole timeout",
    arguments: [true, false])
  func refusedLongUpload(ofContract: Bool) async throws {
    let clock = TestClock()
    let transport = AnsweringTransport { request, _ in
      clock.advance(by: .seconds(3))
      return HTTPResponse(request.fields[.authorization] == "Bearer new" ? .ok : .unauthorized)
    }
    let store = MemoryTokenStore(AuthTokens(accessToken: "old"))
    let client = APIClient(transport).clock(clock).timeout(.seconds(2)).tokenRefresher(store: store) { _, _ in
      AuthTokens(accessToken: "new")
    }
    let status: HTTPStatus
    if ofContract {
      let operation = APIOperation(id: "put", method: .put, path: "/a", requestContent: .stream)
      status = try await client.send(HTTPRequest(.put, "/a", body: .bytes([1])), for: operation).status
    } else {
      status = try await client("a").body(stream: ByteStream([1])).put.response().status
    }
    #expect(status == .ok)
    #expect(transport.sent.map(\.options.timeout) == [.seconds(2), .seconds(2)])
  }

  @Test("A token that a redirect target refuses is renewed only within the origin", arguments: [true, false])
  func redirected(keepsOrigin: Bool) async throws {
    let refusal = "HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n"
    let other = ScriptedServer(answering: { _ in refusal })
    defer { other.stop() }
    let target = keepsOrigin ? "/to" : "\(other.baseURL)/to"
    let server = ScriptedServer(answering: { request in
      if request.target == "/to" { return refusal }
      return "HTTP/1.1 302 Found\r\nLocation: \(target)\r\nContent-Length: 0\r\n\r\n"
    })
    defer { server.stop() }
    let asked = EventCounter()
    let client = APIClient(baseURL: server.baseURL, transport: CurlTransport()).tokenRefresher { _, _ in
      AuthTokens(accessToken: "\(asked.add())")
    }
    for _ in 0..<2 { #expect(try await client("from").response().status == .unauthorized) }
    // The client requests a first token, and a new one after each refusal by its own origin.
    #expect(asked.count == (keepsOrigin ? 3 : 1))
  }
}
