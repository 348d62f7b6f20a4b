/// An error of a call, other than the failures that the contract declares.
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
/// Descriptions name the operation and the fault. They contain no credentials and no strings from the body, except the
/// `detail` of a problem, or its `message` if there is no `detail`.
public struct ClientError: Error {
  /// The kind of an error. New codes may be added.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The code's name.
    public let description: String

    private init(_ name: String) { self.description = name }

    /// A value cannot be sent at its location in the request; nothing was sent.
    public static let invalidInput = Code("invalidInput")
    /// The base URL is not an absolute `http` or `https` URL without query and fragment; nothing was sent.
    public static let invalidBaseURL = Code("invalidBaseURL")
    /// The transport's configuration is invalid or needs a newer libcurl; nothing was sent.
    public static let invalidConfiguration = Code("invalidConfiguration")
    /// The endpoint was called without a caller; nothing was sent.
    public static let noCaller = Code("noCaller")
    /// The host's name could not be resolved.
    public static let unresolvedHost = Code("unresolvedHost")
    /// The connection could not be established.
    public static let noConnection = Code("noConnection")
    /// The connection was lost before the response was complete.
    public static let lostConnection = Code("lostConnection")
    /// The TLS handshake or the verification of the peer's certificate failed.
    public static let tls = Code("tls")
    /// The call exceeded its timeout.
    public static let timeout = Code("timeout")
    /// The calling task was cancelled.
    public static let cancelled = Code("cancelled")
    /// The response violates HTTP or its content coding, or a frame violates the WebSocket protocol.
    public static let malformedResponse = Code("malformedResponse")
    /// The checksum that the contract declares is missing or wrong; the cause is a ``ChecksumError``.
    public static let checksum = Code("checksum")
    /// The response or a WebSocket message exceeds the client's limit.
    public static let responseTooLarge = Code("responseTooLarge")
    /// The call exceeded the client's limit on redirects.
    public static let tooManyRedirects = Code("tooManyRedirects")
    /// The response redirects to a location that the client does not follow.
    public static let redirectRefused = Code("redirectRefused")
    /// The response's status or media type is not in the contract; see ``ClientError/response``.
    public static let unexpected = Code("unexpected")
    /// The body of a successful response does not decode to the endpoint's result; see ``ClientError/failures``.
    public static let decoding = Code("decoding")
    /// The WebSocket is closed, by this end or by the server. If the server closed it, the cause is a
    /// ``/ContractHTTP/WebSocketClosure``.
    public static let webSocketClosed = Code("webSocketClosed")
    /// The circuit breaker is open because the last calls to this host, or to the target of a redirect, failed; nothing
    /// was sent to it.
    public static let circuitOpen = Code("circuitOpen")
    /// The file of a download cannot be created or written, or the file of a resumable upload cannot be read.
    public static let file = Code("file")
    /// Any other failure of the transport.
    public static let transport = Code("transport")
  }

  /// The step of a call in which it failed.
  public enum Stage: String, Hashable, Sendable {
    /// Encoding the request, or producing its body while it is sent.
    case encode
    /// Connecting.
    case connect
    /// Sending the request, or waiting for and receiving the response.
    case exchange
    /// Decoding the response.
    case decode
  }

  /// The kind of the error.
  public let code: Code
  /// The step in which the call failed.
  public let stage: Stage
  /// One sentence for people.
  public let message: String
  /// The id of the operation that was called.
  public let operationID: String?
  /// The response, if one arrived.
  public let response: HTTPResponse?
  /// The faults in the body, for ``Code/decoding``.
  public let failures: [CodingFailure]
  /// The `CURLcode`, if libcurl reported the error.
  public let curlCode: Int?
  /// The underlying error.
  public let cause: (any Error)?
  /// True when the error exists only to carry its cause, as in `CallFailure.other`.
  private(set) var carriesCause = false

  /// Creates an error.
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

  /// Creates the error of a call that failed with an error other than ``ClientError``.
  init(carrying error: any Error) {
    let isCancellation = error is CancellationError
    self.init(
      isCancellation ? .cancelled : .transport, stage: .exchange,
      isCancellation ? "the task was cancelled" : "the call failed with \(type(of: error))", cause: error)
    carriesCause = true
  }

  /// Returns the error with the name of the failed operation.
  package func naming(_ operation: APIOperation) -> ClientError {
    ClientError(
      code, stage: stage, message, operation: operation, response: response, failures: failures, curlCode: curlCode,
      cause: cause)
  }

  /// The request's id in the server's log, from the response's `X-Request-ID`.
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
  /// Creates the error for a status that the contract does not declare.
  ///
  /// - Parameter misread: the error of decoding the response as the result for its status.
  package init(unexpected response: HTTPResponse, misread: (any Error)? = nil, for operation: APIOperation) {
    var message = "the server responded with \(response.status)"
    if response.mediaType?.isJSON == true, let document = try? JSONDocument(response.heldBytes),
      let detail = document.root.member("detail")?.string ?? document.root.member("message")?.string
    {
      message += ": \(Self.shown(detail, response))"
    }
    // A declared code with unexpected members shows that client and server disagree. The message reports this, because
    // the status does not show it.
    let misfit = operation.misfit(in: response)
    if let misfit {
      message += "; its code is `\(misfit.code)` of `\(misfit.type)`, but \(Self.reason(misfit.error))"
      if let hint = response.arrival?.hint { message += "; \(hint)" }
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

  /// Returns `detail` for people and logs: without echoed credentials and control characters, and shortened.
  private static func shown(_ detail: String, _ response: HTTPResponse) -> String {
    let text = response.arrival?.withheld.reduce(detail) { $0.replacingBytes($1, with: "***") } ?? detail
    let scalars = text.unicodeScalars
    let shown = String(scalars.prefix(maxDetailScalars)).escapingControls()
    return scalars.count > maxDetailScalars ? shown + "…" : shown
  }

  private static let maxDetailScalars = 500

  /// Creates the error for a body that does not decode to the endpoint's result.
  init(decoding error: any Error, in response: HTTPResponse, for operation: APIOperation) {
    let unusable = error as? UnusableContent
    self.init(decoding: unusable?.failures ?? [], unusable?.cause ?? error, in: response, for: operation)
  }

  /// Creates the error for a body with these failures, or for a body that is unreadable as a whole because of `cause`.
  ///
  /// - Parameters:
  ///   - subject: the part that could not be decoded. Default: the whole response.
  ///   - hint: a possible reason. Default: the hint of the response.
  package init(
    decoding failures: [CodingFailure], _ cause: any Error, subject: String = "the response",
    in response: HTTPResponse? = nil, for operation: APIOperation?, hint: String? = nil
  ) {
    var first = failures.first
    // The found value is removed if it is a string or a number, because it may be a secret and errors end up in logs.
    if let found = first?.found?.utf8.first, found == 0x22 || found == 0x2D || (0x30...0x39).contains(found) {
      first?.found = nil
    }
    let hasContent = response.map { !$0.heldBytes.isEmpty } ?? true
    let reason =
      first.map { InputFailure($0, dates: operation?.wire.json.dates ?? .rfc3339).message }
      ?? (cause as? UnusableHeader)?.reason
      ?? (hasContent ? Self.reason(cause) : "the body is empty; declare an optional result if that is allowed")
    let hint = (hint ?? response?.arrival?.hint).map { "; \($0)" } ?? ""
    self.init(
      .decoding, stage: .decode, "\(subject) could not be decoded: \(reason)\(hint)", operation: operation,
      response: response, failures: failures, cause: cause)
  }

  /// Describes an error without strings from the body, which the errors of other coders may contain.
  private static func reason(_ cause: any Error) -> String {
    switch cause {
    case let error as JSONSyntaxError: error.description
    case let error as URLFormError: error.description
    case let error as MultipartError: error.description
    case let error as InflateError: error.description
    case let error as UnreadableText: error.description
    case is DecodingError: InputFailure(CodingFailure(cause)).message
    default: "\(type(of: cause))"
    }
  }
}
