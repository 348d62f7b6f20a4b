internal import Contract
internal import ContractHTTP

/// The cache stands behind credentials, so what it keeps is what somebody in particular was sent.
extension CallPipeline {
  /// A request whose response may be kept.
  private struct Flight {
    let cache: HTTPCache
    let key: CacheTable.Key
    let number: Int

    func keep(_ response: StoredResponse?, for request: HTTPRequest) {
      cache.keep(response, for: key, request, number)
    }
  }

  /// The response to a request as it would be sent, perhaps one that is kept.
  func cached(
    _ request: HTTPRequest, _ options: TransportOptions, _ cache: HTTPCache
  ) async throws -> HTTPResponse {
    guard request.method.isSafe else { return try await changing(request, options, cache) }
    let wanted = CacheDirectives(request.fields)
    guard let key = wanted.contains("no-store") ? nil : cacheKey(of: request) else {
      return wanted.contains("only-if-cached") ? nothingKept() : try await admittedApart(request, options)
    }
    var (known, number) = cache.begin(key, request)
    defer { cache.end(number) }
    if let length = known?.response.body.length, length > options.maxResponseBytes { known = nil }
    if let answer = known?.answer(to: wanted, at: moment) {
      call.watch?.uses(.hit)
      return answer
    }
    if wanted.contains("only-if-cached") { return nothingKept() }
    return try await asked(request, options, known, Flight(cache: cache, key: key, number: number))
  }

  /// What a call gets that wants nobody to be asked.
  private func nothingKept() -> HTTPResponse {
    call.settle()
    return HTTPResponse(.gatewayTimeout)
  }

  /// Asks for a response, or whether the known one still holds, and keeps what comes.
  private func asked(
    _ request: HTTPRequest, _ options: TransportOptions, _ known: StoredResponse?, _ flight: Flight
  ) async throws -> HTTPResponse {
    let known = known?.canBeConfirmed == true ? known : nil
    var question = request
    known?.addConditions(to: &question.fields)
    let isRedirected = Lock(false)
    var watching = options
    watching.redirects = options.redirects.changing { _, next in
      isRedirected.withLock { $0 = true }
      // What is at another place has other validators.
      next.fields.remove("If-None-Match")
      next.fields.remove("If-Modified-Since")
    }
    let start = moment
    let response = try await admittedApart(question, watching)
    let exchange = StoredResponse.Exchange(start: start, end: moment)
    func keep(_ response: HTTPResponse) {
      flight.keep(
        StoredResponse(response, to: request, in: exchange, isRedirectStored: options.redirects == .none), for: request)
    }
    if isRedirected.withLock({ $0 }) {
      // It belongs to where the redirect led, this time.
      flight.keep(nil, for: request)
      return response
    }
    guard let known, response.status == .notModified else {
      // A server that is in trouble says nothing about what is kept.
      if response.status.kind != .serverError { keep(response) }
      return response
    }
    guard var confirmed = known.confirmed(by: response) else {
      flight.keep(nil, for: request)
      var (request, options) = (request, options)
      let spent = Duration.nanoseconds(exchange.end.now - start.now)
      try giveTime(to: &request, &options, atMost: options.timeout - spent)
      return try await asked(request, options, nil, flight)
    }
    keep(confirmed)
    call.watch?.uses(.revalidated)
    confirmed.fields.append("Cache-Status", "contract; fwd=stale; fwd-status=304")
    return confirmed
  }

  /// Sends a request that may change something, and forgets what it may have changed (RFC 9111 §4.4).
  private func changing(
    _ request: HTTPRequest, _ options: TransportOptions, _ cache: HTTPCache
  ) async throws -> HTTPResponse {
    let places = Lock<[String]>([])
    var options = options
    options.redirects = options.redirects.changing { _, next in places.withLock { [url = next.url] in $0.append(url) } }
    let result = await Result.catching { try await admittedApart(request, options) }
    // Without a response nobody knows what has been done, and a server or gateway in trouble does not know it either.
    if case .success(let response) = result {
      // What was redirected was carried out, whatever became of the question where it led to.
      guard response.status.kind != .clientError || !places.withLock({ $0.isEmpty }) else { return response }
      for name: HTTPFieldName in [.location, "Content-Location"] {
        if let place = response.fields[name]?.rawValue { places.withLock { $0.append(place) } }
      }
    }
    cache.invalidate([request.url] + places.withLock { $0 }.compactMap { Self.ownURL($0, of: request) })
    return try result.get()
  }

  /// The URL that a reference names, spelled as requests are; nil for one of another origin.
  private static func ownURL(_ reference: String, of request: HTTPRequest) -> String? {
    guard let here = try? CurlURL(request.url), let there = try? CurlURL(reference, relativeTo: request.url),
      there.hasSameOrigin(as: here)
    else { return nil }
    var place = request
    place.target = there.target
    return place.url
  }

  private var moment: StoredResponse.Moment {
    StoredResponse.Moment(now: configuration.clock.now(), wall: configuration.clock.wall())
  }

  // MARK: Who asks

  /// What the response to a request is kept for; nil when it is not to be kept.
  private func cacheKey(of request: HTTPRequest) -> CacheTable.Key? {
    // Cookies are added where they cannot be seen, and say who asks.
    guard !isStreaming, request.method == .get, case .empty = request.body, !configuration.transport.keepsCookies,
      !request.fields.contains(where: { Self.conditions.contains($0.name) })
    else { return nil }
    let omitted = Self.impersonal.union(callNames)
    let fields = request.fields.filter { !omitted.contains($0.name) && $0.name != configuration.deadlineField }
    let asker = CacheTable.Key.Asker(
      lane: configuration.transportLane, followsRedirects: configuration.transportOptions.redirects != .none,
      fields: fields.sorted { $0.name.canonicalName < $1.name.canonicalName })
    return CacheTable.Key(url: request.url, asker: asker)
  }

  private static let conditions: Set<HTTPFieldName> = [
    "If-Match", "If-None-Match", "If-Modified-Since", "If-Unmodified-Since", "If-Range", "Range",
  ]

  /// Fields that make a difference only where `Vary` names them. All others may say who asks, or what for.
  private static let impersonal: Set<HTTPFieldName> = [
    "Accept-Charset", "Accept-Language", "Cache-Control", "Pragma", "Referer", .userAgent,
  ]
}
