import ContractHTTP
import ContractLoop
import ContractTestSupport
import Testing

@testable import ContractSockets

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

@Suite("Timeouts after code that blocks the loop", .ownThreads, .timeLimit(.minutes(5)))
struct ClockCheckTests {
  @Test("The loop's time is outdated after the maximum age, or when the wall clock is set back")
  func rule() {
    var check = ClockCheck()
    let start: Int64 = 1_700_000_000_000_000_000
    let age = ClockCheck.maxAge
    let walls = [start, start + 1, start + age, start + age + 1, start + age + 2, start, start + 1, start - 1]
    let results = walls.map { check.isOutdated(at: $0) }
    #expect(results == [true, false, false, true, false, true, false, true])
  }

  @Test("The coarse wall clock is little behind the precise one")
  func coarse() {
    let before = WallClock.nanoseconds()
    let coarse = WallClock.coarseNanoseconds()
    #expect(coarse >= before - 50_000_000 && coarse <= WallClock.nanoseconds())
  }

  /// The work that blocks the loop.
  enum Work: CaseIterable, Sendable {
    /// A handler that then responds.
    case handler
    /// A stream that then ends.
    case stream
    /// A handler that then reads more of its body.
    case reader

    var request: String {
      let (method, rest) = self == .reader ? ("POST", "Content-Length: 6\r\n\r\nabc") : ("GET", "\r\n")
      return "\(method) / HTTP/1.1\r\nHost: a\r\n\(rest)"
    }

    func response(to body: HTTPBody, _ blockade: Blockade) async -> HTTPResponse {
      switch (self, body) {
      case (.reader, .stream(let stream)):
        do {
          _ = try await stream.next()
          blockade.block()
          _ = try await stream.next()
        } catch {
          blockade.failed.set()
        }
        return .text("read")
      case (.stream, _):
        let isFirst = Lock(true)
        return HTTPResponse(
          .ok,
          body: .stream(
            ByteStream {
              if isFirst.withLock({ $0 }) {
                isFirst.withLock { $0 = false }
                return [65]
              }
              blockade.block()
              return nil
            }))
      default:
        blockade.block()
        return .text("done")
      }
    }
  }

  /// Blocks the loop for longer than the timeout of the client, and checks after a shorter time whether the timeout has passed.
  final class Blockade: Sendable {
    static let timeout = Duration.milliseconds(400)
    let server = Lock<SocketServer?>(nil)
    /// Set when reading the body has failed.
    let failed = Event()
    let checked = Event()
    let isServed = Lock(false)

    func block() {
      let end = LoopInstant.read().advanced(by: Self.timeout * 2)
      while LoopInstant.read() < end { usleep(1000) }
      // The loop fires its timers in the order of their deadlines, even if it is late.
      _ = ContractLoop.current?.schedule(after: Self.timeout / 4) { [self] in
        let count = server.withLock { $0 }?.connectionCount
        let hasFailed = failed.isSet
        isServed.withLock { $0 = count == 1 && !hasFailed }
        checked.set()
      }
    }
  }

  @Test(
    "The timeout of a client does not include the time in which a handler or a stream blocks the loop",
    arguments: Work.allCases)
  func blocked(_ work: Work) async throws {
    let blockade = Blockade()
    let responder = TestResponder.streaming { body in await work.response(to: body, blockade) }
    var timeouts = ServerTimeouts()
    timeouts.idle = Blockade.timeout
    timeouts.rateGrace = Blockade.timeout
    var limits = ServerLimits()
    limits.minBodyBytesPerSecond = 1000
    try await withEngine(responder, limits: limits, timeouts: timeouts) { server in
      blockade.server.withLock { $0 = server }
      let client = try RawClient(server.address)
      try client.send(work.request)
      await blockade.checked.wait()
      #expect(blockade.isServed.withLock { $0 })
      blockade.server.withLock { $0 = nil }
      // The client stays connected until here.
      client.close()
    }
  }
}
