import ContractLoop
import Testing

@testable import ContractClient
@testable import ContractCurl
@testable import ContractWebSocket

@Suite("WebSocket keep-alive")
struct KeepAliveTests {
  private static func at(_ milliseconds: Int64) -> LoopInstant {
    LoopInstant(nanoseconds: milliseconds * 1_000_000)
  }

  /// A check: its time, the time when the peer was last heard, whether the connection reads, and the next step. A Ping is
  /// sent after 100 ms, and the peer is disconnected 250 ms later.
  struct Look: Sendable {
    var now: Int64
    var lastHeard: Int64
    var isReading = true
    var step: KeepAlive.Step
  }

  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var looks: [Look]
  }

  static let rows: [Row] = [
    Row(
      testDescription: "a peer that sends frames gets no Ping",
      looks: [
        Look(now: 0, lastHeard: 0, step: .check(at: at(100))), Look(now: 100, lastHeard: 40, step: .check(at: at(140))),
        Look(now: 140, lastHeard: 139, step: .check(at: at(239))),
      ]),
    Row(
      testDescription: "a silent peer gets a Ping, and another after its reply",
      looks: [
        Look(now: 100, lastHeard: 0, step: .ping(checkAt: at(200))),
        Look(now: 200, lastHeard: 150, step: .check(at: at(250))),
        Look(now: 250, lastHeard: 150, step: .ping(checkAt: at(350))),
      ]),
    Row(
      testDescription: "a peer that does not reply is disconnected at the timeout",
      looks: [
        Look(now: 100, lastHeard: 0, step: .ping(checkAt: at(200))),
        Look(now: 200, lastHeard: 0, step: .check(at: at(300))),
        Look(now: 300, lastHeard: 0, step: .check(at: at(350))),
        Look(now: 349, lastHeard: 0, step: .check(at: at(350))), Look(now: 350, lastHeard: 0, step: .end),
      ]),
    Row(
      testDescription: "silence does not count while no task reads",
      looks: [
        Look(now: 100, lastHeard: 0, step: .ping(checkAt: at(200))),
        Look(now: 1000, lastHeard: 0, isReading: false, step: .check(at: at(1100))),
        Look(now: 1100, lastHeard: 1050, step: .check(at: at(1150))),
        Look(now: 1150, lastHeard: 1050, step: .ping(checkAt: at(1250))),
      ]),
  ]

  @Test("The time since the last received frame determines whether a Ping or a timeout is due", arguments: rows)
  func row(_ row: Row) {
    var keepAlive = KeepAlive(interval: .milliseconds(100), timeout: .milliseconds(250))
    for look in row.looks {
      let step = keepAlive.decide(
        now: Self.at(look.now), lastHeard: Self.at(look.lastHeard), isReading: look.isReading)
      #expect(step == look.step, "at \(look.now) ms")
    }
  }
}
