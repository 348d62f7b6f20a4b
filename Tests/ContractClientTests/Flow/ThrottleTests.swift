import Contract
import ContractHTTP
import Testing

@testable import ContractClient

@Suite("Throttles", .timeLimit(.minutes(2)))
struct ThrottleTests {
  @Test("A throttle sends equal calls once per interval and shares the response")
  func throttle() async throws {
    let clock = TestClock()
    let transport = AnsweringTransport { request, number in .text("\(number)") }
    let client = APIClient(transport).clock(clock).throttle(.seconds(10))
    func text(_ client: APIClient) async throws -> String { try await client.response().text }
    #expect(try await text(client("a")) == "1")
    #expect(try await text(client("a")) == "1")
    #expect(try await text(client("b")) == "2")
    #expect(try await text(client("a").post) == "3")
    #expect(try await text(client("a").post) == "4")
    clock.advance(by: .seconds(9))
    #expect(try await text(client("a")) == "1")
    clock.advance(by: .seconds(1))
    #expect(try await text(client("a")) == "5")
    let named = APIClient(transport).clock(clock)
      .throttle(Throttle(interval: .seconds(10), name: { _ in "everything" }))
    #expect(try await text(named("x").post) == "6")
    #expect(try await text(named("y")) == "6")
  }

  @Test("A throttle does not share an error response", arguments: [404, 500, 503])
  func failures(status: Int) async throws {
    let failure = HTTPResponse(try #require(HTTPStatus(status)))
    let transport = AnsweringTransport { _, number in number == 1 ? failure : .text("\(number)") }
    let client = APIClient(transport).clock(TestClock()).throttle(.seconds(10))
    let answers = try await [client.get.response(), client.get.response(), client.get.response()]
    #expect(answers.map(\.status.code) == [status, 200, 200])
    #expect(transport.requests.count == 2)
  }

  @Test("A waiting throttle starts calls one interval apart")
  func pace() async throws {
    let clock = TestClock()
    let transport = AnsweringTransport(HTTPResponse(.ok))
    let client = APIClient(transport).clock(clock).throttle(.seconds(10), .wait)
    for _ in 0..<3 { _ = try await client("a").post.response() }
    #expect(clock.slept == [.seconds(10), .seconds(10)])
    let error = await #expect(throws: ClientError.self) { try await client.timeout(.seconds(5)).get.response() }
    #expect(
      error?.description
        == "GET /: the timeout of the call leaves no time to wait for its turn in the throttle [timeout]")
  }

  @Test("A throttle keeps the 256 most recent responses")
  func bounded() {
    var state = ThrottleState()
    let requester = RequestKey.Requester(sharingScope: SharingScope())
    for index in 0..<1000 {
      let key = RequestKey(named: "\(index)", requester)
      let shared = SharedResponse(response: .text("\(index)"), authorized: nil)
      state.keep(shared, key, start: Int64(index), interval: 1_000_000)
    }
    let known = (0..<1000).filter {
      state.known(RequestKey(named: "\($0)", requester), now: 1000, interval: 1_000_000) != nil
    }
    #expect(known == Array(744..<1000))
  }

  @Test("Calls that time out while waiting do not slow the throttle for others")
  func overload() async throws {
    let clock = TestClock()
    let transport = AnsweringTransport(HTTPResponse(.ok))
    let client = APIClient(transport).clock(clock).throttle(.seconds(10), .wait)
    try await client.get()
    let hasty = client.timeout(.seconds(5))
    for _ in 0..<100 { #expect(await clientErrorCode { try await hasty.get() } == .timeout) }
    try await client.get()
    #expect(clock.slept == [.seconds(10)])
    #expect(transport.requests.count == 2)
  }

  @Test("A cancelled call returns its turn to the throttle")
  func cancelled() async throws {
    let clock = TestClock()
    let client = APIClient(AnsweringTransport(HTTPResponse(.ok))).clock(clock).throttle(.seconds(10), .wait)
    try await client.get()
    for _ in 0..<3 {
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        try await client.get()
      }
      #expect(await clientErrorCode { try await task.value } == .cancelled)
    }
    try await client.get()
    #expect(clock.slept == [.seconds(10)])
  }

  @Test("A throttle assigns turns one interval apart, and assigns returned turns again")
  func turns() {
    var state = ThrottleState()
    let key = RequestKey(named: "", RequestKey.Requester(sharingScope: SharingScope()))
    func turn(at now: Int64, within time: Int64 = .max) -> Int64? {
      state.turn(key, now: now, interval: 10, within: time)
    }
    let taken = [turn(at: 0), turn(at: 0), turn(at: 0), turn(at: 1), turn(at: 1, within: 39), turn(at: 1, within: 40)]
    #expect(taken == [0, 10, 20, 30, nil, 40])
    // The test gives back a turn in the middle and then the last two turns, the earlier of these first.
    for start: Int64 in [20, 30, 40] { state.giveBack(key, start, interval: 10) }
    let again = [turn(at: 2), turn(at: 2)]
    #expect(again == [20, 30])
    // A turn whose time has passed is not used again.
    state.giveBack(key, 20, interval: 10)
    let late = turn(at: 25)
    #expect(late == 40)
  }

  @Test("A waiting throttle keeps a separate pace for each of many names")
  func manyNames() {
    let throttle = Throttle(interval: .nanoseconds(10), mode: .wait)
    let requester = RequestKey.Requester(sharingScope: SharingScope())
    func delays(_ names: Range<Int>, at now: Int64 = 0) -> [Duration?] {
      names.map { throttle.turn(RequestKey(named: "\($0)", requester), now: now, within: .seconds(1))?.delay }
    }
    for round in 0..<2 {
      #expect(delays(0..<4096) == Array(repeating: .nanoseconds(10 * round), count: 4096))
    }
    // Further names share one pace, until the intervals of the other names have passed.
    #expect(delays(5000..<5003) == [.zero, .nanoseconds(10), .nanoseconds(20)])
    #expect(delays(6000..<6003, at: 20) == [.zero, .zero, .zero])
  }

  @Test("A waiting throttle limits all clients together, and each name separately")
  func onePace() async throws {
    let clock = TestClock()
    let transport = AnsweringTransport(HTTPResponse(.ok))
    let client = APIClient(transport).clock(clock).throttle(.seconds(10), .wait)
    for user in ["a", "b", "c"] { try await client.auth(.bearer(user)).get() }
    #expect(clock.slept == [.seconds(10), .seconds(10)])
    let named = APIClient(transport).clock(clock)
      .throttle(Throttle(interval: .seconds(10), mode: .wait) { $0.fields["X-Team"]?.rawValue })
    for team: HTTPFieldValue in ["red", "blue", "red"] {
      try await named.auth(.bearer("x")).modifyRequest { request, _ in request.fields["X-Team"] = team }.get()
    }
    try await named.get()
    #expect(clock.slept == [.seconds(10), .seconds(10), .seconds(10)])
  }
}
