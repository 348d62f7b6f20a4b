import Contract
import ContractHTTP
import Testing

@testable import ContractServer

@Suite("Idempotency keys in memory")
struct MemoryIdempotencyStoreTests {
  static func answer(_ count: Int) -> StoredResponse {
    StoredResponse(.ok, fields: [:], content: Array(repeating: 0, count: count))
  }

  @Test("A client has a limited share of the store, and its responses evict only its own")
  func shares() {
    let store = MemoryIdempotencyStore(
      maxKeys: 10, maxBytes: 1000, lifetime: .seconds(10), clientShare: 0.3, time: TestClock().source)
    #expect(store.claim("good k", fingerprint: "") == .first)
    store.finish("good k", Self.answer(10))
    for index in 0..<5000 {
      #expect(store.claim("bad \(index)", fingerprint: "") == .first)
      store.finish("bad \(index)", Self.answer(10))
    }
    #expect(store.claim("good k", fingerprint: "") == .done(Self.answer(10)) && store.keyCount == 4)
    // This response exceeds the client's share of the store's bytes, 300, so none of the client's keys remain.
    #expect(store.claim("bad long", fingerprint: "") == .first)
    store.finish("bad long", Self.answer(301))
    #expect(store.keyCount == 1)
    for index in 0..<3 { #expect(store.claim("bad \(index)", fingerprint: "") == .first) }
    #expect(store.claim("bad 3", fingerprint: "") == .full)
    #expect(store.claim("other 3", fingerprint: "") == .first)
    store.finish("bad 0", nil)
    #expect(store.claim("bad 3", fingerprint: "") == .first)
  }

  @Test("A key expires after its lifetime, and the oldest is evicted at the limit")
  func bounded() {
    let clock = TestClock()
    let store = MemoryIdempotencyStore(maxKeys: 2, maxBytes: 100, lifetime: .seconds(10), time: clock.source)
    #expect(store.claim("a", fingerprint: "") == .first)
    #expect(store.claim("b", fingerprint: "") == .first)
    #expect(store.claim("c", fingerprint: "") == .full)
    store.finish("b", Self.answer(10))
    #expect(store.claim("c", fingerprint: "") == .first)
    #expect(store.claim("a", fingerprint: "") == .inFlight && store.keyCount == 2)
    store.finish("a", nil)
    #expect(store.claim("a", fingerprint: "") == .first)
    store.finish("a", Self.answer(60))
    #expect(store.claim("a", fingerprint: "") == .done(Self.answer(60)))
    store.finish("c", Self.answer(60))
    #expect(store.claim("c", fingerprint: "x") == .mismatch && store.keyCount == 1)
    clock.advance(milliseconds: 9999)
    #expect(store.claim("c", fingerprint: "") == .done(Self.answer(60)))
    clock.advance(milliseconds: 1)
    #expect(store.claim("c", fingerprint: "") == .first)
    // A response that is too long for the store releases its key.
    store.finish("c", Self.answer(101))
    #expect(store.claim("c", fingerprint: "") == .first)
  }

  @Test("A key expires on time after earlier evictions")
  func expiry() {
    let clock = TestClock()
    let store = MemoryIdempotencyStore(
      maxKeys: 10, maxBytes: 1000, lifetime: .seconds(10), clientShare: 0.2, time: clock.source)
    // These are one key more than the client's share, so the first key is evicted long before it expires.
    for key in ["one a", "one b", "one c"] {
      #expect(store.claim(key, fingerprint: "") == .first)
      store.finish(key, Self.answer(10))
    }
    clock.advance(milliseconds: 4000)
    for key in ["two a", "two b", "other a", "other b"] {
      #expect(store.claim(key, fingerprint: "") == .first)
      store.finish(key, Self.answer(10))
    }
    clock.advance(milliseconds: 6000)
    // Only `one b` and `one c` have expired, however often the store is read.
    for _ in 0..<3 {
      for key in ["two a", "two b", "other a", "other b"] {
        #expect(store.claim(key, fingerprint: "") == .done(Self.answer(10)), "\(key)")
      }
      #expect(store.keyCount == 4)
    }
    #expect(store.claim("one c", fingerprint: "") == .first)
  }
}
