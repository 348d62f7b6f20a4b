public import Contract
public import FoundationEssentials

/// The key-value and lease calls of etcd's JSON gateway, version 3: https://etcd.io/docs/v3.4/dev-guide/api_grpc_gateway/
///
/// Most programs call ``Etcd``. This protocol is for mocks, for servers that speak the same API, and for calls that need
/// the whole response.
///
/// The gateway maps gRPC to JSON: keys and values are base64, 64-bit integers are strings, and members with their default
/// value are absent.
@API(prefix: "/v3") @Mock @Wire(Wire { $0.json.integers64 = .strings })
public protocol EtcdV3: Sendable {
  /// Stores a value.
  ///
  /// - Parameters:
  ///   - lease: the lease that removes the key when it ends; none if nil.
  ///   - prevKv: whether to return the replaced value.
  @POST("/kv/put") @Idempotent
  func put(
    key: Data, value: Data, lease: Int64?, prevKv: Bool?
  ) async throws(CallFailure<EtcdRefusal>) -> PutResponse

  /// Reads the key, or all keys from `key` up to `rangeEnd`, which is excluded.
  ///
  /// - Parameters:
  ///   - limit: the maximum number of results; unlimited if nil.
  ///   - revision: the revision to read; the present one if nil.
  @POST("/kv/range") @Idempotent
  func range(
    key: Data, rangeEnd: Data?, limit: Int64?, revision: Int64?, keysOnly: Bool?, countOnly: Bool?
  ) async throws(CallFailure<EtcdRefusal>) -> RangeResponse

  /// Deletes the key, or all keys from `key` up to `rangeEnd`, which is excluded.
  @POST("/kv/deleterange") @Idempotent
  func deleteRange(
    key: Data, rangeEnd: Data?, prevKv: Bool?
  ) async throws(CallFailure<EtcdRefusal>) -> DeleteResponse

  /// Executes `success` if all comparisons hold, and `failure` otherwise, as one revision.
  @POST("/kv/txn")
  func txn(
    compare: [Comparison], success: [Action], failure: [Action]
  ) async throws(CallFailure<EtcdRefusal>) -> TransactionResponse

  /// Grants a lease.
  ///
  /// - Parameters:
  ///   - ttl: the time to live in seconds.
  ///   - id: the identifier of the lease; the server chooses one if nil.
  @POST("/lease/grant") @Name("ttl", "TTL") @Name("id", "ID")
  func grant(ttl: Int64, id: Int64?) async throws(CallFailure<EtcdRefusal>) -> Lease

  /// Ends a lease and removes its keys.
  @POST("/lease/revoke") @Name("id", "ID")
  func revoke(id: Int64) async throws(CallFailure<EtcdRefusal>) -> Revision

  /// Reports the changes of keys, as they happen. The first line confirms the watch.
  @POST("/watch")
  func watch(createRequest: WatchRequest) async throws(CallFailure<EtcdRefusal>) -> JSONLines<StreamLine<WatchResponse>>

  /// Renews a lease for its full time to live. The gateway reads one request for each stream.
  @POST("/lease/keepalive") @Name("id", "ID")
  func keepAlive(id: Int64) async throws(CallFailure<EtcdRefusal>) -> JSONLines<StreamLine<LeaseStatus>>

  /// Copies the whole store.
  @POST("/maintenance/snapshot")
  func snapshot() async throws(CallFailure<EtcdRefusal>) -> JSONLines<StreamLine<SnapshotPart>>

  /// Returns the remaining time of a lease, and its keys if `keys` is true.
  @POST("/lease/timetolive") @Idempotent @Name("id", "ID")
  func timeToLive(id: Int64, keys: Bool?) async throws(CallFailure<EtcdRefusal>) -> LeaseStatus
}

/// The calls for users and roles.
@API(prefix: "/v3/auth") @Mock @Wire(Wire { $0.json.integers64 = .strings })
public protocol EtcdAuthV3: Sendable {
  /// Returns a token for later calls.
  @POST("/authenticate")
  func authenticate(name: String, password: String) async throws(CallFailure<EtcdRefusal>) -> Token

  /// Requires a token from every caller. The user `root` with the role `root` must exist.
  @POST("/enable")
  func enable() async throws(CallFailure<EtcdRefusal>) -> Revision

  /// Allows every caller again.
  @POST("/disable")
  func disable() async throws(CallFailure<EtcdRefusal>) -> Revision

  /// Adds a user.
  @POST("/user/add")
  func addUser(name: String, password: String) async throws(CallFailure<EtcdRefusal>) -> Revision

  /// Adds a role.
  @POST("/role/add")
  func addRole(name: String) async throws(CallFailure<EtcdRefusal>) -> Revision

  /// Grants a role to a user.
  @POST("/user/grant")
  func grantRole(user: String, role: String) async throws(CallFailure<EtcdRefusal>) -> Revision
}
