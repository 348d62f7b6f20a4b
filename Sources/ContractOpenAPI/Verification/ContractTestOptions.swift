public import ContractHTTP

/// The settings of a contract test.
public struct ContractTestOptions: Sendable {
  /// The seed of all generated requests. Equal seeds result in equal requests, except for values taken from responses.
  public var seed: UInt64
  /// The number of generated requests, excluding those that shrink a finding, divided among the operations.
  public var cases: Int
  /// The credentials by the name of their security scheme, such as `bearer`. Operations that require other credentials are
  /// tested only without credentials.
  public var credentials: [String: RequestCredential]
  /// Headers that are added to every request.
  public var fields: HTTPFields
  /// The operations to test, by `operationId` or as `GET /todos/{id}`; empty for all.
  public var operations: [String]
  /// The operations to leave out, by `operationId` or as `DELETE /todos/{id}`.
  public var excluding: [String]
  /// The maximum number of requests that shrink one finding.
  public var maxShrinkingRequests: Int

  /// Creates settings.
  public init(
    seed: UInt64 = 1, cases: Int = 500, credentials: [String: RequestCredential] = [:],
    fields: HTTPFields = HTTPFields(), operations: [String] = [], excluding: [String] = [],
    maxShrinkingRequests: Int = 100
  ) {
    self.seed = seed
    self.cases = cases
    self.credentials = credentials
    self.fields = fields
    self.operations = operations
    self.excluding = excluding
    self.maxShrinkingRequests = maxShrinkingRequests
  }
}
