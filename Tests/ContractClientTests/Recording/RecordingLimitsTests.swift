import Contract
import ContractClient
import ContractHTTP
import ContractTesting
import Testing

@Suite("Limits of recorded traffic", .timeLimit(.minutes(2)))
struct RecordingLimitsTests {
  private let replayed = APIClient(baseURL: "http://replayed.invalid")

  @Test("A response over the recording limits fails the call and is not recorded")
  func limits() async throws {
    try await withFixtureFolder { folder in
      let pieces = [UInt8](repeating: 1, count: 10)
      let live = AnsweringTransport { request, _ in
        if request.path == "/bytes" { return HTTPResponse(.ok, body: .bytes(pieces + pieces + pieces)) }
        let count = Lock(request.path == "/long" ? 3 : 2)
        return HTTPResponse(
          .ok,
          body: .stream(
            ByteStream {
              count.withLock { count in
                count -= 1
                return count < 0 ? nil : pieces
              }
            }))
      }
      let recorder = try RecordingTransport(to: folder, over: live, limits: RecordingLimits(maxContentBytes: 20))
      let client = replayed.transport(recorder)
      func read(_ path: String) async throws -> Int {
        var count = 0
        for try await piece in try await client(path).stream().bytes { count += piece.count }
        return count
      }
      #expect(try await read("short") == 20)
      for path in ["long", "bytes"] {
        let error = await #expect(throws: ClientError.self) { try await read(path) }
        #expect(error?.code == .responseTooLarge && error?.message.contains("limit of 20 bytes") == true)
      }
      #expect(await clientErrorCode { try await client("bytes").response() } == .responseTooLarge)
      #expect(recorder.recorded == ["001-GET-short.json"])
      let files = try RecordingTransport(to: folder, over: live, limits: RecordingLimits(maxFileBytes: 300))
      let error = await #expect(throws: ClientError.self) { try await replayed.transport(files)("bytes").response() }
      #expect(error?.message.contains("the maximum is 300") == true, "\(error?.message ?? "")")
      #expect(try ReplayingTransport(from: folder).unused == ["001-GET-short.json"])
    }
  }

  @Test("The recording limit applies to a streamed request body, but not to a body in memory")
  func largeRequests() async throws {
    try await withFixtureFolder { folder in
      let (size, live) = (17 << 20, AnsweringTransport(.text("x")))
      let recorder = try RecordingTransport(to: folder, over: live)
      let body = [UInt8](repeating: 65, count: size)
      _ = try await replayed.transport(recorder)("a").body(bytes: body).post.response()
      let replay = try ReplayingTransport(from: folder)
      #expect(try await replayed.transport(replay)("a").body(bytes: body).post.response().text == "x")
      for transport in [recorder, replay] as [any ClientTransport] {
        let pieces = AsyncStream {
          $0.yield(body)
          $0.finish()
        }
        let error = await #expect(throws: ClientError.self) {
          try await replayed.transport(transport)("a").body(pieces: pieces).post.response()
        }
        #expect(
          error?.code == .transport
            && error?.message == "the request body exceeds the limit of 16777216 bytes for a recording")
      }
      #expect(live.requests.count == 1)
    }
  }

  @Test("A replayed stream may exceed the response limit, and unknown requests are streamed live")
  func pulled() async throws {
    try await withFixtureFolder { folder in
      let live = AnsweringTransport(.text("0123456789"))
      let recorder = try RecordingTransport(to: folder, over: live)
      _ = try await replayed.transport(recorder)("a").response()
      let other = AnsweringTransport(.text("live"))
      let replay = replayed.transport(try ReplayingTransport(from: folder, unknown: .sent(over: other)))
        .maxResponseBytes(5)
      #expect(await clientErrorCode { try await replay("a").response() } == .responseTooLarge)
      var read: [UInt8] = []
      for try await piece in try await replay("a").stream().bytes { read += piece }
      #expect(read == Array("0123456789".utf8))
      _ = try await replay("b").stream()
      _ = try await replay("b").response()
      #expect(other.sent.map(\.isStreamed) == [true, false])
    }
  }

  @Test("JSON nested up to the parser's limit is recorded")
  func depth() async throws {
    try await withFixtureFolder { folder in
      let deep = String(repeating: "[", count: 128) + String(repeating: "]", count: 128)
      let live = AnsweringTransport(.json(deep))
      let recorder = try RecordingTransport(to: folder, over: live)
      _ = try await replayed.transport(recorder)("a").body(bytes: Array(deep.utf8), type: .json).post.response()
      #expect(try fixtureText("\(folder)/001-POST-a.json").contains(#""json":"#))
      let replay = replayed.transport(try ReplayingTransport(from: folder))
      let response = try await replay("a").body(bytes: Array(deep.utf8), type: .json).post.response()
      #expect(response.text == deep)
    }
  }
}
