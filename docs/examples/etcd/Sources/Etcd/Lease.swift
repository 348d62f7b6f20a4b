public import Contract
public import FoundationEssentials

/// A granted lease.
@Schema
public struct Lease: Hashable, Sendable {
  /// The identifier.
  public var id: Int64
  /// The time to live in seconds, at least the requested time.
  public var ttl: Int64

  private enum CodingKeys: String, CodingKey {
    case id = "ID"
    case ttl = "TTL"
  }

  /// Creates a lease.
  public init(id: Int64, ttl: Int64) {
    self.id = id
    self.ttl = ttl
  }
}

/// The state of a lease.
@Schema
public struct LeaseStatus: Hashable, Sendable {
  /// The remaining time in seconds; -1 for a lease that has ended.
  public var ttl: Int64 = 0
  /// The time to live at the start, in seconds.
  public var grantedTTL: Int64 = 0
  /// The keys of the lease, if requested.
  public var keys: [Data] = []

  private enum CodingKeys: String, CodingKey {
    case ttl = "TTL"
    case grantedTTL, keys
  }

  /// Creates a state.
  public init(ttl: Int64, grantedTTL: Int64 = 0, keys: [Data] = []) {
    self.ttl = ttl
    self.grantedTTL = grantedTTL
    self.keys = keys
  }
}

/// The result of a login.
@Schema
public struct Token: Hashable, Sendable {
  /// The value of `Authorization` in later calls.
  public var token: String

  /// Creates a result.
  public init(token: String) { self.token = token }
}
