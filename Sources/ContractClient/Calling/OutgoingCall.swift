public import Contract
internal import ContractHTTP

/// A fluent call about to be made: its request, without the parts that the client adds to every request.
///
/// Custom callers receive it; see ``ClientCaller``.
public struct OutgoingCall: Sendable {
  /// The request. Its target is relative to the base URL and the client's path; ``completeRequest()`` returns the full
  /// target.
  public var request: HTTPRequest
  /// The operation. Its ID is the method and path unless the client names it.
  public let operation: APIOperation
  /// The source location of the call.
  public let location: CallLocation
  /// The configuration of the client, including the changes of the current task.
  public var configuration: ClientConfiguration { settings.configuration }

  let settings: ClientSettings
  /// The example of the result type, in environments that use examples.
  var example: CallExample?

  /// The timeout of the call, including all attempts.
  var timeout: Duration { min(configuration.timeout, operation.timeout ?? configuration.timeout) }

  /// Returns the request with scheme, host, full path, query and headers, before middleware, credentials and the
  /// transport.
  ///
  /// - Throws: ``/Contract/ClientError`` for invalid settings of the client.
  public func completeRequest() throws -> HTTPRequest {
    var request = request
    try settings.complete(&request, for: operation)
    try settings.finish(&request, for: operation)
    return request
  }

  /// The URL that identifies the resource in a later call. It omits the changes of ``APIClient/modifyRequest(_:)``,
  /// because a change may add a value that differs between calls, such as a time.
  var resourceURL: String {
    get throws {
      var request = request
      try settings.complete(&request, for: operation)
      try settings.address(&request, for: operation)
      return request.url
    }
  }

  /// Sends the request through all steps of the client and waits for the complete response.
  ///
  /// - Throws: ``/Contract/ClientError`` if there is no response, or an error of a middleware.
  public func send() async throws -> HTTPResponse {
    try await settings.send(request, for: operation, .whole, at: location, example: example)
  }

  /// Sends the request through all steps of the client and waits for the response head.
  ///
  /// - Throws: ``/Contract/ClientError`` if there is no response, or an error of a middleware.
  public func stream() async throws -> HTTPResponse {
    try await settings.send(request, for: operation, .streamed, at: location)
  }

  /// Sends a request to switch protocols and waits for the response; see ``ClientTransport/upgrade(_:options:)``.
  func upgrade(_ request: HTTPRequest) async throws -> HTTPResponse {
    try await settings.send(request, for: operation, .upgraded, at: location)
  }

  /// Returns the response if it is a success.
  ///
  /// - Throws: The error of the client's error decoder, or ``/Contract/ClientError`` with the code `unexpected`.
  public func validated(_ response: HTTPResponse) throws -> HTTPResponse {
    if configuration.validator.accepts(response) { return response }
    throw configuration.errorDecoder.decode(response, configuration)
      ?? ClientError(unexpected: response, for: operation)
  }
}

extension ClientSettings {
  /// Creates a call from the client's settings.
  func outgoingCall(accepting accept: String?, at location: CallLocation) throws -> OutgoingCall {
    let draft = values.draft
    let method = draft.method ?? (draft.body == nil ? .get : .post)
    let operation = FluentOperations.operation(method, draft.template, named: draft.operationName)
    let made = try draft.body.map { body throws(ClientError) in
      do {
        return try body.make(configuration)
      } catch {
        throw ClientError(
          .invalidInput, stage: .encode, "the body cannot be encoded: \(EncodingReason.of(error))",
          operation: operation,
          cause: error)
      }
    }
    var request = HTTPRequest(method, draft.path.endsWithSlash ? "/" : "", body: made?.body ?? .empty)
    if let type = made?.mediaType, !configuration.fields.contains(.contentType) {
      request.fields[.contentType] = HTTPFieldValue(type.description)
    }
    if let accept, !configuration.fields.contains(.accept) { request.fields[.accept] = HTTPFieldValue(accept) }
    return OutgoingCall(request: request, operation: operation, location: location, settings: self)
  }
}

/// The operations of fluent calls, created once per method, path and name.
private enum FluentOperations {
  private static let maxCount = 1024
  private static let known = Lock<[String: APIOperation]>([:])

  static func operation(_ method: HTTPMethod, _ template: String, named name: String?) -> APIOperation {
    let key = "\(method) \(template)" + (name.map { " \($0)" } ?? "")
    let id = name ?? key
    if let operation = known.withLock({ $0[key] }) { return operation }
    let operation = APIOperation(id: id, method: method, path: (try? PathTemplate(template)) ?? "/")
    return known.withLock { known in
      if let operation = known[key] { return operation }
      if known.count >= maxCount { known = [:] }
      known[key] = operation
      return operation
    }
  }
}
