internal import Contract

/// What an ``HTTPCache`` has, within its limits: pure.
struct CacheTable {
  /// What a response is kept for: a URL, and who asks.
  struct Key: Sendable {
    let url: String
    let asker: Asker

    /// What of a request may decide what comes, beside its URL and the fields that `Vary` is for.
    struct Asker: Hashable, Sendable {
      /// Where requests go.
      let lane: Lane
      /// False when a redirect is the client's own business.
      let followsRedirects: Bool
      let fields: [HTTPField]
    }
  }

  private struct Entry {
    let key: Key
    let response: StoredResponse
    let byteCount: Int
    /// The request that has brought it: the greater the later it began.
    let flight: Int
    var lastUse: Int
  }

  private let maxBytes: Int
  private let maxEntries: Int
  private let maxEntryBytes: Int
  private var entries: [Int: Entry] = [:]
  private var places: [ExactText: [Key.Asker: [Int]]] = [:]
  /// Every use in order; those before `oldest`, and those of entries that were used again, count for nothing.
  private var uses: [(entry: Int, number: Int)] = []
  private var oldest = 0
  private var number = 0
  /// The URLs of requests that are under way.
  private var flights: [Int: String] = [:]
  private(set) var byteCount = 0

  init(maxBytes: Int, maxEntries: Int, maxEntryBytes: Int) {
    self.maxBytes = maxBytes
    self.maxEntries = maxEntries
    self.maxEntryBytes = min(maxEntryBytes, maxBytes)
  }

  var count: Int { entries.count }

  // MARK: Requests

  /// The response that is kept for a request, which is used now.
  mutating func response(for key: Key, _ request: HTTPRequest) -> StoredResponse? {
    guard let id = entry(for: key, request) else { return nil }
    use(id)
    return entries[id]?.response
  }

  /// A request begins whose response may be kept.
  mutating func begin(_ url: String) -> Int {
    number += 1
    flights[number] = url
    return number
  }

  /// The request is over.
  mutating func end(_ flight: Int) { flights[flight] = nil }

  // MARK: Responses

  /// Keeps a response in place of those that the request would get; nil removes them alone.
  ///
  /// - Parameter flight: the request. What has been changed since it began is not kept, nor what is older than what there
  ///   is.
  mutating func keep(_ response: StoredResponse?, for key: Key, _ request: HTTPRequest, _ flight: Int) {
    guard flights[flight] != nil else { return }
    let superseded = suiting(key, request)
    guard superseded.allSatisfy({ entries[$0]?.flight ?? 0 <= flight }) else { return }
    for id in superseded { remove(id) }
    guard let response else {
      // What was asked before and comes later is older still.
      flights = flights.filter { $0.value != key.url || $0.key >= flight }
      return
    }
    let keyBytes = key.asker.fields.reduce(key.url.utf8.count) {
      $0 + $1.name.rawName.utf8.count + $1.value.rawValue.utf8.count + 64
    }
    let bytes = response.byteCount + keyBytes + 512
    guard bytes <= maxEntryBytes, maxEntries > 0 else { return }
    number += 1
    entries[number] = Entry(key: key, response: response, byteCount: bytes, flight: flight, lastUse: 0)
    places[ExactText(key.url), default: [:]][key.asker, default: []].append(number)
    byteCount += bytes
    use(number)
    while entries.count > maxEntries || byteCount > maxBytes { removeOldest() }
  }

  /// Forgets what is kept for a URL, and what is on its way.
  mutating func invalidate(_ url: String) {
    for id in Array((places[ExactText(url)] ?? [:]).values.joined()) { remove(id) }
    flights = flights.filter { $0.value != url }
  }

  /// Forgets everything.
  mutating func removeAll() {
    self = CacheTable(maxBytes: maxBytes, maxEntries: maxEntries, maxEntryBytes: maxEntryBytes, after: number)
  }

  private init(maxBytes: Int, maxEntries: Int, maxEntryBytes: Int, after number: Int) {
    self.init(maxBytes: maxBytes, maxEntries: maxEntries, maxEntryBytes: maxEntryBytes)
    // Requests that are under way find their numbers gone and no others in their place.
    self.number = number
  }

  // MARK: Entries

  private func entry(for key: Key, _ request: HTTPRequest) -> Int? {
    suiting(key, request).max { entries[$0]?.flight ?? 0 < entries[$1]?.flight ?? 0 }
  }

  /// The entries that a request would get, were there no others.
  private func suiting(_ key: Key, _ request: HTTPRequest) -> [Int] {
    (places[ExactText(key.url)]?[key.asker] ?? []).filter { entries[$0]?.response.suits(request) == true }
  }

  private mutating func use(_ id: Int) {
    number += 1
    entries[id]?.lastUse = number
    uses.append((id, number))
    guard uses.count > 2 * entries.count + 64 else { return }
    uses = uses[oldest...].filter { entries[$0.entry]?.lastUse == $0.number }
    oldest = 0
  }

  private mutating func removeOldest() {
    while oldest < uses.count {
      let (id, number) = uses[oldest]
      oldest += 1
      if entries[id]?.lastUse == number { return remove(id) }
    }
  }

  private mutating func remove(_ id: Int) {
    guard let entry = entries.removeValue(forKey: id) else { return }
    byteCount -= entry.byteCount
    let (url, asker) = (ExactText(entry.key.url), entry.key.asker)
    places[url]?[asker]?.removeAll { $0 == id }
    if places[url]?[asker]?.isEmpty == true { places[url]?[asker] = nil }
    if places[url]?.isEmpty == true { places[url] = nil }
  }
}
