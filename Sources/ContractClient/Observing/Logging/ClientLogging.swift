public import Contract

/// Logs the calls of a client.
///
/// ```
/// [7C1B6A52-4F0E-8A9D-8000-000000000011] App/Pets.swift/72
/// --> 🌐 PUT /petstore (9-byte body)
/// Content-Type: application/json
/// --> END PUT
/// [7C1B6A52-4F0E-8A9D-8000-000000000011]
/// <-- ✅ 200 OK (100ms, 15-byte body)
/// ```
///
/// Credentials that the client adds are never in it, and what else is secret is masked; see ``Masking``. Content is logged
/// only with the component `body`.
public struct ClientLogging: ClientListener {
  /// Who takes the records.
  public var sink: any ClientLogSink
  /// The level of what goes well.
  public var level: ClientLogLevel
  /// The level of errors, and of responses with a status of 400 or more.
  public var failureLevel: ClientLogLevel
  /// What the records say.
  public var components: ClientLogComponents
  /// What the records of failures say; the same unless set.
  public var failureComponents: ClientLogComponents?
  /// What they never say.
  public var masking: Masking
  /// The most bytes of content in a record.
  public var maxBodyBytes: Int

  /// A log.
  public init(
    to sink: any ClientLogSink = StandardErrorLog(), level: ClientLogLevel = .info,
    failures failureLevel: ClientLogLevel = .error, components: ClientLogComponents = .standard,
    failureComponents: ClientLogComponents? = nil, masking: Masking = .standard, maxBodyBytes: Int = 4096
  ) {
    self.sink = sink
    self.level = level
    self.failureLevel = failureLevel
    self.components = components
    self.failureComponents = failureComponents
    self.masking = masking
    self.maxBodyBytes = maxBodyBytes
  }

  // MARK: Events

  /// Logs a request that is sent, when it has a record of its own.
  public func sending(_ request: HTTPRequest, in call: ClientCall) {
    guard components.contains(.onRequest), sink.takes(level) else { return }
    let text = ClientLogText(self, components, call)
    log(level, text.heading(withLocation: true) + text.request(request, attempt: call.attempt), request, call)
  }

  /// Logs a redirect.
  public func redirected(_ redirect: ClientRedirect, in call: ClientCall) {
    guard components.contains(.attempt), sink.takes(level) else { return }
    let text = ClientLogText(self, components, call)
    log(
      level, text.heading(withLocation: false) + [text.redirect(redirect)], nil, call,
      ["status": "\(redirect.status.code)"])
  }

  /// Logs what makes a call repeat itself.
  public func repeating(_ repetition: ClientRepetition, in call: ClientCall) {
    let components = failureComponents ?? components
    guard components.contains(.attempt), sink.takes(level) else { return }
    let text = ClientLogText(self, components, call)
    log(level, text.heading(withLocation: false) + [text.repetition(repetition)], nil, call)
  }

  /// Logs that an attempt takes long.
  public func hedging(after delay: Duration, in call: ClientCall) {
    guard components.contains(.attempt), sink.takes(level) else { return }
    let text = ClientLogText(self, components, call)
    log(level, text.heading(withLocation: false) + [text.hedge(after: delay, attempt: call.attempt)], nil, call)
  }

  /// Logs the end of a call.
  public func finished(_ outcome: ClientOutcome, in call: ClientCall) {
    let level = outcome.isSuccess ? level : failureLevel
    guard sink.takes(level) else { return }
    let components = outcome.isSuccess ? components : failureComponents ?? components
    let text = ClientLogText(self, components, call)
    let isRequestLogged = self.components.contains(.onRequest) && sink.takes(self.level) && outcome.attempts > 0
    let tellsRequest = !isRequestLogged && (components.contains(.onRequest) || outcome.attempts == 0)
    var lines = text.heading(withLocation: !isRequestLogged)
    if tellsRequest { lines += text.request(outcome.request, attempt: outcome.attempts) }
    lines += text.outcome(outcome, namesRequest: !isRequestLogged && !components.contains(.onRequest))
    // What the record of the request has not told, the components of a failure may still want.
    let told: ClientLogComponents = tellsRequest ? components : isRequestLogged ? self.components : []
    lines += text.rest(of: outcome.request, beyond: told)
    var metadata = ["duration_ms": ClientLogText.milliseconds(outcome.duration)]
    if let status = outcome.response?.status { metadata["status"] = "\(status.code)" }
    if let error = outcome.errorName { metadata["error"] = error }
    log(level, lines, outcome.request, call, metadata)
  }

  private func log(
    _ level: ClientLogLevel, _ lines: [String], _ request: HTTPRequest?, _ call: ClientCall,
    _ more: [String: String] = [:]
  ) {
    var metadata = more
    metadata["call"] = call.id
    metadata["operation"] = call.operation.id
    metadata["attempt"] = "\(call.attempt)"
    if let request {
      metadata["method"] = request.method.rawValue
      metadata["path"] = String(request.path)
    }
    sink.log(
      ClientLogRecord(
        level: level, message: lines.joined(separator: "\n"), metadata: metadata, location: call.location))
  }
}

extension ClientConfiguration {
  /// The log of calls; none unless set. It is one of the ``listeners``.
  public var logging: ClientLogging? {
    get { listeners.lazy.compactMap { $0 as? ClientLogging }.first }
    set {
      listeners.removeAll { $0 is ClientLogging }
      if let newValue { listeners.append(newValue) }
    }
  }
}

extension APIClient {
  /// Logs calls, or with nil does not; the last one counts. What an earlier one masks beside the usual stays masked, unless this
  /// one shows it or masks nothing.
  public func logging(_ logging: ClientLogging?) -> APIClient {
    configured { configuration in
      var logging = logging
      if let earlier = configuration.logging?.masking, logging?.masking.masksAnything == true {
        logging?.masking.adopt(earlier)
      }
      configuration.logging = logging
    }
  }

  /// Logs calls: `client.logging(to: StandardErrorLog(), components: .full)`.
  public func logging(
    to sink: any ClientLogSink = StandardErrorLog(), level: ClientLogLevel = .info,
    failures: ClientLogLevel = .error, components: ClientLogComponents = .standard, masking: Masking = .standard
  ) -> APIClient {
    logging(ClientLogging(to: sink, level: level, failures: failures, components: components, masking: masking))
  }

  /// Logs what goes well with this level, with the log the client has or to standard error.
  public func log(level: ClientLogLevel) -> APIClient { changingLog { $0.level = level } }

  /// Logs failures with this level, with the log the client has or to standard error.
  public func errorLog(level: ClientLogLevel) -> APIClient { changingLog { $0.failureLevel = level } }

  /// Says what records tell, with the log the client has or to standard error.
  public func loggingComponents(_ components: ClientLogComponents) -> APIClient {
    changingLog { $0.components = components }
  }

  /// Says what records of failures tell, with the log the client has or to standard error.
  public func errorLoggingComponents(_ components: ClientLogComponents?) -> APIClient {
    changingLog { $0.failureComponents = components }
  }

  /// Masks more fields in the log, with the log the client has or to standard error.
  public func logMaskedHeaders(_ fields: Set<HTTPFieldName>) -> APIClient {
    changingLog { $0.masking.fields.formUnion(fields) }
  }

  private func changingLog(_ change: (inout ClientLogging) -> Void) -> APIClient {
    configured { configuration in
      var logging = configuration.logging ?? ClientLogging()
      change(&logging)
      configuration.logging = logging
    }
  }
}
