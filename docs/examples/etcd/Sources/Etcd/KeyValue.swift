public import Contract
public import FoundationEssentials

/// A key with its value.
@Schema
public struct KeyValue: Hashable, Sendable {
  /// The key.
  public var key: Data
  /// The value; empty if only keys were read.
  public var value: Data = Data()
  /// The revision at which the key was created.
  public var createRevision: Int64 = 0
  /// The revision of the last change.
  public var modRevision: Int64 = 0
  /// The number of changes since the key was created.
  public var version: Int64 = 0
  /// The lease of the key; nil for a key without a lease.
  public var lease: Int64?

  private enum CodingKeys: String, CodingKey {
    case key, value, version, lease
    case createRevision = "create_revision"
    case modRevision = "mod_revision"
  }

  /// Creates a key with a value.
  public init(_ key: Data, _ value: Data) {
    self.key = key
    self.value = value
  }

  /// The key as a string; invalid UTF-8 is replaced.
  public var keyText: String { String(decoding: key, as: UTF8.self) }

  /// The value as a string; invalid UTF-8 is replaced.
  public var text: String { String(decoding: value, as: UTF8.self) }
}

/// The state of the store that a response describes.
@Schema
public struct ResponseHeader: Hashable, Sendable {
  /// The revision of the store.
  public var revision: Int64 = 0

  /// Creates a header.
  public init(revision: Int64 = 0) { self.revision = revision }
}

/// A response that contains only the header.
@Schema
public struct Revision: Hashable, Sendable {
  /// The state of the store.
  public var header: ResponseHeader = ResponseHeader()

  /// Creates a response.
  public init(header: ResponseHeader = ResponseHeader()) { self.header = header }
}

/// The response to a put.
@Schema
public struct PutResponse: Hashable, Sendable {
  /// The state of the store.
  public var header: ResponseHeader = ResponseHeader()
  /// The replaced value; nil if it was not requested or the key did not exist.
  public var previous: KeyValue?

  private enum CodingKeys: String, CodingKey {
    case header
    case previous = "prev_kv"
  }

  /// Creates a response.
  public init(previous: KeyValue? = nil) { self.previous = previous }
}

/// The response to a range.
@Schema
public struct RangeResponse: Hashable, Sendable {
  /// The state of the store.
  public var header: ResponseHeader = ResponseHeader()
  /// The keys and values in the order of the keys.
  public var kvs: [KeyValue] = []
  /// True if keys were omitted because of the limit.
  public var more: Bool = false
  /// The number of keys in the range, including omitted keys.
  public var count: Int64 = 0

  /// Creates a response.
  public init(kvs: [KeyValue] = [], more: Bool = false) {
    self.kvs = kvs
    self.more = more
    self.count = Int64(kvs.count)
  }
}

/// The response to a deletion.
@Schema
public struct DeleteResponse: Hashable, Sendable {
  /// The state of the store.
  public var header: ResponseHeader = ResponseHeader()
  /// The number of deleted keys.
  public var deleted: Int64 = 0
  /// The deleted values, if requested.
  public var previous: [KeyValue] = []

  private enum CodingKeys: String, CodingKey {
    case header, deleted
    case previous = "prev_kvs"
  }

  /// Creates a response.
  public init(deleted: Int64 = 0, previous: [KeyValue] = []) {
    self.deleted = deleted
    self.previous = previous
  }
}
