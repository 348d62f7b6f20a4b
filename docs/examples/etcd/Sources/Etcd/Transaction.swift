public import Contract
public import FoundationEssentials

/// A condition of a transaction: a property of a key, and the value to compare it with.
@Schema @Tagged("target")
public enum Comparison: Hashable, Sendable {
  /// The number of changes of the key; 0 for a key that does not exist.
  case version(key: Data, result: Relation, version: Int64)
  /// The revision at which the key was created; 0 for a key that does not exist.
  case created(key: Data, result: Relation, createRevision: Int64)
  /// The revision of the last change.
  case modified(key: Data, result: Relation, modRevision: Int64)
  /// The value.
  case value(key: Data, result: Relation, value: Data)
  /// The lease of the key.
  case lease(key: Data, result: Relation, lease: Int64)

  private enum CodingKeys: String, CodingKey {
    case version = "VERSION"
    case created = "CREATE"
    case modified = "MOD"
    case value = "VALUE"
    case lease = "LEASE"
  }
}

/// The relation of a property to a value.
public enum Relation: String, Codable, Hashable, Sendable {
  case equal = "EQUAL"
  case greater = "GREATER"
  case less = "LESS"
  case notEqual = "NOT_EQUAL"
}

/// One operation of a transaction. The only member of its object names the kind.
@Schema
public enum Action: Hashable, Sendable {
  /// Stores a value.
  case put(key: Data, value: Data, lease: Int64?)
  /// Reads a key, or all keys up to `rangeEnd`.
  case range(key: Data, rangeEnd: Data?)
  /// Deletes a key, or all keys up to `rangeEnd`.
  case delete(key: Data, rangeEnd: Data?)

  private enum CodingKeys: String, CodingKey {
    case put = "requestPut"
    case range = "requestRange"
    case delete = "requestDeleteRange"
  }
}

/// The result of one operation of a transaction.
@Schema @Tagged(.key)
public enum ActionResult: Hashable, Sendable {
  /// A value was stored.
  case put(PutResponse)
  /// Keys were read.
  case range(RangeResponse)
  /// Keys were deleted.
  case delete(DeleteResponse)

  private enum CodingKeys: String, CodingKey {
    case put = "response_put"
    case range = "response_range"
    case delete = "response_delete_range"
  }
}

/// The response to a transaction.
@Schema
public struct TransactionResponse: Hashable, Sendable {
  /// The state of the store.
  public var header: ResponseHeader = ResponseHeader()
  /// True if all comparisons held.
  public var succeeded: Bool = false
  /// The results of the executed operations, in their order.
  public var responses: [ActionResult] = []

  /// Creates a response.
  public init(succeeded: Bool = false, responses: [ActionResult] = []) {
    self.succeeded = succeeded
    self.responses = responses
  }
}
