public import Contract

/// A listener that logs the calls of a client.
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
/// The log never contains credentials added by the client, and other secrets are masked; see ``Masking``. Bodies are
/// logged only with the component ``ClientLogComponents/body``.
public struct ClientLogging: ClientListener {
  /// The destination of the records.
  public var sink: any ClientLogSink
  /// The level of successful calls.
  public var level: ClientLogLevel
  /// The level of errors and of responses with a status of 400 or above.
  public var failureLevel: ClientLogLevel
  /// The contents of log records.
  public var components: ClientLogComponents
  /// The contents of log records for failures. Default: ``components``.
  public var failureComponents: ClientLogComponents?
  /// The rules for replacing secrets.
  public var masking: Masking
  /// The maximum body size in a record, in bytes.
  public var maxBodyBytes: Int

  /// Creates a log listener.
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

  /// Logs a request when it is sent, if ``ClientLogComponents/onRequest`` is set.
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

  /// Logs a retry and its cause.
  public func repeating(_ repetition: ClientRepetition, in call: ClientCall) {
    let components = failureComponents ?? components
    guard components.contains(.attempt), sink.takes(level) else { return }
    let text = ClientLogText(self, components, call)
    log(level, text.heading(withLocation: false) + [text.repetition(repetition)], nil, call)
  }

  /// Logs a hedged attempt.
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
    // A call without attempts has no earlier record.
    let isRequestLogged = self.components.contains(.onRequest) && sink.takes(self.level) && outcome.attempts > 0
    let describesRequest = !isRequestLogged && components.contains(.onRequest)
    var lines = text.heading(withLocation: !isRequestLogged)
    if describesRequest { lines += text.request(outcome.request, attempt: outcome.attempts) }
    lines += text.outcome(outcome, namesRequest: !isRequestLogged && !components.contains(.onRequest))
    // The record of a failure may have components that the record of the request did not contain.
    let logged: ClientLogComponents = describesRequest ? components : isRequestLogged ? self.components : []
    lines += text.rest(of: outcome.request, beyond: logged)
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
  /// The log listener in ``listeners``; nil by default.
  public var logging: ClientLogging? {
    get { listeners.lazy.compactMap { $0 as? ClientLogging }.first }
    set {
      listeners.removeAll { $0 is ClientLogging }
      if let newValue { listeners.append(newValue) }
    }
  }
}

extension APIClient {
  /// Logs calls; nil disables the log. The last modifier wins, but names masked by an earlier log stay masked unless
  /// the new masking shows them or is ``Masking/none``.
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

  /// Sets the log level of successful calls. Adds a log to standard error if the client has none.
  public func log(level: ClientLogLevel) -> APIClient { changingLog { $0.level = level } }

  /// Sets the log level of failures. Adds a log to standard error if the client has none.
  public func errorLog(level: ClientLogLevel) -> APIClient { changingLog { $0.failureLevel = level } }

  /// Sets the contents of log records. Adds a log to standard error if the client has none.
  public func loggingComponents(_ components: ClientLogComponents) -> APIClient {
    changingLog { $0.components = components }
  }

  /// Sets the contents of log records for failures. Adds a log to standard error if the client has none.
  public func errorLoggingComponents(_ components: ClientLogComponents?) -> APIClient {
    changingLog { $0.failureComponents = components }
  }

  /// Masks more headers in the log. Adds a log to standard error if the client has none.
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
