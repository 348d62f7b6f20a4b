internal import Contract

/// The entries of an ``HTTPCache``, kept within its limits.
struct CacheTable {
  /// The key of a response: a URL and the requester.
  struct Key: Sendable {
    let url: String
    let requester: Requester

    /// The parts of a request that may affect the response, except its URL and the headers that matter only for `Vary`.
    struct Requester: Hashable, Sendable {
      /// The sharing scope of the client's transport.
      let sharingScope: SharingScope
      /// False if the client receives redirects as responses.
      let followsRedirects: Bool
      let fields: [HTTPField]
    }
  }

  private struct Entry {
    let key: Key
    let response: StoredResponse
    let byteCount: Int
    /// The number of the request that fetched the response. Later requests have greater numbers.
    let flight: Int
    var lastUse: Int
  }

  private let maxBytes: Int
  private let maxEntries: Int
  private let maxEntryBytes: Int
  private var entries: [Int: Entry] = [:]
  private var slots: [ExactText: [Key.Requester: [Int]]] = [:]
  /// All uses in order. The uses before `oldest` are obsolete, and so are uses of entries that were used again later.
  private var uses: [(entry: Int, number: Int)] = []
  private var oldest = 0
  private var number = 0
  /// The URLs of requests in flight.
  private var flights: [Int: String] = [:]
  private(set) var byteCount = 0

  init(maxBytes: Int, maxEntries: Int, maxEntryBytes: Int) {
    self.maxBytes = maxBytes
    self.maxEntries = maxEntries
    self.maxEntryBytes = min(maxEntryBytes, maxBytes)
  }

  var count: Int { entries.count }

  // MARK: Requests

  /// Returns the stored response for a request and marks it as used.
  mutating func response(for key: Key, _ request: HTTPRequest) -> StoredResponse? {
    guard let id = entry(for: key, request) else { return nil }
    use(id)
    return entries[id]?.response
  }

  /// Registers a request whose response may be stored.
  mutating func begin(_ url: String) -> Int {
    number += 1
    flights[number] = url
    return number
  }

  /// Ends a request.
  mutating func end(_ flight: Int) { flights[flight] = nil }

  // MARK: Responses

  /// Stores a response in place of the stored responses that the request selects. The response is not stored if a later
  /// request has stored one, or if the URL was invalidated since this request began. Nil removes the selected
  /// responses, and prevents earlier requests for the URL from storing their responses.
  ///
  /// - Parameter flight: The number of the request.
  mutating func keep(_ response: StoredResponse?, for key: Key, _ request: HTTPRequest, _ flight: Int) {
    guard flights[flight] != nil else { return }
    let superseded = selected(key, request)
    guard superseded.allSatisfy({ entries[$0]?.flight ?? 0 <= flight }) else { return }
    for id in superseded { remove(id) }
    guard let response else {
      // The flights of earlier requests are removed, because these requests would store even older responses.
      flights = flights.filter { $0.value != key.url || $0.key >= flight }
      return
    }
    let keyBytes = key.requester.fields.reduce(key.url.utf8.count) {
      $0 + $1.name.rawName.utf8.count + $1.value.rawValue.utf8.count + 64
    }
    let bytes = response.byteCount + keyBytes + 512
    guard bytes <= maxEntryBytes, maxEntries > 0 else { return }
    number += 1
    entries[number] = Entry(key: key, response: response, byteCount: bytes, flight: flight, lastUse: 0)
    slots[ExactText(key.url), default: [:]][key.requester, default: []].append(number)
    byteCount += bytes
    use(number)
    while entries.count > maxEntries || byteCount > maxBytes { removeOldest() }
  }

  /// Removes the responses for a URL, and prevents requests in flight from storing theirs.
  mutating func invalidate(_ url: String) {
    for id in Array((slots[ExactText(url)] ?? [:]).values.joined()) { remove(id) }
    flights = flights.filter { $0.value != url }
  }

  /// Removes everything, and prevents requests in flight from storing their responses.
  mutating func removeAll() {
    self = CacheTable(maxBytes: maxBytes, maxEntries: maxEntries, maxEntryBytes: maxEntryBytes, after: number)
  }

  private init(maxBytes: Int, maxEntries: Int, maxEntryBytes: Int, after number: Int) {
    self.init(maxBytes: maxBytes, maxEntries: maxEntries, maxEntryBytes: maxEntryBytes)
    // The numbering continues, so that requests in flight do not match new ones.
    self.number = number
  }

  // MARK: Entries

  private func entry(for key: Key, _ request: HTTPRequest) -> Int? {
    selected(key, request).max { entries[$0]?.flight ?? 0 < entries[$1]?.flight ?? 0 }
  }

  /// Returns the entries that the request selects.
  private func selected(_ key: Key, _ request: HTTPRequest) -> [Int] {
    (slots[ExactText(key.url)]?[key.requester] ?? []).filter { entries[$0]?.response.isSelected(by: request) == true }
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
    let (url, requester) = (ExactText(entry.key.url), entry.key.requester)
    slots[url]?[requester]?.removeAll { $0 == id }
    if slots[url]?[requester]?.isEmpty == true { slots[url]?[requester] = nil }
    if slots[url]?.isEmpty == true { slots[url] = nil }
  }
}
