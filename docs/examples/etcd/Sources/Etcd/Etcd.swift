public import ContractClient
internal import FoundationEssentials

/// An etcd server or cluster, reached through its JSON gateway.
///
/// ```swift
/// let etcd = Etcd(baseURL: "http://localhost:2379")
///
/// try await etcd.put("green", for: "colors/leaf")
/// for entry in try await etcd.entries(under: "colors/") { print(entry.keyText, entry.text) }
/// for try await event in try await etcd.watch("colors/") { print(event) }
/// ```
public struct Etcd: Sendable {
  /// The contract for keys and leases.
  public let api: any EtcdV3
  /// The contract for users and roles.
  public let auth: any EtcdAuthV3
  /// The client with which `loggedIn(as:password:)` creates the client of a user.
  private let client: APIClient

  /// Creates a client with a timeout of 10 s for a call including its retries.
  ///
  /// - Parameter baseURL: such as `http://localhost:2379`.
  public init(baseURL: String) {
    self.init(APIClient(baseURL: baseURL).timeout(.seconds(10)).retry())
  }

  /// The maximum size of a line of a stream. etcd sends up to 2 MiB at once, which base64 and JSON enlarge.
  private static let maxLineBytes = 16 << 20

  /// Creates a client from an `APIClient` with other timeouts, credentials or middleware.
  public init(_ client: APIClient) {
    // Streams have no idle timeout, because a watch may be silent for a long time.
    let streaming = client.idleTimeout(nil).configured { $0.maxLineBytes = max($0.maxLineBytes, Self.maxLineBytes) }
    self.init(api: EtcdV3API(streaming), auth: EtcdAuthV3API(client), client: client)
  }

  /// Creates a client for tests, such as `Etcd(api: EtcdV3Mock())`.
  public init(api: any EtcdV3, auth: any EtcdAuthV3 = EtcdAuthV3Mock()) {
    self.init(api: api, auth: auth, client: APIClient(baseURL: ""))
  }

  private init(api: any EtcdV3, auth: any EtcdAuthV3, client: APIClient) {
    self.api = api
    self.auth = auth
    self.client = client
  }

  /// Returns a client whose calls are those of a user.
  ///
  /// Tokens expire, after 5 minutes without a call by default. Calls then throw `.declared(.unauthenticated)`.
  public func loggedIn(as name: String, password: String) async throws(EtcdError) -> Etcd {
    let token = try await auth.authenticate(name: name, password: password).token
    return Etcd(client.auth(.apiKey(token, header: "Authorization")))
  }
}

// MARK: - Keys

extension Etcd {
  /// Stores a value, and returns the replaced value.
  ///
  /// - Parameter lease: the lease that removes the key when it ends.
  @discardableResult
  public func put(
    _ value: String, for key: String, lease: Lease? = nil
  ) async throws(EtcdError) -> KeyValue? {
    try await api.put(key: Data(key.utf8), value: Data(value.utf8), lease: lease?.id, prevKv: true).previous
  }

  /// Returns the entry of a key; nil if the key does not exist.
  public func entry(_ key: String) async throws(EtcdError) -> KeyValue? {
    try await range(Data(key.utf8), to: nil).kvs.first
  }

  /// Returns all entries whose keys start with `prefix`, in the order of the keys.
  ///
  /// - Parameter limit: the maximum number of entries; unlimited if nil.
  public func entries(under prefix: String, limit: Int64? = nil) async throws(EtcdError) -> [KeyValue] {
    let (start, end) = KeyRange.prefix(prefix)
    return try await range(start, to: end, limit: limit).kvs
  }

  /// Deletes a key, and returns whether it existed.
  @discardableResult
  public func delete(_ key: String) async throws(EtcdError) -> Bool {
    try await api.deleteRange(key: Data(key.utf8), rangeEnd: nil, prevKv: nil).deleted > 0
  }

  /// Deletes all keys that start with `prefix`, and returns their number.
  @discardableResult
  public func deleteAll(under prefix: String) async throws(EtcdError) -> Int64 {
    let (start, end) = KeyRange.prefix(prefix)
    return try await api.deleteRange(key: start, rangeEnd: end, prevKv: nil).deleted
  }

  /// Replaces the value of a key if it is `old`, and returns whether it was. If `old` is nil, the key must not exist.
  public func replace(_ old: String?, by new: String, for key: String) async throws(EtcdError) -> Bool {
    let key = Data(key.utf8)
    let condition: Comparison =
      if let old {
        .value(key: key, result: .equal, value: Data(old.utf8))
      } else {
        .version(key: key, result: .equal, version: 0)
      }
    let put = Action.put(key: key, value: Data(new.utf8), lease: nil)
    return try await api.txn(compare: [condition], success: [put], failure: []).succeeded
  }

  private func range(_ key: Data, to end: Data?, limit: Int64? = nil) async throws(EtcdError) -> RangeResponse {
    try await api.range(
      key: key, rangeEnd: end, limit: limit, revision: nil, keysOnly: nil, countOnly: nil)
  }
}

// MARK: - Leases

extension Etcd {
  /// Grants a lease of at least `seconds`.
  public func grant(seconds: Int64) async throws(EtcdError) -> Lease {
    try await api.grant(ttl: seconds, id: nil)
  }

  /// Ends a lease and removes its keys. An ended lease throws `.declared(.notFound)`.
  public func revoke(_ lease: Lease) async throws(EtcdError) {
    _ = try await api.revoke(id: lease.id)
  }

  /// Returns the remaining time of a lease in seconds; nil if it has ended.
  public func remainingSeconds(of lease: Lease) async throws(EtcdError) -> Int64? {
    let seconds = try await api.timeToLive(id: lease.id, keys: nil).ttl
    return seconds < 0 ? nil : seconds
  }
}
