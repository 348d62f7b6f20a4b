internal import ContractHTTP

/// A private in-memory cache for responses (RFC 9111).
///
/// ```swift
/// let client = APIClient(baseURL: url).cache()
/// let todos = TodosAPI(client)          // contracts and fluent calls alike
/// ```
///
/// Only responses to GET are stored. A response with a lifetime (`Cache-Control: max-age` or `Expires`) is reused
/// without a request while it is fresh. Afterwards, or without a lifetime, it is revalidated with `ETag` or
/// `Last-Modified`, and a 304 returns the stored response. A request with an unsafe method, such as POST, PUT or
/// DELETE, invalidates the responses for its URL unless it fails with a 4xx status. Streams, downloads, ranges and
/// conditional requests bypass the cache.
///
/// Responses are keyed by URL, credentials, all other headers that may identify the requester, and the headers that
/// `Vary` names. Clients of different users can therefore share a cache.
public final class HTTPCache: Sendable {
  /// The way in which a call used the cache.
  public enum Use: Sendable, Hashable {
    /// A stored response, returned without a request.
    case hit
    /// A stored response, returned after a server confirmed it with 304.
    case revalidated
  }

  private let table: Lock<CacheTable>

  /// Creates an empty cache.
  ///
  /// - Parameters:
  ///   - maxBytes: The approximate maximum memory in bytes. The least recently used responses are removed first.
  ///   - maxEntries: The maximum number of responses.
  ///   - maxEntryBytes: The maximum size of a stored response in bytes.
  public init(maxBytes: Int = 16 << 20, maxEntries: Int = 1024, maxEntryBytes: Int = 1 << 20) {
    table = Lock(CacheTable(maxBytes: maxBytes, maxEntries: maxEntries, maxEntryBytes: maxEntryBytes))
  }

  /// The number of stored responses.
  public var count: Int { table.withLock { $0.count } }

  /// The approximate memory of the stored responses in bytes, including headers and keys.
  public var byteCount: Int { table.withLock { $0.byteCount } }

  /// Removes all responses. The responses of requests in flight are not stored.
  public func removeAll() { table.withLock { $0.removeAll() } }

  // MARK: Requests

  /// Registers a request and returns its stored response, in one step so that no invalidation can occur in between.
  func begin(_ key: CacheTable.Key, _ request: HTTPRequest) -> (known: StoredResponse?, flight: Int) {
    table.withLock { ($0.response(for: key, request), $0.begin(key.url)) }
  }

  func end(_ flight: Int) { table.withLock { $0.end(flight) } }

  func keep(_ response: StoredResponse?, for key: CacheTable.Key, _ request: HTTPRequest, _ flight: Int) {
    table.withLock { $0.keep(response, for: key, request, flight) }
  }

  func invalidate(_ urls: [String]) {
    table.withLock { table in
      for url in urls { table.invalidate(url) }
    }
  }
}

extension HTTPCache: CustomStringConvertible, CustomReflectable {
  /// The number and size of the stored responses.
  public var description: String { "HTTPCache: \(count) responses, \(byteCount) bytes" }

  /// An empty mirror, so that `dump` shows no secret.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension APIClient {
  /// Reuses stored responses where HTTP allows it; see ``HTTPCache``. nil disables caching.
  ///
  /// - Parameter cache: The cache, by default a new one. Clients derived from this one share it.
  public func cache(_ cache: HTTPCache? = HTTPCache()) -> APIClient {
    configured { $0.cache = cache }
  }
}
