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

  /// A check: its time, the time when the peer was last heard, and the next step. A Ping is sent after 100 ms, and the
  /// peer is disconnected 250 ms later.
  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var looks: [(now: Int64, lastHeard: Int64, isReading: Bool, step: KeepAlive.Step)]
  }

  static let rows: [Row] = [
    Row(
      testDescription: "a peer that talks is left alone",
      looks: [
        (0, 0, true, .look(at: at(100))), (100, 40, true, .look(at: at(140))), (140, 139, true, .look(at: at(239))),
      ]),
    Row(
      testDescription: "a silent one is asked, and asked again when it has answered",
      looks: [
        (100, 0, true, .ping(lookAt: at(200))), (200, 150, true, .look(at: at(250))),
        (250, 150, true, .ping(lookAt: at(350))),
      ]),
    Row(
      testDescription: "one that does not answer is given up when its time is over",
      looks: [
        (100, 0, true, .ping(lookAt: at(200))), (200, 0, true, .look(at: at(300))), (300, 0, true, .look(at: at(350))),
        (349, 0, true, .look(at: at(350))), (350, 0, true, .end),
      ]),
    Row(
      testDescription: "silence says nothing while nobody reads",
      looks: [
        (100, 0, true, .ping(lookAt: at(200))), (1000, 0, false, .look(at: at(1100))),
        (1100, 1050, true, .look(at: at(1150))),
        (1150, 1050, true, .ping(lookAt: at(1250))),
      ]),
  ]

  @Test("The time since the last received frame decides on a Ping or a timeout", arguments: rows)
  func row(_ row: Row) {
    var keepAlive = KeepAlive(interval: .milliseconds(100), timeout: .milliseconds(250))
    for look in row.looks {
      let step = keepAlive.decide(
        now: Self.at(look.now), lastHeard: Self.at(look.lastHeard), isReading: look.isReading)
      #expect(step == look.step, "at \(look.now) ms")
    }
  }
}
