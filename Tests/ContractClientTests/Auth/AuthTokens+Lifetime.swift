import ContractClient
import FoundationEssentials

extension AuthTokens {
  /// Creates tokens that expire this many seconds after the start of a ``TestClock``; nil for tokens that never expire.
  init(_ access: String, endsIn seconds: Double?) {
    let start = Date(timeIntervalSince1970: TestClock.start)
    self.init(accessToken: access, refreshToken: "r-\(access)", expiresAt: seconds.map { start + $0 })
  }
}
