internal import ContractHTTP

/// Keeps responses in memory and gives them again, as servers allow it: a private cache (RFC 9111).
///
/// ```swift
/// let client = APIClient(baseURL: url).cache()
/// let todos = TodosAPI(client)          // contracts and fluent calls alike
/// ```
///
/// GET alone is kept. A response that says how long it is fresh (`Cache-Control: max-age`, `Expires`) is given again for so
/// long without asking; after that, or when there is no such time, the server is asked whether `ETag` or `Last-Modified`
/// still hold, and a 304 gives the response that is kept. A change by another method (POST, PUT, DELETE) forgets what was
/// kept for its URL. Streams, downloads, ranges and requests with conditions of their own pass by.
///
/// A response is kept for whoever asked: for the URL, the credentials and every other field that may say who asks, and for
/// the fields that `Vary` names. So clients of different users may share one.
public final class HTTPCache: Sendable {
  /// What a call has had of a cache.
  public enum Use: Sendable, Hashable {
    /// A response that was kept; nobody was asked.
    case hit
    /// A response that was kept, after a server has said that it still holds.
    case revalidated
  }

  private let table: Lock<CacheTable>

  /// An empty cache.
  ///
  /// - Parameters:
  ///   - maxBytes: the most memory for what is kept, about; what was used least recently makes room.
  ///   - maxEntries: the most responses.
  ///   - maxEntryBytes: larger responses are not kept.
  public init(maxBytes: Int = 16 << 20, maxEntries: Int = 1024, maxEntryBytes: Int = 1 << 20) {
    table = Lock(CacheTable(maxBytes: maxBytes, maxEntries: maxEntries, maxEntryBytes: maxEntryBytes))
  }

  /// How many responses are kept.
  public var count: Int { table.withLock { $0.count } }

  /// The bytes that they take, about, with their fields and what they are kept for.
  public var byteCount: Int { table.withLock { $0.byteCount } }

  /// Forgets everything, what is on its way included.
  public func removeAll() { table.withLock { $0.removeAll() } }

  // MARK: The client

  /// The response that is kept for a request, which begins. All at once, so that what is forgotten meanwhile stays so.
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
  /// How much is kept.
  public var description: String { "HTTPCache: \(count) responses, \(byteCount) bytes" }

  /// Nothing, so that `dump` shows no secret.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension APIClient {
  /// Gives responses again that may be, instead of asking for them; see ``HTTPCache``. nil ends it.
  ///
  /// - Parameter cache: a new one unless given; clients that are made of this one share it.
  public func cache(_ cache: HTTPCache? = HTTPCache()) -> APIClient {
    configured { $0.cache = cache }
  }
}
