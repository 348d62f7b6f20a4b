/// A call failed in a way that its contract does not declare.
///
/// ```swift
/// do {
///   print(try await todos.todo(id: 7))
/// } catch TodoError.notFound {
///   print("no such todo")
/// } catch let error as ClientError where error.code == .timeout {
///   print("the server is slow")
/// }
/// ```
///
/// Descriptions name the operation and what happened. They have no credentials and no texts of the content, but repeat what a
/// problem says of itself in `detail`, or else in `message`.
public struct ClientError: Error {
  /// What happened. New codes may be added; equality ignores everything but the code.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The code's name.
    public let description: String

    private init(_ name: String) { self.description = name }

    /// A value cannot travel where the endpoint puts it; nothing was sent.
    public static let invalidInput = Code("invalidInput")
    /// The base URL is not an absolute `http` or `https` URL without query and fragment; nothing was sent.
    public static let invalidBaseURL = Code("invalidBaseURL")
    /// The transport's configuration is no use, or too much for the libcurl at hand; nothing was sent.
    public static let invalidConfiguration = Code("invalidConfiguration")
    /// The endpoint was called by itself and has no caller; nothing was sent.
    public static let noCaller = Code("noCaller")
    /// The host's name could not be resolved.
    public static let unresolvedHost = Code("unresolvedHost")
    /// No connection could be made.
    public static let noConnection = Code("noConnection")
    /// The connection was lost before the response was complete.
    public static let lostConnection = Code("lostConnection")
    /// The TLS handshake or the peer's certificate failed.
    public static let tls = Code("tls")
    /// The call took longer than its timeout.
    public static let timeout = Code("timeout")
    /// The calling task was cancelled.
    public static let cancelled = Code("cancelled")
    /// The response breaks HTTP or its content coding, or what comes breaks the protocol of WebSockets.
    public static let malformedResponse = Code("malformedResponse")
    /// The response, or a message of a WebSocket, is longer than the client's limit.
    public static let responseTooLarge = Code("responseTooLarge")
    /// The response redirects more often than the client follows.
    public static let tooManyRedirects = Code("tooManyRedirects")
    /// The response redirects to where the client does not follow.
    public static let redirectRefused = Code("redirectRefused")
    /// The response's status or media type is not in the contract; see ``ClientError/response``.
    public static let unexpected = Code("unexpected")
    /// The content of a success is not the endpoint's result; see ``ClientError/failures``.
    public static let decoding = Code("decoding")
    /// The WebSocket is closed: the server has said why, with a ``/ContractHTTP/WebSocketClosure`` as the cause, or this
    /// end has closed it itself.
    public static let webSocketClosed = Code("webSocketClosed")
    /// A circuit breaker is open because the last calls of the host have failed; nothing was sent.
    public static let circuitOpen = Code("circuitOpen")
    /// The file of a download cannot be made or written.
    public static let file = Code("file")
    /// The transport failed in another way.
    public static let transport = Code("transport")
  }

  /// How far the call came.
  public enum Stage: String, Hashable, Sendable {
    /// The request was being made.
    case encode
    /// A connection was being made.
    case connect
    /// The request was being sent, or its response was awaited or arriving.
    case exchange
    /// The response was being read.
    case decode
  }

  /// What happened.
  public let code: Code
  /// How far the call came.
  public let stage: Stage
  /// One sentence for people.
  public let message: String
  /// The operation that was called.
  public let operationID: String?
  /// The response, when there is one.
  public let response: HTTPResponse?
  /// What is wrong with the content, for ``Code/decoding``.
  public let failures: [CodingFailure]
  /// libcurl's number for what happened (`CURLcode`), when libcurl reported it.
  public let curlCode: Int?
  /// The error behind this one.
  public let cause: (any Error)?
  /// Whether this error was only made to carry its cause, as `CallFailure.other` does.
  private(set) var carriesCause = false

  /// An error with these parts.
  public init(
    _ code: Code, stage: Stage, _ message: String, operation: APIOperation? = nil, response: HTTPResponse? = nil,
    failures: [CodingFailure] = [], curlCode: Int? = nil, cause: (any Error)? = nil
  ) {
    self.code = code
    self.stage = stage
    self.message = message
    self.operationID = operation?.id
    self.response = response
    self.failures = failures
    self.curlCode = curlCode
    self.cause = cause
  }

  /// The error of a call that failed with an error of no client.
  init(carrying error: any Error) {
    let isCancellation = error is CancellationError
    self.init(
      isCancellation ? .cancelled : .transport, stage: .exchange,
      isCancellation ? "the task was cancelled" : "the call failed with \(type(of: error))", cause: error)
    carriesCause = true
  }

  /// The request's name in the server's log, when the response tells it.
  public var requestID: String? {
    response?.fields[.requestID]?.rawValue
  }
}

