import ContractHTTP
import ContractLoop
import Testing

@testable import ContractWebSocket

/// A tunnel whose peer receives everything at once and sends nothing.
private final class ReceptiveTunnel: WebSocketTunnel,
  // SAFETY: only the loop's thread uses the tunnel.
  @unchecked Sendable
{
  let loop: ContractLoop
  private(set) var isOpen = true
  private(set) var stagedCount = 0
  private var owner: (any WebSocketTunnelOwner)?

  init(_ loop: ContractLoop) { self.loop = loop }

  var isFlushed: Bool { true }
  var peer: WebSocketTunnelPeer { .connected }
  func attach(_ owner: any WebSocketTunnelOwner) { self.owner = owner }
  func receive(_ consume: (Span<UInt8>) -> Void) throws(WebSocketError) -> Int? { nil }
  func cancelTask() {}
  func flush() throws(WebSocketError) -> Int { 0 }

  func stage(_ bytes: ArraySlice<UInt8>) -> Int {
    stagedCount += 1
    return bytes.count
  }

  func close(_ end: WebSocketEnd, isOrderly: Bool) {
    isOpen = false
    owner = nil
  }
}

@Suite("Bursts of sent messages", .timeLimit(.minutes(1)))
struct SendBurstTests {
  @Test("A task that only sends lets other work of its loop run")
  func onlySending() async throws {
    try await ContractLoop.run {
      let loop = try #require(ContractLoop.current)
      let tunnel = ReceptiveTunnel(loop)
      let socket = WebSocketConnection.start(on: tunnel, as: .server, .serving, compressing: nil)
      let hasRun = Lock(false)
      loop.execute { hasRun.withLock { $0 = true } }
      while !hasRun.withLock({ $0 }), tunnel.stagedCount < 500_000 {
        #expect(await socket.send(.text("x")) == nil)
      }
      #expect(hasRun.withLock { $0 })
      socket.release()
    }
  }

  @Test("A burst ends after its time, and begins again in each iteration of the loop")
  func rule() {
    var burst = SendBurst()
    let start = LoopInstant(nanoseconds: 10_000_000)
    let (first, second) = (LoopInstant(nanoseconds: 9_000_000), LoopInstant(nanoseconds: 12_000_000))
    let end = start.advanced(byNanoseconds: SendBurst.maxTime)
    var results: [Bool] = []
    for (now, seen) in [
      (start, first), (end.advanced(byNanoseconds: -1), first), (end, first), (end, second),
      (end.advanced(byNanoseconds: SendBurst.maxTime), second),
    ] {
      results.append(burst.isOver(at: now, seen: seen))
    }
    #expect(results == [false, false, true, false, true])
  }
}
