import Contract
import ContractHTTP
import ContractLoop
import ContractTesting
import FoundationEssentials
import Glibc
import Testing

@testable import ContractClient
@testable import ContractCurl

@Suite("Idle timeouts of streamed bodies", .timeLimit(.minutes(2)))
struct SilentContentTests {
  private static let chunkedHead = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"

  private static func client(_ baseURL: String, _ limit: Duration, _ transport: CurlTransport) -> APIClient {
    APIClient(baseURL: baseURL, transport: transport).idleTimeout(limit)
  }

  @Test(
    "A stalled body ends with a timeout, and the next call succeeds",
    arguments: [
      "hang-before-content", "hang-in-content", "hang-in-chunk", "hang-before-last-chunk",
      "hang-with-content-until-close",
    ], [false, true])
  func hang(name: String, onLoop: Bool) async throws {
    let server = try MisbehavingServer()
    defer { server.stop() }
    let fault = try #require(Fault.named(name))
    let transport = CurlTransport()
    let body: @Sendable () async throws -> Void = {
      let start = ContinuousClock.now
      let client = Self.client(server.baseURL(for: fault), .milliseconds(80), transport)
      let error = await #expect(throws: ClientError.self) {
        try await client.stream().bytes.collect(upTo: 100)
      }
      let time = ContinuousClock.now - start
      #expect(error?.code == .timeout && error?.stage == .exchange)
      #expect(error?.description.hasSuffix(": no byte of the response body arrived within 80 ms [timeout]") == true)
      #expect(error?.operationID?.hasPrefix("GET /") == true && error?.errorDescription == error?.description)
      // The time is far below the timeout of the call, which is a minute and covers only the head.
      #expect(time >= .milliseconds(80) && time < .seconds(20))
      let request = HTTPRequest(.get, "/", scheme: "http", authority: "127.0.0.1:\(server.port)")
      let next = try await transport.stream(request, options: TransportOptions())
      #expect(try await next.body.collect(upTo: 2) == Array("ok".utf8))
    }
    if onLoop { try await ContractLoop.run { try await body() } } else { try await body() }
  }

  @Test("A download with a stalled body fails and leaves no file")
  func download() async throws {
    let server = try MisbehavingServer()
    defer { server.stop() }
    let fault = try #require(Fault.named("hang-in-content"))
    let client = Self.client(server.baseURL(for: fault), .milliseconds(80), CurlTransport())
    let path = "/tmp/silent-\(UInt64.random(in: .min ... .max))"
    let error = await #expect(throws: ClientError.self) { try await client.download(to: path) }
    #expect(error?.code == .timeout)
    #expect(access(path, F_OK) != 0)
  }

  @Test("The idle timeout runs only while the reader waits")
  func slowReader() async throws {
    let total = 1 << 20
    let isSent = Signal()
    let server = ScriptedServer { connection in
      guard connection.readRequest() != nil else { return }
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(total)\r\n\r\n")
      connection.send([UInt8](repeating: 0x61, count: total))
      isSent.raise()
      connection.waitForClose()
    }
    defer { server.stop() }
    let limit = Duration.milliseconds(100)
    let response = try await Self.client(server.baseURL, limit, CurlTransport()).stream()
    var iterator = response.bytes.makeAsyncIterator()
    var count = try await iterator.next()?.count ?? 0
    await isSent.wait()
    // The body does not fit into the client's buffer, so the transfer is paused, and may be for longer than the idle timeout.
    try await Task.sleep(for: limit * 4)
    while let piece = try await iterator.next() { count += piece.count }
    #expect(count == total)
  }

  /// Measures the longest pause between two ticks.
  private final class Pace: Sendable {
    private let state = Lock((last: ContinuousClock.now, longest: Duration.zero))

    @discardableResult
    func tick() -> Duration {
      state.withLock { state in
        let now = ContinuousClock.now
        state.longest = max(state.longest, now - state.last)
        state.last = now
        return state.longest
      }
    }
  }

  @Test("The idle timeout does not fire while bytes are received or sent", arguments: [false, true])
  func moving(isSending: Bool) async throws {
    let limit = Duration.seconds(1)
    let pace = Pace()
    let server = ScriptedServer { connection in
      guard connection.readHead() != nil, connection.send(Self.chunkedHead) else { return }
      if isSending { _ = connection.read(8) }
      for _ in 0..<(isSending ? 1 : 8) {
        if !isSending { connection.wait(limit / 6) }
        pace.tick()
        connection.send("1\r\na\r\n")
      }
      connection.send("0\r\n\r\n")
    }
    defer { server.stop() }
    let left = Lock(8)
    let stream = ByteStream(length: 8) {
      try await Task.sleep(for: limit / 6)
      pace.tick()
      return left.withLock { left in
        left -= 1
        return left < 0 ? nil : [0x61]
      }
    }
    let client = Self.client(server.baseURL, limit, CurlTransport())
    do {
      let response = try await (isSending ? client.body(stream: stream) : client).stream()
      #expect(try await response.bytes.collect(upTo: 8).count == (isSending ? 1 : 8))
    } catch {
      // The timeout is an error only if every pause was short. On a machine that has stalled, it is correct.
      if pace.tick() < limit / 2 { throw error }
    }
  }

  @Test("The idle timeout fires only after a second check also finds no progress")
  func machine() {
    func moment(_ milliseconds: Int64) -> LoopInstant { LoopInstant(nanoseconds: milliseconds * 1_000_000) }
    /// Checks, each with its time, the start of the reader's wait, the sent bytes, and the time of the next check; nil
    /// for the end.
    let rows: [(name: String, looks: [(now: Int64, since: Int64?, sent: Int, next: Int64?)])] = [
      ("no byte received", [(0, nil, 0, 100), (100, 20, 0, 120), (120, 20, 0, 121), (121, 20, 0, nil)]),
      ("a late check", [(0, 0, 0, 100), (5000, 0, 0, 5001), (5001, 0, 0, nil)]),
      ("a stall of the machine, and then content", [(0, 0, 0, 100), (5000, 0, 0, 5001), (5001, 5000, 0, 5100)]),
      ("a reader that does not wait", [(0, nil, 0, 100), (100, nil, 0, 200), (900, nil, 0, 1000)]),
      ("a reader that has begun to wait", [(0, nil, 0, 100), (100, 99, 0, 199), (199, 150, 0, 250)]),
      (
        "request body bytes, and then silence",
        [(0, 0, 1, 100), (100, 0, 2, 200), (200, 0, 3, 300), (300, 0, 3, 301), (301, 0, 3, nil)]
      ),
      ("request body bytes after a stall of the machine", [(0, 0, 0, 100), (900, 0, 0, 901), (901, 0, 1, 1001)]),
    ]
    for row in rows {
      var machine = IdleMachine(limit: .milliseconds(100))
      for look in row.looks {
        let step = machine.decide(now: moment(look.now), waitingSince: look.since.map(moment), sentBytes: look.sent)
        #expect(step == (look.next.map { .check(at: moment($0)) } ?? .end), "\(row.name) at \(look.now)")
      }
    }
    var impatient = IdleMachine(limit: .zero)
    #expect(impatient.decide(now: moment(0), waitingSince: nil, sentBytes: 0) == .check(at: moment(1)))
  }

  @Test("An event stream reconnects after its idle timeout")
  func events() async throws {
    let server = ScriptedServer { connection in
      while let request = connection.readRequest() {
        if request.field("last-event-id") != nil {
          connection.send("HTTP/1.1 204 No Content\r\n\r\n")
        } else {
          connection.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\nretry: 1\nid: 1\ndata: a\n\n")
        }
      }
    }
    defer { server.stop() }
    var data: [String] = []
    for try await event in Self.client(server.baseURL, .milliseconds(80), CurlTransport()).events() {
      data.append(event.data)
    }
    #expect(data == ["a"])
  }

  @Test("The kernel probes a server whose stream is silent")
  func probes() async throws {
    let server = ScriptedServer { connection in
      guard connection.readRequest() != nil else { return }
      connection.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n")
      connection.waitForClose()
    }
    defer { server.stop() }
    let response = try await CurlTransport().stream(server.request(), options: TransportOptions())
    let socket = try #require(server.clientSockets.first)
    func option(_ level: Int32, _ name: Int32) -> Int32 {
      var value: Int32 = 0
      var length = socklen_t(MemoryLayout<Int32>.size)
      return getsockopt(socket, level, name, &value, &length) == 0 ? value : -1
    }
    let tcp = Int32(IPPROTO_TCP)
    #expect(option(SOL_SOCKET, SO_KEEPALIVE) == 1)
    #expect(option(tcp, TCP_KEEPIDLE) == 60 && option(tcp, TCP_KEEPINTVL) == 10)
    // The connection is open until here.
    withExtendedLifetime(response) {}
  }

  @Test("The default idle timeout is a minute, and event streams have none by default")
  func limits() {
    let rows: [(IdleTimeout, HTTPFieldValue?, Duration?)] = [
      (.automatic, nil, .seconds(60)), (.automatic, "text/plain", .seconds(60)),
      (.automatic, "application/jsonl", .seconds(60)), (.automatic, "text/event-stream", nil),
      (.automatic, "Text/Event-Stream; charset=utf-8", nil), (.automatic, "no type", .seconds(60)),
      (.after(.seconds(5)), "text/event-stream", .seconds(5)), (.after(.seconds(5)), "text/plain", .seconds(5)),
      (.never, "text/plain", nil),
    ]
    for (timeout, type, limit) in rows {
      var fields = HTTPFields()
      if let type { fields[.contentType] = type }
      #expect(timeout.limit(for: fields) == limit, "\(timeout) \(type?.rawValue ?? "")")
    }
    #expect(TransportOptions().idleTimeout == .automatic)
    let client = APIClient(baseURL: "http://example.com")
    #expect(client.idleTimeout(nil).configuration.transportOptions.idleTimeout == .never)
  }
}
