public import Contract
public import FoundationEssentials

/// A change of a key.
@Schema
public struct WatchEvent: Hashable, Sendable {
  /// The kind of a change.
  public enum Kind: String, Codable, Sendable {
    case put = "PUT"
    case delete = "DELETE"
  }

  /// The kind. The gateway omits `PUT`.
  public var type: Kind = .put
  /// The key with its value; after a deletion the value is empty.
  public var kv: KeyValue

  /// Creates a change.
  public init(type: Kind = .put, kv: KeyValue) {
    self.type = type
    self.kv = kv
  }
}

/// One line of a stream. A line without a result is an error.
@Schema
public struct StreamLine<Content: Codable & Sendable>: Sendable {
  /// The result.
  public var result: Content?
  /// The error that ends the stream.
  public var error: StreamFailure?

  /// Creates a line.
  public init(result: Content? = nil, error: StreamFailure? = nil) {
    self.result = result
    self.error = error
  }

  /// Returns the result.
  ///
  /// - Throws: the error of the line.
  func get() throws(StreamFailure) -> Content? {
    if let error { throw error }
    return result
  }
}

/// The error at the end of a stream.
@Schema
public struct StreamFailure: Error, Hashable, Sendable {
  /// The code of gRPC.
  public var code: Int = 0
  /// The server's message.
  public var message: String = ""

  private enum CodingKeys: String, CodingKey {
    case code = "grpc_code"
    case message
  }
}

/// One response of a watch.
@Schema
public struct WatchResponse: Sendable {
  /// True for the first response, which confirms the watch.
  public var created: Bool = false
  /// The changes.
  public var events: [WatchEvent] = []

  /// Creates a response.
  public init(created: Bool = false, events: [WatchEvent] = []) {
    self.created = created
    self.events = events
  }
}

/// The keys of a watch.
@Schema
public struct WatchRequest: Sendable {
  /// The first key.
  public var key: Data
  /// The end of the range of keys, excluded.
  public var rangeEnd: Data
  /// The revision of the first change; the next revision if nil.
  public var startRevision: Int64?
  /// True to split responses that are larger than about 2 MiB, even within a revision. Otherwise one response may have a
  /// thousand revisions.
  public var fragment: Bool = true
}

/// A part of a snapshot.
@Schema
public struct SnapshotPart: Sendable {
  /// The bytes that follow.
  public var remainingBytes: Int64 = 0
  /// The bytes of the part.
  public var blob: Data = Data()

  private enum CodingKeys: String, CodingKey {
    case remainingBytes = "remaining_bytes"
    case blob
  }
}

extension Etcd {
  /// Returns the changes of all keys that start with `prefix`, as they happen.
  ///
  /// The stream has begun when this function returns, so it contains all later changes. It ends with an error when the
  /// connection breaks. Then continue with the revision of the last change; changes of this revision may be repeated.
  /// Dropping the stream ends the watch.
  ///
  /// - Parameter revision: the revision of the first change; the next revision if nil.
  public func watch(
    _ prefix: String, from revision: Int64? = nil
  ) async throws -> some AsyncSequence<WatchEvent, any Error> & Sendable {
    let (start, end) = KeyRange.prefix(prefix)
    let request = WatchRequest(key: start, rangeEnd: end, startRevision: revision)
    let lines = try await api.watch(createRequest: request)
    // The first line confirms the watch.
    var iterator = lines.makeAsyncIterator()
    _ = try await iterator.next()?.get()
    let waiting = Lock<ArraySlice<WatchEvent>>([])
    return AsyncThrowingStream {
      while true {
        if let event = waiting.withLock({ $0.popFirst() }) { return event }
        var iterator = lines.makeAsyncIterator()
        guard let line = try await iterator.next() else { return nil }
        let events = try line.get()?.events ?? []
        waiting.withLock { $0 = events[...] }
      }
    }
  }

  /// Returns a copy of the whole store, which `etcdctl snapshot restore` reads, part by part.
  ///
  /// ```swift
  /// let parts = try await etcd.snapshot().map { [UInt8]($0) }
  /// try await ByteStream(parts).write(to: "snapshot.db")
  /// ```
  ///
  /// An incomplete copy ends with an error.
  public func snapshot() async throws -> some AsyncSequence<Data, any Error> & Sendable {
    try await api.snapshot().compactMap { line in
      let part = try line.get()
      return part.flatMap { $0.blob.isEmpty ? nil : $0.blob }
    }
  }

  /// Renews a lease for its full time to live, and returns the remaining seconds; nil if the lease has ended.
  ///
  /// The gateway accepts one request for each stream, so each renewal is a separate call.
  public func keepAlive(_ lease: Lease) async throws -> Int64? {
    var lines = try await api.keepAlive(id: lease.id).makeAsyncIterator()
    let line = try await lines.next()
    let seconds = try line?.get()?.ttl ?? 0
    return seconds > 0 ? seconds : nil
  }
}
