import Contract
import ContractHTTP
import FoundationEssentials
import Testing

@testable import ContractClient

@Suite("Token state", .timeLimit(.minutes(2)))
struct TokenStateTests {
  private static let now = Date(timeIntervalSince1970: TestClock.start)

  /// The known state after reading a store with these tokens.
  private static func state(_ tokens: AuthTokens?, version: Int? = nil) -> TokenState {
    var state = TokenState(leeway: 30)
    state.take(tokens, version)
    return state
  }

  @Test("A token is used until shortly before it expires, then renewed")
  func needs() {
    let rows: [(Double?, String)] = [
      (nil, "use"), (31, "use"), (30, "early"), (1, "early"), (0, "renew"), (-5, "renew"),
    ]
    for (end, expected) in rows {
      let tokens = AuthTokens("a", endsIn: end)
      var state = Self.state(tokens)
      let need = state.need(nil, now: Self.now)
      switch expected {
      case "use": #expect(need == .use(tokens))
      case "early": #expect(need == .renewEarly(tokens))
      default: #expect(need == .renew)
      }
    }
    var none = Self.state(nil)
    let needOfNone = none.need(nil, now: Self.now)
    #expect(needOfNone == .renew)
  }

  @Test("Only one early renewal runs at a time, and the next one starts only after a pause")
  func oneEarly() {
    let tokens = AuthTokens("a", endsIn: 30)
    var state = Self.state(tokens)
    let first = [0.0, 1, 20].map { state.need(nil, now: Self.now + $0) }
    #expect(first == [.renewEarly(tokens), .use(tokens), .use(tokens)])
    state.endEarly(now: Self.now + 20)
    let then = [20.0, 24, 25, 30].map { state.need(nil, now: Self.now + $0) }
    #expect(then == [.use(tokens), .use(tokens), .renewEarly(tokens), .renew])
  }

  @Test("A refused token is renewed unless another call has already replaced it")
  func refused() {
    var state = Self.state(AuthTokens("b", endsIn: nil))
    let needs = ["a", "b"].map { state.need(nil, refused: $0, now: Self.now) }
    #expect(needs == [.use(AuthTokens("b", endsIn: nil)), .renew])
    let rows: [(AuthTokens, refused: String?, isBetter: Bool)] = [
      (AuthTokens("c", endsIn: 100), refused: "b", isBetter: true),
      (AuthTokens("c", endsIn: 10), refused: "b", isBetter: false),
      (AuthTokens("b", endsIn: 100), refused: "b", isBetter: false),
      (AuthTokens("b", endsIn: nil), refused: "a", isBetter: true),
    ]
    for (stored, refused, isBetter) in rows {
      var state = state
      let isUsable = state.takeUsable(stored, refused: refused, now: Self.now)
      #expect(isUsable == isBetter && state.tokens == (isBetter ? stored : AuthTokens("b", endsIn: nil)))
    }
  }

  @Test("A newer stored token replaces the known token even if the stored token has expired")
  func superseded() {
    let rows: [(known: TimeInterval?, stored: TimeInterval?, takes: Bool)] = [
      (known: -10, stored: -5, takes: true), (known: -10, stored: 10, takes: true),
      (known: -5, stored: -10, takes: false), (known: nil, stored: -5, takes: false),
    ]
    for (known, stored, takes) in rows {
      var state = Self.state(AuthTokens("a", endsIn: known))
      let isUsable = state.takeUsable(AuthTokens("b", endsIn: stored), refused: nil, now: Self.now)
      #expect(!isUsable && (state.tokens?.accessToken == "b") == takes, "\(known as Any) \(stored as Any)")
    }
  }

  @Test("Tokens from a changed store replace known tokens with the same expiration")
  func supersededAtOnce() {
    for (version, token) in [(1, "a"), (2, "b")] {
      var state = TokenState(leeway: 30)
      state.take(AuthTokens("a", endsIn: 20), 1)
      let isUsable = state.takeUsable(AuthTokens("b", endsIn: 20), refused: nil, version, now: Self.now)
      #expect(!isUsable && state.tokens?.accessToken == token, "version \(version)")
      #expect(state.version == version)
    }
  }

  @Test("A changed store is read again, and an outdated renewal is discarded")
  func versions() {
    var state = TokenState(leeway: 30)
    let unseen = state.need(nil, now: Self.now)
    state.take(AuthTokens("a", endsIn: nil), 1)
    let seen = [1, 2].map { state.need($0, now: Self.now) }
    #expect([unseen] + seen == [.load, .use(AuthTokens("a", endsIn: nil)), .load])
    state.take(AuthTokens("b", endsIn: nil), 2)
    let kept = [1, 2].map { (version: Int) in state.renew(AuthTokens(accessToken: "c\(version)"), version) }
    #expect(kept == [false, true] && state.tokens?.accessToken == "c2")
    #expect(state.changes == 3)
  }
}
