internal import Contract
internal import ContractCoding

/// A response that is kept for later requests, and how long it may be used: pure (RFC 9111 §3 and §4).
struct StoredResponse: Sendable {
  /// A moment on both clocks: the one never goes back, the other goes on while the machine sleeps.
  struct Moment: Sendable {
    /// In nanoseconds.
    var now: Int64
    /// In seconds since 1970.
    var wall: Double

    /// The seconds since an earlier moment.
    func since(_ other: Moment) -> Double {
      max(0, Double(now - other.now) / 1e9, wall - other.wall)
    }
  }

  /// When a request was sent, and when its response had come.
  struct Exchange: Sendable {
    var start: Moment
    var end: Moment
  }

  /// The status, the fields without those of the connection and without `Age`, and the content.
  let response: HTTPResponse
  /// How many bytes it takes, about.
  let byteCount: Int
  /// The fields of the request that chose it, among those that others may have otherwise.
  private let selection: [HTTPFieldName: [HTTPFieldValue]]
  private let rules: Rules
  private let end: Moment
  /// How old it was when it came, in seconds.
  private let initialAge: Double

  /// What of a response says how it may be used.
  private struct Rules: Sendable {
    /// How long it is fresh, in seconds from when it was made.
    var lifetime: Double
    /// True when every use is asked for.
    var isAlwaysAsked: Bool
    /// True when it may not be used past its time, whatever a request says.
    var isNeverStale: Bool
  }

