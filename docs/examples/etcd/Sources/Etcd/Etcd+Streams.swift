public import Contract
internal import ContractClient
internal import FoundationEssentials

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
struct StreamLine<Content: Codable & Sendable>: Sendable {
  var result: Content?
  var error: StreamFailure?
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
struct WatchResponse: Sendable {
  var created: Bool = false
  var events: [WatchEvent] = []
}

/// A request for changes. It is the body of a streamed call, which a contract does not declare.
@Schema
struct WatchRequest: Sendable {
  var key: Data
  var rangeEnd: Data
  var startRevision: Int64Text?
}

extension Etcd {
  /// Returns the changes of all keys that start with `prefix`, as they happen.
  ///
  /// The stream has begun when this function returns, so it contains all later changes. It ends with an error when the
  /// connection breaks; continue with the revision after the last change. Dropping the stream ends the watch.
  ///
  /// - Parameter revision: the revision of the first change; the next one if nil.
  public func watch(
    _ prefix: String, from revision: Int64? = nil
  ) async throws -> some AsyncSequence<WatchEvent, any Error> & Sendable {
    let (start, end) = KeyRange.prefix(prefix)
    let request = WatchRequest(key: start, rangeEnd: end, startRevision: revision.map { Int64Text($0) })
    let lines = try await client("v3/watch").body(["create_request": request]).idleTimeout(nil)
      .call(.stream, as: .jsonLines(of: StreamLine<WatchResponse>.self))
    let events = AsyncThrowingStream<WatchEvent?, any Error> { continuation in
      let task = Task {
        do {
          for try await line in lines {
            if let failure = line.error { throw failure }
            if line.result?.created == true { continuation.yield(nil) }
            for event in line.result?.events ?? [] { continuation.yield(event) }
          }
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
    // The first line says that the watch has begun.
    var iterator = events.makeAsyncIterator()
    _ = try await iterator.next()
    return events.compactMap { $0 }
  }

  /// Extends a lease by its whole time, and returns the seconds that it has; nil if it has ended.
  ///
  /// The gateway accepts one request for each stream, so this is a call for each extension.
  public func keepAlive(_ lease: Lease) async throws -> Int64? {
    let lines = try await client("v3/lease/keepalive").body(["ID": lease.id])
      .call(.stream, as: .jsonLines(of: StreamLine<LeaseStatus>.self))
    for try await line in lines {
      if let failure = line.error { throw failure }
      let seconds = line.result?.ttl.value ?? 0
      return seconds > 0 ? seconds : nil
    }
    return nil
  }
}
