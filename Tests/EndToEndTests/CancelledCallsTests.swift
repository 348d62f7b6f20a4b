import ContractTestSupport
import ContractTesting
import Testing

@API
private protocol Slow: Sendable {
  @GET("/waiting") func waiting() async throws -> String
  @GET("/deaf") func deaf() async throws -> String
  @GET("/rows") func rows() async throws -> JSONLines<Int>
}

private struct SlowService: Slow {
  let began = Gate()

  func waiting() async throws -> String {
    began.open()
    try await Gate().waitUnlessCancelled()
    return "never"
  }

  /// Returns after a cancellation instead of throwing.
  func deaf() async throws -> String {
    (try? await waiting()) ?? "late"
  }

  func rows() async throws -> JSONLines<Int> {
    let (rows, continuation) = AsyncStream.makeStream(of: Int.self)
    continuation.yield(1)
    return JSONLines(rows)
  }
}

@Suite("Cancelled calls", .ownThreads)
struct CancelledCallsTests {
  @Test("A cancelled call throws `cancelled`", arguments: WirePropertyTests.Way.allCases, [false, true])
  func calls(way: WirePropertyTests.Way, isDeaf: Bool) async throws {
    let service = SlowService()
    try await WirePropertyTests.with(way, SlowRoutes(service)) { client in
      let call = Task { try await isDeaf ? SlowAPI(client).deaf() : SlowAPI(client).waiting() }
      await service.began.wait()
      call.cancel()
      let error = await #expect(throws: ClientError.self) { try await call.value }
      #expect(error?.code == .cancelled)
    }
  }

  @Test("A stream whose reader is cancelled ends with `cancelled`", arguments: WirePropertyTests.Way.allCases)
  func streams(way: WirePropertyTests.Way) async throws {
    try await WirePropertyTests.with(way, SlowRoutes(SlowService())) { client in
      let first = Gate()
      let reader = Task {
        for try await _ in try await SlowAPI(client).rows() { first.open() }
      }
      await first.wait()
      reader.cancel()
      let error = await #expect(throws: ClientError.self) { try await reader.value }
      #expect(error?.code == .cancelled)
    }
  }
}
