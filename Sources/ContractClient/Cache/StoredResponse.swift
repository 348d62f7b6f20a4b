internal import Contract
internal import ContractCoding

/// A response stored for later requests, with its freshness (RFC 9111 §3 and §4).
struct StoredResponse: Sendable {
  /// A point in time on two clocks: the first is monotonic, the second continues while the machine sleeps.
  struct Moment: Sendable {
    /// The monotonic clock in nanoseconds.
    var now: Int64
    /// The wall clock in seconds since 1970.
    var wall: Double

    /// Returns the seconds since an earlier point in time.
    func since(_ other: Moment) -> Double {
      max(0, Double(now - other.now) / 1e9, wall - other.wall)
    }
  }

  /// The times at which a request was sent and its response was complete.
  struct Exchange: Sendable {
    var start: Moment
    var end: Moment
  }

  /// The response without connection-specific headers and `Age`.
  let response: HTTPResponse
  /// The approximate size in bytes.
  let byteCount: Int
  /// The request headers that `Vary` names, with their values.
  private let selection: [HTTPFieldName: [HTTPFieldValue]]
  private let rules: Rules
  private let end: Moment
  /// The age of the response on arrival in seconds.
  private let initialAge: Double

  /// The rules for reusing a response.
  private struct Rules: Sendable {
    /// The freshness lifetime, in seconds from the response's creation.
    var lifetime: Double
    /// True if every reuse requires revalidation.
    var needsRevalidation: Bool
    /// True if the response must not be used when stale, regardless of the request.
    var mustRevalidate: Bool
  }

  /// Creates a stored response; nil if the response must not be stored.
  ///
  /// - Parameter isRedirectStored: Whether the client receives redirects as responses.
  init?(_ response: HTTPResponse, to request: HTTPRequest, in exchange: Exchange, isRedirectStored: Bool) {
    let fields = response.fields
    let directives = CacheDirectives(fields)
    guard let vary = Self.names(in: "Vary", of: fields), vary.count <= Self.maxVaryNames,
      !directives.contains("no-store")
    else { return nil }
    let wall = Int(exchange.end.wall)
    let date = Self.date(.date, of: fields, now: wall)
    let lifetime = Self.lifetime(fields, directives, from: date.map(Double.init) ?? exchange.end.wall, now: wall)
    switch response.status.code {
    // A success with a validator is stored even without a lifetime, because it can be revalidated.
    case 200, 203, 204: guard lifetime > 0 || Self.hasValidator(fields) else { return nil }
    case 300, 404, 405, 410, 414: guard lifetime > 0 else { return nil }
    case 301, 302, 307, 308: guard lifetime > 0, isRedirectStored else { return nil }
    default: return nil
    }
    if case .stream = response.body { return nil }
    self.rules = Rules(
      lifetime: lifetime, needsRevalidation: directives.contains("no-cache"),
      mustRevalidate: directives.contains("must-revalidate"))
    self.selection = Dictionary(vary.map { ($0, request.fields.values($0)) }) { first, _ in first }
    self.end = exchange.end
    // RFC 9111 §4.2.3.
    let apparentAge = date.map { max(0, exchange.end.wall - Double($0)) } ?? 0
    let statedAge = Self.statedAge(fields)
    self.initialAge = max(apparentAge, statedAge + exchange.end.since(exchange.start))
    var kept = response
    kept.arrival = nil
    kept.fields = Self.kept(fields)
    self.response = kept
    self.byteCount =
      kept.fields.reduce(kept.body.length ?? 0) { $0 + $1.name.rawName.utf8.count + $1.value.rawValue.utf8.count + 64 }
      + selection.reduce(0) { sum, field in
        // The dictionary key holds the name in lowercase too.
        field.value.reduce(sum + 2 * field.key.rawName.utf8.count + 128) { $0 + $1.rawValue.utf8.count + 64 }
      }
  }

  /// The maximum number of names in `Vary`, each of which is compared on every lookup.
  private static let maxVaryNames = 64

  /// True if the request selects this response (RFC 9111 §4.1).
  func isSelected(by request: HTTPRequest) -> Bool {
    selection.allSatisfy { request.fields.values($0.key) == $0.value }
  }

  // MARK: Reuse

  /// Returns the response for reuse without revalidation; nil if that is not allowed.
  func response(to wanted: CacheDirectives, at moment: Moment) -> HTTPResponse? {
    let age = initialAge + moment.since(end)
    guard !rules.needsRevalidation, !wanted.contains("no-cache") else { return nil }
    guard age <= wanted.seconds("max-age") ?? .infinity else { return nil }
    let staleness = rules.mustRevalidate ? 0 : wanted.maxStale ?? 0
    guard age + (wanted.seconds("min-fresh") ?? 0) < rules.lifetime + staleness else { return nil }
    var given = response
    given.fields["Age"] = HTTPFieldValue(unchecked: "\(Int(min(age, 2_147_483_648)))")
    given.fields.append("Cache-Status", "contract; hit")
    return given
  }

