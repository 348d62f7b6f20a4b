internal import Contract

/// A formatter of the lines of a client's log.
struct ClientLogText {
  private let logging: ClientLogging
  private let components: ClientLogComponents
  private let call: ClientCall
  private let masking: Masking

  init(_ logging: ClientLogging, _ components: ClientLogComponents, _ call: ClientCall) {
    self.logging = logging
    self.components = components
    self.call = call
    self.masking = logging.masking.hiding(call.notifier?.credentialLocations ?? [])
  }

  /// Returns the call's identifier, operation and source location.
  func heading(withLocation: Bool) -> [String] {
    var parts: [String] = []
    if components.contains(.uuid) { parts.append("[\(call.id)]") }
    if withLocation, components.contains(.operation) { parts.append(call.operation.id) }
    if withLocation, components.contains(.location), let location = call.location { parts.append("\(location)") }
    return parts.isEmpty ? [] : [parts.joined(separator: " ")]
  }

  // MARK: Requests

  func request(_ request: HTTPRequest, attempt: Int) -> [String] {
    var notes: [String] = []
    if components.contains(.bodySize), let size = size(of: request.body) { notes.append(size) }
    if components.contains(.attempt), attempt > 1 { notes.append("attempt \(attempt)") }
    var lines = [line(["--> 🌐", line(of: request)], notes)]
    let message = message(request.fields, request.body, masking.applied(to: .requests))
    if !message.isEmpty { lines += message + ["--> END \(request.method)"] }
    if components.contains(.cURL) { lines.append(command(request)) }
    return lines
  }

  /// Returns the parts of the request that no earlier record contains. This can only be the curl command.
  func rest(of request: HTTPRequest, beyond logged: ClientLogComponents) -> [String] {
    components.contains(.cURL) && !logged.contains(.cURL) ? [command(request)] : []
  }

  private func command(_ request: HTTPRequest) -> String {
    request.curlCommand(masking: masking, maxContentBytes: logging.maxBodyBytes)
  }

  /// Returns the method and URL, limited to the configured components.
  private func line(of request: HTTPRequest) -> String {
    var url = ""
    if components.contains(.baseURL), let scheme = request.scheme, let authority = request.authority {
      url = "\(scheme)://\(authority)"
    }
    let target = masking.masked(target: request.target)
    let mark = target.firstIndex(ofByte: "?") ?? target.endIndex
    if components.contains(.path) { url += target[..<mark] }
    if components.contains(.query) { url += target[mark...] }
    return line([components.contains(.method) ? "\(request.method)" : "", url], [])
  }

  // MARK: Ends

  /// Returns the lines for the end of a call.
  ///
  /// - Parameter namesRequest: Whether the line includes the request, because no other record includes it.
  func outcome(_ outcome: ClientOutcome, namesRequest: Bool) -> [String] {
    var notes: [String] = []
    if components.contains(.duration) { notes.append(Self.time(outcome.duration)) }
    if components.contains(.bodySize), outcome.response != nil { notes.append("\(outcome.responseBytes)-byte body") }
    if components.contains(.attempt), outcome.attempts > 1 { notes.append("\(outcome.attempts) attempts") }
    switch outcome.cacheUse {
    case .hit: notes.append("cached")
    case .revalidated: notes.append("revalidated")
    case nil: break
    }
    if !outcome.isComplete, outcome.response != nil { notes.append("incomplete") }
    let subject = namesRequest ? line(of: outcome.request) : ""
    guard let response = outcome.response else {
      return [line(["<-- 🛑", subject, failure(outcome.error)], notes)]
    }
    let status = components.contains(.statusCode) ? "\(response.status)" : ""
    var lines = [line(["<-- \(Self.sign(response.status))", subject, status], notes)]
    if let error = outcome.error, components.contains(.error) { lines.append("<-- 🛑 \(failure(error))") }
    if components.contains(.timings), let timings = response.timings { lines.append(Self.text(timings)) }
    let message = message(response.fields, response.body, masking.applied(to: .responses), echoing: sentSecrets)
    return message.isEmpty ? lines : lines + message + ["<-- END"]
  }

