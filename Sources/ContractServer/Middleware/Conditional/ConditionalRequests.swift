public import Contract
internal import ContractLoop

/// Middleware that evaluates conditional requests (RFC 9110 §13). It responds with 304 when the client's copy is
/// current, and with 412 to a change of a resource that has changed meanwhile.
///
/// ```swift
/// Server(port: 8080, middleware: [Compression(), ConditionalRequests()]) { … }
/// ```
///
/// A response to GET with a body in memory and no `ETag` gets a tag computed from its bytes. A 304 saves the transfer,
/// not the handler's work.
///
/// For other methods with `If-Match`, `If-None-Match` or `If-Unmodified-Since`, the middleware first sends a GET for
/// the same target to learn the current state. 404 and 410 mean that the resource does not exist. If GET is not served
/// (405, 501) the request is passed on; any other failure of GET, such as 403, 429 or 503, becomes the response.
///
/// Requests for operations with an ``IfMatch`` or ``IfNoneMatch`` parameter are passed on: their services check the
/// condition.
///
/// The resource may change between this GET and the write. Where that matters, set `checksWrites: false` and compare
/// ``Preconditions`` in the handler, inside its lock or transaction. Also set it for middleware of a route, which
/// cannot send the GET.
public struct ConditionalRequests: ServerMiddleware {
  private let maxTaggedBytes: Int
  private let checksWrites: Bool

  /// Creates middleware that evaluates conditional requests.
  ///
  /// - Parameters:
  ///   - maxTaggedBytes: the maximum size of a body that gets a tag; 0 disables tags. Default: 1 MiB.
  ///   - checksWrites: false leaves the conditions of methods other than GET and HEAD to handlers. Default: true.
  public init(maxTaggedBytes: Int = 1 << 20, checksWrites: Bool = true) {
    self.maxTaggedBytes = maxTaggedBytes
    self.checksWrites = checksWrites
  }

  /// Evaluates the conditions against the current state.
  public func handle(
    _ request: HTTPRequest, in exchange: Exchange, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    let conditions = Preconditions(request.fields)
    if request.method == .get || request.method == .head {
      var response = try await next(request)
      response.tagContent(upTo: maxTaggedBytes)
      // Conditions apply only to a response that is a success without them (§13.2.1).
      guard !conditions.isEmpty, response.status.kind == .success else { return response }
      return Self.response(response, conditions.outcome(for: request.method, Self.validators(of: response)))
    }
    guard mayChange(request, exchange),
      conditions.match != nil || conditions.noneMatch != nil || conditions.unmodifiedSince != nil
    else { return try await next(request) }
    var question = HTTPRequest(.get, request.target, authority: request.authority, fields: request.fields)
    for name in Self.removed { question.fields.remove(name) }
    var present = try await next(question)
    present.tagContent(upTo: maxTaggedBytes)
    let validators: Validators?
    switch present.status.code {
    case 200..<300: validators = Self.validators(of: present)
    case 404, 410: validators = nil
    // The resource cannot be read, so the handler must check the conditions.
    case 405, 501: return try await next(request)
    // The state is unknown, or hidden from this client, so the conditional change must not happen.
    default: return present
    }
    guard conditions.outcome(for: request.method, validators) == .proceed else { return Self.failure }
    return try await next(request)
  }

  /// Returns true for an admitted request that may change the resource, and whose service checks no conditions itself.
  private func mayChange(_ request: HTTPRequest, _ exchange: Exchange) -> Bool {
    // Conditions have no meaning for these methods (RFC 9110 §13.2.1).
    let isUnconditional = request.method == .options || request.method == .trace || request.method == .connect
    return checksWrites && !isUnconditional && exchange.headRefusal == nil
      && exchange.operation?.checksEntityTags != true
  }

  /// Headers of the conditional request that the GET for the current state must not carry.
  private static let removed: [HTTPFieldName] = [
    "If-Match", "If-None-Match", "If-Modified-Since", "If-Unmodified-Since", "If-Range", "Range", .contentType,
    .contentLength, .contentEncoding, .transferEncoding, .expect, .accept,
  ]

  private static func validators(of response: HTTPResponse) -> Validators {
    let date = response.fields["Last-Modified"].flatMap {
      IMFFixdate.secondsSince1970(from: $0.rawValue.utf8, now: Int(TimeSource.system.unixSeconds))
    }
    return Validators(tag: response.fields["ETag"].flatMap { EntityTag(parsing: $0.rawValue) }, lastModified: date)
  }

  private static func response(_ response: HTTPResponse, _ outcome: Preconditions.Outcome) -> HTTPResponse {
    switch outcome {
    case .proceed: return response
    case .failed: return failure
    case .notModified: return response.notModified()
    }
  }

  private static var failure: HTTPResponse {
    RequestPipeline.response(
      Problem(.preconditionFailed, detail: "the resource does not meet the request's conditions"))
  }
}
