public import Contract

/// Answers conditional requests (RFC 9110 §13): 304 for what the client has already, 412 for a change of something that
/// has changed meanwhile.
///
/// ```swift
/// Server(port: 8080, middleware: [Compression(), ConditionalRequests()]) { … }
/// ```
///
/// An answer to GET that has content in memory and no `ETag` gets one, made from its bytes. The answer 304 saves the
/// transfer, not the handler's work.
///
/// For other methods with `If-Match`, `If-None-Match` or `If-Unmodified-Since`, GET of the same target is asked for the
/// present state first; 404 and 410 mean that there is none. Where GET is not served (405, 501) the request passes to the
/// handler; any other failure of GET, such as 403, 429 or 503, is the answer. Between that and the change somebody else may
/// write: where that matters, let the handler compare with ``Preconditions``, under its lock or in its transaction, and use
/// `checksWrites: false`. Among the middleware of a route there is nobody to ask for the present state: there, too.
public struct ConditionalRequests: ServerMiddleware {
  private let maxTaggedBytes: Int
  private let checksWrites: Bool

  /// Answers conditional requests.
  ///
  /// - Parameters:
  ///   - maxTaggedBytes: longer content gets no tag; 0 makes none.
  ///   - checksWrites: false leaves the conditions of other methods than GET and HEAD to handlers.
  public init(maxTaggedBytes: Int = 1 << 20, checksWrites: Bool = true) {
    self.maxTaggedBytes = maxTaggedBytes
    self.checksWrites = checksWrites
  }

  /// Compares the conditions with the present state.
  public func handle(
    _ request: HTTPRequest, in exchange: Exchange, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    let conditions = Preconditions(request.fields)
    if request.method == .get || request.method == .head {
      var response = try await next(request)
      tag(&response)
      // What would not be a success is answered as if there were no conditions (§13.2.1).
      guard !conditions.isEmpty, response.status.kind == .success else { return response }
      return Self.answer(response, conditions.outcome(for: request.method, Self.validators(of: response)))
    }
    // RFC 9110 §13.2.1: conditions mean nothing to these.
    let isUnconditional = request.method == .options || request.method == .trace || request.method == .connect
    guard checksWrites, !isUnconditional, exchange.headRefusal == nil,
      conditions.match != nil || conditions.noneMatch != nil || conditions.unmodifiedSince != nil
    else { return try await next(request) }
    var question = HTTPRequest(.get, request.target, authority: request.authority, fields: request.fields)
    for name in Self.removed { question.fields.remove(name) }
    var present = try await next(question)
    tag(&present)
    let validators: Validators?
    switch present.status.code {
    case 200..<300: validators = Self.validators(of: present)
    case 404, 410: validators = nil
    // It cannot be read at all, so the conditions are the handler's to check.
    case 405, 501: return try await next(request)
    // Its state is not known now, or not for this client. A change that must not happen in every state does not happen.
    default: return present
    }
    guard conditions.outcome(for: request.method, validators) == .proceed else { return Self.failure }
    return try await next(request)
  }

  /// What belongs to the request that makes the conditions, and not to the question for the present state.
  private static let removed: [HTTPFieldName] = [
    "If-Match", "If-None-Match", "If-Modified-Since", "If-Unmodified-Since", "If-Range", "Range", .contentType,
    .contentLength, .contentEncoding, .transferEncoding, .expect, .accept,
  ]

  private func tag(_ response: inout HTTPResponse) {
    guard response.status == .ok, !response.fields.contains("ETag"), case .bytes(let bytes) = response.body,
      bytes.count <= maxTaggedBytes
    else { return }
    response.fields["ETag"] = EntityTag(of: bytes).fieldValue
  }

  private static func validators(of response: HTTPResponse) -> Validators {
    let date = response.fields["Last-Modified"].flatMap {
      IMFFixdate.secondsSince1970(from: $0.rawValue.utf8, now: Int(TimeSource.system.wall() / 1000))
    }
    return Validators(tag: response.fields["ETag"].flatMap { EntityTag(parsing: $0.rawValue) }, lastModified: date)
  }

  private static func answer(_ response: HTTPResponse, _ outcome: Preconditions.Outcome) -> HTTPResponse {
    switch outcome {
    case .proceed: return response
    case .failed: return failure
    case .notModified:
      var unchanged = HTTPResponse(.notModified, fields: response.fields)
      // What describes content that is not there (RFC 9110 §15.4.5).
      for name: HTTPFieldName in [.contentType, .contentEncoding, .contentLength, "Content-Language", "Content-Range"] {
        unchanged.fields.remove(name)
      }
      return unchanged
    }
  }

  private static var failure: HTTPResponse {
    RequestPipeline.answer(Problem(.preconditionFailed, detail: "the resource is not in the state that was asked for"))
  }
}