  /// True if the response can be revalidated.
  var canBeRevalidated: Bool { response.status.kind == .success && Self.hasValidator(response.fields) }

  /// Adds the headers that make the request conditional (RFC 9111 §4.3.1).
  func addConditions(to fields: inout HTTPFields) {
    fields["If-None-Match"] = response.fields.validator("ETag")
    fields["If-Modified-Since"] = response.fields.validator("Last-Modified")
  }

  /// Returns the response updated by a 304; nil if the 304 belongs to another response (RFC 9111 §4.3.4).
  func freshened(by notModified: HTTPResponse) -> HTTPResponse? {
    if let tag = notModified.fields["ETag"], Self.opaque(tag) != response.fields["ETag"].map(Self.opaque) { return nil }
    var freshened = response
    freshened.arrival = notModified.arrival
    // The `Date` of the 304 replaces the stored one; without a `Date`, the response is treated as new.
    freshened.fields.remove(.date)
    let left = Self.bodyFields.union(Self.names(in: .connection, of: notModified.fields) ?? [])
    for name in Set(notModified.fields.map(\.name)) where !left.contains(name) {
      freshened.fields.remove(name)
      for value in notModified.fields.values(name) { freshened.fields.append(name, value) }
    }
    return freshened
  }

  // MARK: Headers

  private static func hasValidator(_ fields: HTTPFields) -> Bool {
    fields.validator("ETag") != nil || fields.validator("Last-Modified") != nil
  }

  /// Returns the opaque tag for weak comparison (RFC 9110 §8.8.3.2).
  private static func opaque(_ tag: HTTPFieldValue) -> Substring {
    tag.rawValue.rest(afterBytes: "W/") ?? tag.rawValue[...]
  }

  /// Returns the freshness lifetime; 0 if it is absent or invalid (RFC 9111 §4.2.1 and §5.3).
  private static func lifetime(
    _ fields: HTTPFields, _ directives: CacheDirectives, from date: Double, now: Int
  ) -> Double {
    if let seconds = directives.seconds("max-age") { return seconds }
    return Self.date("Expires", of: fields, now: now).map { max(0, Double($0) - date) } ?? 0
  }

  /// Returns the value of `Age`, using the first of several (RFC 9111 §5.1).
  private static func statedAge(_ fields: HTTPFields) -> Double {
    fields["Age"].flatMap { CacheDirectives.members(of: $0.rawValue).first }.flatMap(CacheDirectives.seconds) ?? 0
  }

  private static func date(_ name: HTTPFieldName, of fields: HTTPFields, now: Int) -> Int? {
    fields[name].flatMap { IMFFixdate.secondsSince1970(from: $0.rawValue.utf8, now: now) }
  }

  /// Returns the names in a list header; nil if a name is invalid, such as `*`.
  private static func names(in list: HTTPFieldName, of fields: HTTPFields) -> [HTTPFieldName]? {
    var names: [HTTPFieldName] = []
    for value in fields.values(list) {
      for part in value.rawValue.split(whereByte: { ", \t".utf8.contains($0) }) {
        guard part != "*", let name = HTTPFieldName(String(part)) else { return nil }
        names.append(name)
      }
    }
    return names
  }

  /// Removes the headers that belong to one connection (RFC 9111 §3.1).
  private static func kept(_ fields: HTTPFields) -> HTTPFields {
    let named = names(in: .connection, of: fields) ?? []
    let dropped = connectionFields.union(named)
    return HTTPFields(fields.lines.filter { !dropped.contains($0.name) })
  }

  private static let connectionFields: Set<HTTPFieldName> = [
    .connection, .transferEncoding, "Age", "Keep-Alive", "Proxy-Connection", "Proxy-Authenticate",
    "Proxy-Authentication-Info", .proxyAuthorization, "TE", "Trailer", "Upgrade",
  ]

  /// The headers that a 304 cannot update, because they describe the stored body (RFC 9111 §3.2).
  private static let bodyFields: Set<HTTPFieldName> = [
    .contentLength, .contentEncoding, .contentType, .transferEncoding, .connection, "Content-Range",
  ]
}

extension HTTPFields {
  /// Returns the validator with a name; nil if it is absent or contains U+FFFD. The transport replaces bytes that are
  /// not UTF-8 by U+FFFD, so the server would not recognize such a validator.
  func validator(_ name: HTTPFieldName) -> HTTPFieldValue? {
    self[name].flatMap { $0.rawValue.unicodeScalars.contains("\u{FFFD}") ? nil : $0 }
  }
}