  /// Masks credentials echoed by a server.
  private func withoutCredentials(_ line: String) -> String { self.line(line, without: sentSecrets) }

  private func line(_ line: String, without secrets: [String]) -> String {
    String(decoding: SecretSpellings.replaced(secrets, in: Array(line.utf8), with: masking.replacement), as: UTF8.self)
  }

  /// The secrets to mask by value in everything that a server sent.
  private var sentSecrets: [String] { masking.masksAnything ? call.notifier?.sentSecrets ?? [] : [] }

  func redirect(_ redirect: ClientRedirect) -> String {
    let origin = "\(redirect.scheme ?? "http")://\(redirect.authority ?? "")"
    return withoutCredentials(
      "<-- 🔀 \(redirect.status) to \(redirect.method) \(origin)\(masking.masked(target: redirect.target))")
  }

  func repetition(_ repetition: ClientRepetition) -> String {
    let reason =
      switch repetition.outcome.result {
      case .success(let response): "\(response.status)"
      case .failure(let error): failure(error)
      }
    return "<-- 🛑 \(reason) (attempt \(repetition.outcome.attempt), retry in \(Self.time(repetition.delay)))"
  }

  func hedge(after delay: Duration, attempt: Int) -> String {
    "--> ⏱ no response within \(Self.time(delay)) (attempt \(attempt)), sending a hedged attempt"
  }

  /// Describes an error. Errors other than `ClientError` are described only by their type, because their text may hold
  /// secrets.
  private func failure(_ error: (any Error)?) -> String {
    guard components.contains(.error), let error else { return "no response" }
    guard let error = error as? ClientError else { return "\(type(of: error))" }
    return withoutCredentials(Masking.visible("\(error.message) [\(error.code)]"))
  }

  // MARK: Parts

  /// - Parameter secrets: The secrets that the message may repeat.
  private func message(
    _ fields: HTTPFields, _ body: HTTPBody, _ masking: Masking, echoing secrets: [String] = []
  ) -> [String] {
    var lines: [String] = []
    if components.contains(.headers) {
      lines = fields.map { line("\($0.name): \(Masking.visible(masking.value(of: $0)))", without: secrets) }
    }
    guard components.contains(.body), case .bytes(let bytes) = body, !bytes.isEmpty else { return lines }
    let text = masking.text(of: bytes, fields, without: secrets, upTo: logging.maxBodyBytes)
    return lines + [text ?? "(\(bytes.count) bytes of binary data)"]
  }

  private func size(of body: HTTPBody) -> String? {
    switch body {
    case .empty: nil
    case .bytes(let bytes): "\(bytes.count)-byte body"
    case .stream(let stream): stream.length.map { "\($0)-byte stream" } ?? "stream"
    }
  }

  private func line(_ parts: [String], _ notes: [String]) -> String {
    let text = parts.filter { !$0.isEmpty }.joined(separator: " ")
    return notes.isEmpty ? text : "\(text) (\(notes.joined(separator: ", ")))"
  }

  private static func sign(_ status: HTTPStatus) -> String {
    switch status.kind {
    case .success: "✅"
    case .informational: "ℹ️"
    case .redirection: "🔀"
    default: "🛑"
    }
  }

  private static func text(_ timings: TransferTimings) -> String {
    if timings.reusedConnection {
      return "timings: reused connection, first byte \(time(timings.firstByte)), total \(time(timings.total))"
    }
    return "timings: name lookup \(time(timings.nameLookup)), connect \(time(timings.connect)), "
      + "tls \(time(timings.tls)), first byte \(time(timings.firstByte)), total \(time(timings.total))"
  }

  /// Formats a duration such as `100ms`, with two decimals below ten milliseconds.
  static func time(_ duration: Duration) -> String { milliseconds(duration) + "ms" }

  static func milliseconds(_ duration: Duration) -> String {
    let microseconds = Int(duration / .microseconds(1))
    if microseconds >= 10_000 || microseconds % 1000 == 0 { return "\(microseconds / 1000)" }
    let hundredths = microseconds % 1000 / 10
    return "\(microseconds / 1000).\(hundredths < 10 ? "0" : "")\(hundredths)"
  }
}
