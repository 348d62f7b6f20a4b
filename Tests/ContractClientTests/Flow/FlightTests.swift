import Contract
import ContractHTTP
import Testing

@testable import ContractClient

@Suite("Shared flights", .timeLimit(.minutes(2)))
struct FlightTests {
  @Test("Waiters of one flight all receive its value, and a cancelled waiter leaves at once")
  func singleFlight() async throws {
    let flights = SingleFlight<String, Int>()
    let gate = Turnstile()
    let made = Lock(0)
    let make: @Sendable () async throws -> Int = {
      await gate.pass()
      return made.withLock { count in
        count += 1
        return count
      }
    }
    let first = Task { try await flights.value(for: "a", make) }
    await gate.waitForArrivals(1)
    let others = (0..<20).map { _ in Task { try await flights.value(for: "a", make) } }
    let leaving = Task { try await flights.value(for: "a", make) }
    leaving.cancel()
    await #expect(throws: CancellationError.self) { try await leaving.value }
    // A caller that arrives after the end of the flight starts a second flight, so the gate opens only when all callers wait.
    while flights.waiterCount < 21 { await Task.yield() }
    gate.open()
    #expect(try await first.value == 1)
    for other in others { #expect(try await other.value == 1) }
    #expect(try await flights.value(for: "a", make) == 2)
  }

  @Test("A flight without waiters is cancelled")
  func abandoned() async throws {
    let flights = SingleFlight<String, Int>()
    let gate = Turnstile()
    let isCancelled = Lock<Bool?>(nil)
    let done = Turnstile()
    let task = Task {
      try await flights.value(for: "a") {
        await gate.pass()
        isCancelled.withLock { $0 = Task.isCancelled }
        await done.pass()
        return 1
      }
    }
    await gate.waitForArrivals(1)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    gate.open()
    await done.waitForArrivals(1)
    done.open()
    #expect(isCancelled.withLock { $0 } == true)
  }

  @Test("A flight that must finish continues without waiters and serves later waiters")
  func ended() async throws {
    let flights = SingleFlight<String, Bool>(completesUnwanted: true)
    let gate = Turnstile()
    let count = Lock(0)
    let make: @Sendable () async throws -> Bool = {
      count.withLock { $0 += 1 }
      await gate.pass()
      return Task.isCancelled
    }
    let task = Task { try await flights.value(for: "a", make) }
    await gate.waitForArrivals(1)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    let later = Task { try await flights.value(for: "a", make) }
    while flights.waiterCount < 1 { await Task.yield() }
    gate.open()
    #expect(try await later.value == false)
    #expect(count.withLock { $0 } == 1)
  }

  @Test("A cancelled caller starts no flight")
  func cancelledBefore() async throws {
    for completesUnwanted in [false, true] {
      let flights = SingleFlight<String, Int>(completesUnwanted: completesUnwanted)
      let (mayAsk, begun) = (Turnstile(), EventCounter())
      let task = Task {
        await mayAsk.pass()
        return try await flights.value(for: "a") {
          begun.add()
          return 1
        }
      }
      task.cancel()
      mayAsk.open()
      await #expect(throws: CancellationError.self) { try await task.value }
      // If a flight had begun, the next call would join it.
      #expect(try await flights.value(for: "a") { 2 } == 2)
      #expect(begun.count == 0)
    }
  }

  @Test("Only identical requests with identical credentials are coalesced")
  func coalescing() async throws {
    let gate = Turnstile()
    let transport = AnsweringTransport { request, _ in
      await gate.pass()
      return .text("\(request.target) \(request.fields[.authorization]?.rawValue ?? "-")")
    }
    let client = APIClient(transport).clock(TestClock()).coalescing()
    let calls: [(APIClient, HTTPMethod)] = [
      (client("a"), .get), (client("a"), .get), (client("a"), .get), (client("b"), .get), (client("a"), .post),
      (client("a").auth(.bearer("t")), .get), (client("a").header("X-A", "1"), .get),
    ]
    let tasks = calls.map { client, method in Task { try await client.method(method).response().text } }
    await gate.waitForArrivals(5)
    gate.open()
    var texts: [String] = []
    for task in tasks { texts.append(try await task.value) }
    #expect(texts == ["/v1/a -", "/v1/a -", "/v1/a -", "/v1/b -", "/v1/a -", "/v1/a Bearer t", "/v1/a -"])
    #expect(transport.requests.count <= 7)
  }
}
