import ContractHTTP
import Testing

@Suite("Lock")
struct LockTests {
  @Test("A lock loses none of the updates of 8 concurrent tasks")
  func counts() async {
    let lock = Lock(0)
    await withTaskGroup { group in
      for _ in 0..<8 { group.addTask { for _ in 0..<10_000 { lock.withLock { $0 += 1 } } } }
    }
    #expect(lock.withLock { $0 } == 80_000)
  }

  @Test("A lock is released when its closure throws")
  func releases() {
    struct Refusal: Error {}
    let lock = Lock("a")
    #expect(throws: Refusal.self) { try lock.withLock { (_: inout String) throws(Refusal) in throw Refusal() } }
    #expect(lock.withLock { $0 } == "a")
  }
}
