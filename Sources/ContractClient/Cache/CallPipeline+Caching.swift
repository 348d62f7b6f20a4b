internal import Contract
internal import ContractCurl
internal import ContractHTTP
internal import ContractLoop

/// Caching runs after credentials are added, so a stored response belongs to one requester.
extension CallPipeline {
  /// A request whose response may be stored.
  private struct PendingEntry {
    let cache: HTTPCache
    let key: CacheTable.Key
    let number: Int

    func keep(_ response: StoredResponse?, for request: HTTPRequest) {
      cache.keep(response, for: key, request, number)
    }
  }

  /// Returns the response to a request with its credentials, possibly from the cache.
  func cached(
    _ request: HTTPRequest, _ options: TransportOptions, _ cache: HTTPCache
  ) async throws -> HTTPResponse {
    guard request.method.isSafe else { return try await changing(request, options, cache) }
    let wanted = CacheDirectives(request.fields)
    guard let key = wanted.contains("no-store") ? nil : cacheKey(of: request) else {
      return wanted.contains("only-if-cached") ? nothingStored() : try await admitted(request, options)
    }
    var (known, number) = cache.begin(key, request)
    defer { cache.end(number) }
    if let length = known?.response.body.length, length > options.maxResponseBytes { known = nil }
    if let hit = known?.response(to: wanted, at: moment) {
      call.notifier?.uses(.hit)
      if hit.status.kind == .success { return hit }
      // A stored response has lost the secrets that descriptions of it must omit.
      return hit.withholding(SentSecrets.of(request, options.credentialLocations))
    }
    if wanted.contains("only-if-cached") { return nothingStored() }
    return try await fetched(request, options, known, PendingEntry(cache: cache, key: key, number: number))
  }

  /// Returns the response to a request with `only-if-cached` for which no response is stored.
  private func nothingStored() -> HTTPResponse {
    call.settle()
    return HTTPResponse(.gatewayTimeout)
  }

  /// Sends a request, as a conditional request if the stored response can be revalidated, and stores the response.
  private func fetched(
    _ request: HTTPRequest, _ options: TransportOptions, _ known: StoredResponse?, _ entry: PendingEntry
  ) async throws -> HTTPResponse {
    let known = known?.canBeRevalidated == true ? known : nil
    var conditional = request
    known?.addConditions(to: &conditional.fields)
    let isRedirected = Lock(false)
    let start = moment
    let response = try await admitted(conditional, Self.removingConditions(options, afterRedirect: isRedirected))
    let exchange = StoredResponse.Exchange(start: start, end: moment)
    func keep(_ response: HTTPResponse) {
      entry.keep(
        StoredResponse(response, to: request, in: exchange, isRedirectStored: options.redirects == .none), for: request)
    }
    if isRedirected.withLock({ $0 }) {
      // A redirected response is not stored: it belongs to the target, and this request may be redirected elsewhere later.
      entry.keep(nil, for: request)
      return response
    }
    guard let known, response.status == .notModified else {
      // A server error does not affect the stored response.
      if response.status.kind != .serverError { keep(response) }
      return response
    }
    guard var freshened = known.freshened(by: response) else {
      entry.keep(nil, for: request)
      var (request, options) = (request, options)
      let spent = Duration.nanoseconds(exchange.end.now - start.now)
      try giveTime(to: &request, &options, atMost: options.timeout - spent)
      return try await fetched(request, options, nil, entry)
    }
    keep(freshened)
    call.notifier?.uses(.revalidated)
    freshened.fields.append("Cache-Status", "contract; fwd=stale; fwd-status=304")
    return freshened
  }

  /// Returns options that remove the conditions from a redirected request, because their validators belong to the stored
  /// response and not to the target of the redirect.
  private static func removingConditions(
    _ options: TransportOptions, afterRedirect isRedirected: Lock<Bool>
  ) -> TransportOptions {
    var options = options
    options.redirects = options.redirects.deciding { _, next in
      isRedirected.withLock { $0 = true }
      var next = next
      next.fields.remove("If-None-Match")
      next.fields.remove("If-Modified-Since")
      return next
    }
    return options
  }

  /// Sends a request with an unsafe method and invalidates the responses that it may have changed (RFC 9111 §4.4).
  private func changing(
    _ request: HTTPRequest, _ options: TransportOptions, _ cache: HTTPCache
  ) async throws -> HTTPResponse {
    let redirects = Lock<[String]>([])
    var options = options
    options.redirects = options.redirects.deciding { _, next in
      redirects.withLock { [url = next.url] in $0.append(url) }
      return next
    }
    let result = await Result.catching { try await admitted(request, options) }
    var references = redirects.withLock { $0 }
    // The headers of a response are relative to the URL of the last request (RFC 9110 §10.2.2).
    let base = references.last ?? request.url
    // Without a response, or with a server error, the change may still have taken effect, so the cache is invalidated as well.
    if case .success(let response) = result {
      // After a client error, nothing has changed and the cache stays. A redirected request is an exception: it took effect
      // before the redirect, whatever the target responds.
      guard response.status.kind != .clientError || !references.isEmpty else { return response }
      for name: HTTPFieldName in [.location, "Content-Location"] {
        if let reference = response.fields[name]?.rawValue { references.append(reference) }
      }
    }
    cache.invalidate([request.url] + references.compactMap { Self.ownURL($0, relativeTo: base, of: request) })
    return try result.get()
  }

  /// Returns the URL of a reference, spelled like a request's URL; nil for another origin.
  private static func ownURL(_ reference: String, relativeTo base: String, of request: HTTPRequest) -> String? {
    guard let here = try? CurlURL(request.url), let there = try? CurlURL(reference, relativeTo: base),
      there.hasSameOrigin(as: here)
    else { return nil }
    var target = request
    target.target = there.target
    return target.url
  }

  private var moment: StoredResponse.Moment {
    StoredResponse.Moment(now: configuration.clock.now(), wall: configuration.clock.unixSeconds)
  }

  // MARK: Keys

  /// Returns the cache key of a request; nil if its response must not be stored.
  private func cacheKey(of request: HTTPRequest) -> CacheTable.Key? {
    // If the transport adds cookies, the response is not stored: cookies identify the requester, but are added after the
    // key is created.
    guard !isStreaming, request.method == .get, case .empty = request.body, !configuration.transport.keepsCookies,
      !request.fields.contains(where: { Self.conditions.contains($0.name) })
    else { return nil }
    let omitted = Self.impersonal.union(identifyingFields)
    let fields = request.fields.filter { !omitted.contains($0.name) && $0.name != configuration.deadlineField }
    let requester = CacheTable.Key.Requester(
      sharingScope: configuration.transportScope, followsRedirects: configuration.transportOptions.redirects != .none,
      fields: fields.sorted { $0.name.canonicalName < $1.name.canonicalName })
    return CacheTable.Key(url: request.url, requester: requester)
  }

  private static let conditions: Set<HTTPFieldName> = [
    "If-Match", "If-None-Match", "If-Modified-Since", "If-Unmodified-Since", "If-Range", "Range",
  ]

  /// Headers that affect the response only if `Vary` names them. All others may identify the requester.
  private static let impersonal: Set<HTTPFieldName> = [
    "Accept-Charset", "Accept-Language", "Cache-Control", "Pragma", "Referer", .userAgent,
  ]
}
