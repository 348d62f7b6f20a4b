public import Contract
internal import ContractHTTP

/// A fluent call that is about to be made: the request, complete but for what its client adds to every request.
///
/// Callers of one's own get it; see ``ClientCaller``.
public struct OutgoingCall: Sendable {
  /// The request. Its target is relative to the base URL and the path of the client; ``completeRequest()`` has all of it.
  public var request: HTTPRequest
  /// The operation, named by its method and path.
  public let operation: APIOperation
  /// Where the call stands in the program.
  public let location: CallLocation
  /// The configuration of the client, with what the task has changed.
  public var configuration: ClientConfiguration { settings.configuration }

  let settings: ClientSettings
  /// The example of the result's type, where that is looked for.
  var example: CallExample?

  /// The time of the whole call.
  var timeout: Duration { min(configuration.timeout, operation.timeout ?? configuration.timeout) }

  /// The request with scheme, host, the whole path, query and fields, as it is before middleware, credentials and the
  /// transport have their say.
  ///
  /// - Throws: ``/Contract/ClientError`` for what the client has been told and cannot be sent.
  public func completeRequest() throws -> HTTPRequest {
    var request = request
    try settings.complete(&request, for: operation)
    try settings.finish(&request, for: operation)
    return request
  }

  /// Sends the request and waits for the whole response, with everything that the client is configured for.
  ///
  /// - Throws: ``/Contract/ClientError`` when there is no response, or what a middleware throws.
  public func send() async throws -> HTTPResponse {
    try await settings.send(request, for: operation, .whole, at: location, example: example)
  }

  /// Sends the request and waits for the head of the response.
  ///
  /// - Throws: ``/Contract/ClientError`` when there is no response, or what a middleware throws.
  public func stream() async throws -> HTTPResponse {
    try await settings.send(request, for: operation, .streamed, at: location)
  }

  /// Sends the request, which asks for another protocol, and waits for the answer; see
  /// ``ClientTransport/upgrade(_:options:)``.
  func upgrade(_ request: HTTPRequest) async throws -> HTTPResponse {
    try await settings.send(request, for: operation, .upgraded, at: location)
  }

  /// The response, when it is a success.
  ///
  /// - Throws: what the client's error decoder makes of any other, else ``/Contract/ClientError`` with the code
  ///   `unexpected`.
  public func validated(_ response: HTTPResponse) throws -> HTTPResponse {
    if configuration.validator.accepts(response) { return response }
    throw configuration.errorDecoder.decode(response, configuration)
      ?? ClientError(unexpected: response, for: operation)
  }
}

extension ClientSettings {
  /// What a client has been told, as a call.
  func outgoingCall(accepting accept: String?, at location: CallLocation) throws -> OutgoingCall {
    let draft = values.draft
    let method = draft.method ?? (draft.body == nil ? .get : .post)
    let operation = FluentOperations.operation(method, draft.template, named: draft.operationName)
    let made = try draft.body.map { body throws(ClientError) in
      do {
        return try body.make(configuration)
      } catch {
        throw ClientError(
          .invalidInput, stage: .encode, "the body cannot be made: \(EncodingReason.of(error))", operation: operation,
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

/// The operations of fluent calls, each made once.
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
