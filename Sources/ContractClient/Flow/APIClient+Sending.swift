public import Contract
internal import ContractLoop

extension APIClient: EndpointCaller {
  /// Sends a request whose target is relative to the base URL, through all steps of the client.
  ///
  /// - Throws: ``/Contract/ClientError`` if there is no response, and the errors of middleware.
  public nonisolated(nonsending) func send(
    _ request: HTTPRequest, for operation: APIOperation
  ) async throws -> HTTPResponse {
    let settings = ClientModifiers.settings(of: self)
    if operation.streamsResult { return try await settings.stream(request, for: operation) }
    if operation.opensWebSocket { return try await settings.openWebSocket(request, for: operation) }
    if settings.isPlain, operation.idempotency == nil, !operation.sendsStream(request) {
      var request = request
      try settings.complete(&request, for: operation)
      return try await settings.dispatch(request, for: operation)
    }
    return try await settings.send(request, for: operation, .whole, at: nil)
  }

  /// The limits for streams from the client's configuration, and its clock.
  public var streamOptions: StreamOptions {
    let configuration = configuration
    return StreamOptions(maxLineBytes: configuration.maxLineBytes, maxEventBytes: configuration.maxEventBytes) {
      try await configuration.clock.sleep($0)
    }
  }
}

extension ClientSettings {
  /// Adds the origin, the base path and the headers of the client to a request.
  @inline(__always)
  func complete(_ request: inout HTTPRequest, for operation: APIOperation) throws {
    if hasSettingsError, let error = values.settingsError { throw error.naming(operation) }
    guard let base else { preconditionFailure("complete called without a base URL") }
    request.scheme = base.scheme
    request.authority = base.authority
    request.target = base.target(for: request.target)
    request.fields = fields(for: request, operation)
  }

  /// Adds the client's query, request changes and idempotency key to a request.
  func finish(_ request: inout HTTPRequest, for operation: APIOperation) throws {
    try address(&request, for: operation)
    do {
      for change in values.draft.changes { try change(&request, configuration) }
    } catch let error as ClientError where error.operationID == nil {
      throw error.naming(operation)
    }
    if let key = operation.idempotency?.key ?? configuration.idempotency?.key, !request.fields.contains(key) {
      request.fields[key] = HTTPFieldValue(unchecked: HexDigit.random())
    }
  }

  /// Applies the client's links and query to the target of a request.
  func address(_ request: inout HTTPRequest, for operation: APIOperation) throws {
    if values.draft.hasPathAfterLink {
      throw ClientError(
        .invalidInput, stage: .encode, "a path follows .at(_:); include it in the reference, or call .at(_:) last",
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
    } catch {
      throw error.operationID == nil ? error.naming(operation) : error
    }
  }

  /// Adds credentials to a request and sends it, for a client without steps.
  @inline(__always)
  nonisolated(nonsending) func dispatch(
    _ request: HTTPRequest, for operation: APIOperation, example: CallExample? = nil
  ) async throws -> HTTPResponse {
    var authorized = AuthorizedRequest(request)
    try addCredentials(to: &authorized, for: operation)
    var options = options(of: authorized, for: operation, example)
    if let timeout = operation.timeout { options.timeout = min(options.timeout, timeout) }
    if let left = InheritedDeadline.remaining {
      guard left > .zero else { throw InheritedDeadline.error(operation) }
      options.timeout = min(options.timeout, left)
    }
    return try await transmit(authorized.request, options, for: operation, .whole)
  }

  /// Returns the transport options of a request, without the remaining time.
  @inline(__always)
  func options(
    of request: AuthorizedRequest, for operation: APIOperation, _ example: CallExample?
  ) -> TransportOptions {
    var options = values.configuration.transportOptions
    options.credentialLocations = request.locations
    options.deliverRedirection(of: operation)
    if values.configuration.looksForExamples { options.example = example ?? CallExample(operation) }
    return options
  }

  /// Sends a request through all steps of the client.
  nonisolated(nonsending) func send(
    _ request: HTTPRequest, for operation: APIOperation, _ delivery: CallPipeline.Delivery, at location: CallLocation?,
    example: CallExample? = nil
  ) async throws -> HTTPResponse {
    var request = request
    try complete(&request, for: operation)
    if isPlain, delivery == .whole, operation.idempotency == nil, !operation.sendsStream(request) {
      return try await dispatch(request, for: operation, example: example)
    }
    try finish(&request, for: operation)
    let call = ClientCall(operation: operation, settings: self, location: location, example: example)
    do {
      return try await CallPipeline(settings: self, call: call, delivery: delivery).observedResponse(to: &request)
    } catch is CancellationError {
      throw ClientError(.cancelled, stage: .exchange, "the task was cancelled", operation: operation)
    }
  }

  /// Adds the credentials that an operation requires, to requests to the client's own origin.
  @inline(__always)
  func addCredentials(to request: inout AuthorizedRequest, for operation: APIOperation) throws(ClientError) {
    guard !values.configuration.credentials.isEmpty, values.configuration.isAuthEnabled,
      isOwnOrigin(request.request)
    else { return }
    try request.add(values.configuration.credentials, for: operation)
  }

  /// Passes a request to the transport. If the response is not a success, records in it the secrets that its
  /// description must omit.
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
    return response.withholding(SentSecrets.of(request, options.credentialLocations))
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

  /// Returns whether a request goes to the origin of the base URL, which may receive credentials.
  func isOwnOrigin(_ request: HTTPRequest) -> Bool {
    request.scheme == base?.scheme && request.authority == base?.authority
  }

  /// The client that renews credentials, without credentials and request changes. It has no circuit breaker, because
  /// the call that probes a host may need a new token first. Its calls are neither hedged nor idempotent, because a
  /// refresh token may be valid for only one request.
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
}

extension APIOperation {
  /// True for a request whose body may take longer than the timeout of its call.
  @inline(__always)
  func sendsStream(_ request: HTTPRequest) -> Bool {
    if case .stream = request.body { return true }
    return requestContent.isStreamed
  }
}
