public import Contract

extension APIClient: EndpointCaller {
  /// Sends a request whose target is relative to the base URL, the same way as all calls.
  ///
  /// - Throws: ``/Contract/ClientError`` when there is no response, or what a middleware throws.
  public nonisolated(nonsending) func send(
    _ request: HTTPRequest, for operation: APIOperation
  ) async throws -> HTTPResponse {
    let settings = ClientModifiers.settings(of: self)
    if settings.isPlain, operation.idempotency == nil {
      var request = request
      try settings.complete(&request, for: operation)
      return try await settings.dispatch(request, for: operation)
    }
    return try await settings.send(request, for: operation, .whole, at: nil)
  }
}

extension ClientSettings {
  /// Gives a request what every request of the client has.
  @inline(__always)
  func complete(_ request: inout HTTPRequest, for operation: APIOperation) throws {
    if hasMistake, let mistake = values.mistake { throw mistake.naming(operation) }
    guard let base else { preconditionFailure("a client has a base URL or a mistake") }
    request.scheme = base.scheme
    request.authority = base.authority
    request.target = base.target(for: request.target)
    request.fields = fields(for: request, operation)
  }

  /// Gives a complete request what the client has been told about each of them.
  func finish(_ request: inout HTTPRequest, for operation: APIOperation) throws {
    if values.draft.hasPathAfterLink {
      throw ClientError(
        .invalidInput, stage: .encode, "a path after .at(_:); put it into the reference, or call .at(_:) last",
        operation: operation)
    }
    do {
      if !values.draft.links.isEmpty {
        request.target = try FollowedLinks.target(of: request, following: values.draft.links)
      }
      if let query = try draftQuery(), !query.isEmpty {
        request.target += request.target.contains(byte: "?") ? "&" : "?"
        request.target += query
      }
      for change in values.draft.changes { try change(&request, configuration) }
    } catch let error as ClientError where error.operationID == nil {
      throw error.naming(operation)
    }
    if let key = operation.idempotency?.key ?? configuration.idempotency?.key, !request.fields.contains(key) {
      request.fields[key] = HTTPFieldValue(unchecked: Self.randomKey())
    }
  }

  /// Sends a request that nothing else has a say in.
  @inline(__always)
  nonisolated(nonsending) func dispatch(
    _ request: HTTPRequest, for operation: APIOperation, example: CallExample? = nil
  ) async throws -> HTTPResponse {
    var options = values.configuration.transportOptions
    if let timeout = operation.timeout { options.timeout = min(options.timeout, timeout) }
    options.deliverRedirection(of: operation)
    if let left = InheritedDeadline.remaining {
      guard left > .zero else { throw InheritedDeadline.error(operation) }
      options.timeout = min(options.timeout, left)
    }
    if values.configuration.looksForExamples { options.example = example ?? CallExample(operation) }
    var authorized = AuthorizedRequest(request)
    try addCredentials(to: &authorized, for: operation)
    options.credentialPlaces = authorized.places
    return try await transmit(authorized.request, options, for: operation, .whole)
  }

  /// Sends a request through everything that has a say in it.
  nonisolated(nonsending) func send(
    _ request: HTTPRequest, for operation: APIOperation, _ delivery: CallPipeline.Delivery, at location: CallLocation?,
    example: CallExample? = nil
  ) async throws -> HTTPResponse {
    var request = request
    try complete(&request, for: operation)
    if isPlain, delivery == .whole, operation.idempotency == nil {
      return try await dispatch(request, for: operation, example: example)
    }
    try finish(&request, for: operation)
    let call = ClientCall(operation: operation, settings: self, location: location, example: example)
    do {
      return try await CallPipeline(settings: self, call: call, delivery: delivery).watchedResponse(to: &request)
    } catch is CancellationError {
      throw ClientError(.cancelled, stage: .exchange, "the task was cancelled", operation: operation)
    }
  }

  /// Adds the credentials that the operation of a request asks for.
  @inline(__always)
  func addCredentials(to request: inout AuthorizedRequest, for operation: APIOperation) throws(ClientError) {
    guard !values.configuration.credentials.isEmpty, values.configuration.isAuthEnabled,
      isOwnOrigin(request.request)
    else { return }
    try request.add(values.configuration.credentials, for: operation)
  }

  /// Hands a request to the transport. A response that is not a success knows which secrets of the request it must not show.
  @inline(__always)
  nonisolated(nonsending) func transmit(
    _ request: HTTPRequest, _ options: TransportOptions, for operation: APIOperation, _ delivery: CallPipeline.Delivery
  ) async throws -> HTTPResponse {
    let transport = values.configuration.transport
    let response: HTTPResponse
    do {
      switch delivery {
      case .whole: response = try await transport.send(request, options: options)
      case .streamed: response = try await transport.stream(request, options: options)
      case .upgraded: response = try await transport.upgrade(request, options: options)
      }
    } catch {
      throw Self.clientError(error, operation)
    }
    if response.status.kind == .success { return response }
    return response.withholding(SentSecrets.of(request, options.credentialPlaces))
  }

  private static func clientError(_ error: any Error, _ operation: APIOperation) -> ClientError {
    switch error {
    case let error as ClientError: error.naming(operation)
    case is CancellationError:
      ClientError(.cancelled, stage: .exchange, "the task was cancelled", operation: operation)
    default:
      ClientError(
        .transport, stage: .exchange, "the transport failed with \(type(of: error))", operation: operation, cause: error
      )
    }
  }

  /// True for a request to the origin that credentials are meant for.
  func isOwnOrigin(_ request: HTTPRequest) -> Bool {
    request.scheme == base?.scheme && request.authority == base?.authority
  }

  /// The client that renews credentials: the same without them, and without what it has been told about requests. No
  /// circuit breaker keeps it back: while a token has ended, the one call that tries a host needs a new one first. It is not
  /// hedged, and not idempotent because the client's calls are: a token that renews another one is good for one request.
  var clientWithoutCredentials: APIClient {
    var values = values
    values.draft = RequestDraft()
    values.configuration.isAuthEnabled = false
    values.configuration.throttle = nil
    values.configuration.cache = nil
    values.configuration.circuitBreaker = nil
    values.configuration.hedging = nil
    values.configuration.idempotency = nil
    return APIClient(ClientSettings(values))
  }

  /// 128 bits nobody else has.
  private static func randomKey() -> String {
    let digits = (0..<2).map { _ in
      let digits = String(UInt64.random(in: .min ... .max), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }
    return digits.joined()
  }
}