  /// A response to keep; nil for one that is not to be.
  ///
  /// - Parameter isRedirectStored: true when a redirect is nothing but a response to the client.
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
    // A success that a server can confirm is worth keeping without a time of its own.
    case 200, 203, 204: guard lifetime > 0 || Self.hasValidator(fields) else { return nil }
    case 300, 404, 405, 410, 414: guard lifetime > 0 else { return nil }
    case 301, 302, 307, 308: guard lifetime > 0, isRedirectStored else { return nil }
    default: return nil
    }
    if case .stream = response.body { return nil }
    self.rules = Rules(
      lifetime: lifetime, isAlwaysAsked: directives.contains("no-cache"),
      isNeverStale: directives.contains("must-revalidate"))
    self.selection = Dictionary(vary.map { ($0, request.fields.values($0)) }) { first, _ in first }
    self.end = exchange.end
    // RFC 9111 §4.2.3.
    let apparentAge = date.map { max(0, exchange.end.wall - Double($0)) } ?? 0
    let toldAge = Self.toldAge(fields)
    self.initialAge = max(apparentAge, toldAge + exchange.end.since(exchange.start))
    var kept = response
    kept.arrival = nil
    kept.fields = Self.kept(fields)
    self.response = kept
    self.byteCount =
      kept.fields.reduce(kept.body.length ?? 0) { $0 + $1.name.rawName.utf8.count + $1.value.rawValue.utf8.count + 64 }
      + selection.reduce(0) { sum, field in
        // A name is there in lower case as well.
        field.value.reduce(sum + 2 * field.key.rawName.utf8.count + 128) { $0 + $1.rawValue.utf8.count + 64 }
      }
  }

  /// The most names in `Vary`, each of which is looked up whenever the response may be given.
  private static let maxVaryNames = 64

  /// True when the request would have brought it (RFC 9111 §4.1).
  func suits(_ request: HTTPRequest) -> Bool {
    selection.allSatisfy { request.fields.values($0.key) == $0.value }
  }

  // MARK: Use

  /// The response as it is given, when it need not be asked for; nil otherwise.
  func answer(to wanted: CacheDirectives, at moment: Moment) -> HTTPResponse? {
    let age = initialAge + moment.since(end)
    guard !rules.isAlwaysAsked, !wanted.contains("no-cache") else { return nil }
    guard age <= wanted.seconds("max-age") ?? .infinity else { return nil }
    let patience = rules.isNeverStale ? 0 : wanted.maxStale ?? 0
    guard age + (wanted.seconds("min-fresh") ?? 0) < rules.lifetime + patience else { return nil }
    var given = response
    given.fields["Age"] = HTTPFieldValue(unchecked: "\(Int(min(age, 2_147_483_648)))")
    given.fields.append("Cache-Status", "contract; hit")
    return given
  }

  /// True when a server can say that nothing has changed.
  var canBeConfirmed: Bool { response.status.kind == .success && Self.hasValidator(response.fields) }

  /// Asks a server to send it only if it has changed (RFC 9111 §4.3.1).
  func addConditions(to fields: inout HTTPFields) {
    fields["If-None-Match"] = response.fields["ETag"]
    fields["If-Modified-Since"] = response.fields["Last-Modified"]
  }

  /// The response with what a 304 says of it; nil when that speaks of another one (RFC 9111 §4.3.4).
  func confirmed(by answer: HTTPResponse) -> HTTPResponse? {
    if let tag = answer.fields["ETag"], Self.opaque(tag) != response.fields["ETag"].map(Self.opaque) { return nil }
    var confirmed = response
    confirmed.arrival = answer.arrival
    // It is as old as the confirmation says, and without a date as old as that.
    confirmed.fields.remove(.date)
    let left = Self.describesContent.union(Self.names(in: .connection, of: answer.fields) ?? [])
    for name in Set(answer.fields.map(\.name)) where !left.contains(name) {
      confirmed.fields.remove(name)
      for value in answer.fields.values(name) { confirmed.fields.append(name, value) }
    }
    return confirmed
  }

  // MARK: Fields

  private static func hasValidator(_ fields: HTTPFields) -> Bool {
    fields.contains("ETag") || fields.contains("Last-Modified")
  }

  /// A tag compares without its weakness (RFC 9110 §8.8.3.2).
  private static func opaque(_ tag: HTTPFieldValue) -> Substring {
    tag.rawValue.rest(behindBytes: "W/") ?? tag.rawValue[...]
  }

  /// How long a response is fresh: not at all when it does not say, or says no date (RFC 9111 §4.2.1 and §5.3).
  private static func lifetime(
    _ fields: HTTPFields, _ directives: CacheDirectives, from date: Double, now: Int
  ) -> Double {
    if let seconds = directives.seconds("max-age") { return seconds }
    return Self.date("Expires", of: fields, now: now).map { max(0, Double($0) - date) } ?? 0
  }

  /// How old a response says that it is: by the first member where several say so (RFC 9111 §5.1).
  private static func toldAge(_ fields: HTTPFields) -> Double {
    fields["Age"].flatMap { CacheDirectives.members(of: $0.rawValue).first }.flatMap(CacheDirectives.seconds) ?? 0
  }

  private static func date(_ name: HTTPFieldName, of fields: HTTPFields, now: Int) -> Int? {
    fields[name].flatMap { IMFFixdate.secondsSince1970(from: $0.rawValue.utf8, now: now) }
  }

  /// The names in a list of fields; nil when one of them is none, such as `*`.
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

  /// The fields without those that were for one connection (RFC 9111 §3.1).
  private static func kept(_ fields: HTTPFields) -> HTTPFields {
    let named = names(in: .connection, of: fields) ?? []
    let dropped = ofConnection.union(named)
    return HTTPFields(fields.lines.filter { !dropped.contains($0.name) })
  }

  private static let ofConnection: Set<HTTPFieldName> = [
    .connection, .transferEncoding, "Age", "Keep-Alive", "Proxy-Connection", "Proxy-Authenticate",
    "Proxy-Authentication-Info", .proxyAuthorization, "TE", "Trailer", "Upgrade",
  ]

  /// What a 304 cannot change, because the content is the one that was kept (RFC 9111 §3.2).
  private static let describesContent: Set<HTTPFieldName> = [
    .contentLength, .contentEncoding, .contentType, .transferEncoding, .connection, "Content-Range",
  ]
}