extension ClientError: CustomStringConvertible {
  /// The operation, the code and the message.
  public var description: String {
    let subject = operationID.map { "\($0): " } ?? ""
    let suffix = requestID.map { " (request \($0))" } ?? ""
    return "\(subject)\(message) [\(code)]\(suffix)"
  }
}

extension ClientError {
  /// A status that the contract does not declare.
  ///
  /// - Parameter misread: why the response is not the result that its status stands for.
  package init(unexpected response: HTTPResponse, misread: (any Error)? = nil, for operation: APIOperation) {
    var message = "the server answered \(response.status)"
    if response.mediaType?.isJSON == true, let document = try? JSONDocument(response.heldBytes),
      let detail = document.root.member("detail")?.string ?? document.root.member("message")?.string
    {
      message += ": \(Self.shown(detail, response))"
    }
    // Declared and not recognised is a mistake of one end, which nobody would look for behind a bare status.
    let misfit = operation.misfit(in: response)
    if let misfit {
      message += "; its code is `\(misfit.code)` of `\(misfit.type)`, but \(Self.reason(misfit.error))"
      if let remark = response.arrival?.remark { message += "; \(remark)" }
    }
    guard let misread, misfit == nil else {
      self.init(
        .unexpected, stage: .decode, message, operation: operation, response: response,
        failures: misfit.map { [CodingFailure($0.error)] } ?? [], cause: misfit?.error)
      return
    }
    let decoding = ClientError(decoding: misread, in: response, for: operation)
    self.init(
      .unexpected, stage: .decode, "\(message); \(decoding.message)", operation: operation, response: response,
      failures: decoding.failures, cause: decoding.cause)
  }

  /// What a server says, for people and logs: without the credentials that it may repeat, without control characters,
  /// and no longer than a sentence needs.
  private static func shown(_ detail: String, _ response: HTTPResponse) -> String {
    let text = response.arrival?.withheld.reduce(detail) { $0.replacingBytes($1, with: "***") } ?? detail
    var shown = String.UnicodeScalarView()
    for scalar in text.unicodeScalars.prefix(maxDetailScalars) {
      if scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) {
        shown.append(contentsOf: "\\u{\(String(scalar.value, radix: 16))}".unicodeScalars)
      } else {
        shown.append(scalar)
      }
    }
    return String(shown) + (text.unicodeScalars.count > maxDetailScalars ? "…" : "")
  }

  private static let maxDetailScalars = 500

  /// Content that is not the endpoint's result.
  init(decoding error: any Error, in response: HTTPResponse, for operation: APIOperation) {
    let unusable = error as? UnusableContent
    self.init(decoding: unusable?.failures ?? [], unusable?.cause ?? error, in: response, for: operation)
  }

  /// Content with these failures, or refused with `cause` as a whole.
  ///
  /// - Parameters:
  ///   - subject: what could not be decoded, if not the whole response.
  ///   - remark: why that may be; the response's unless given.
  package init(
    decoding failures: [CodingFailure], _ cause: any Error, subject: String = "the response",
    in response: HTTPResponse? = nil, for operation: APIOperation?, remark: String? = nil
  ) {
    var first = failures.first
    // A text or a number may be a secret, and errors end up in logs.
    if let found = first?.found?.utf8.first, found == 0x22 || found == 0x2D || (0x30...0x39).contains(found) {
      first?.found = nil
    }
    let hasContent = response.map { !$0.heldBytes.isEmpty } ?? true
    let reason =
      first.map { InputFailure($0, dates: operation?.wire.json.dates ?? .rfc3339).message }
      ?? (hasContent ? Self.reason(cause) : "it has no content, which only an optional result takes")
    let remark = (remark ?? response?.arrival?.remark).map { "; \($0)" } ?? ""
    self.init(
      .decoding, stage: .decode, "\(subject) could not be decoded: \(reason)\(remark)", operation: operation,
      response: response, failures: failures, cause: cause)
  }

  /// What an error says of content without a text of it, as errors of other coders may have.
  private static func reason(_ cause: any Error) -> String {
    switch cause {
    case let error as JSONSyntaxError: error.description
    case let error as URLFormError: error.description
    case let error as MultipartError: error.description
    case let error as InflateError: error.description
    case is DecodingError: InputFailure(CodingFailure(cause)).message
    default: "\(type(of: cause))"
    }
  }
}
