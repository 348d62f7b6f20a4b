public import Contract
internal import Synchronization

/// Answers `/livez` and `/readyz`, for load balancers and orchestrators.
///
/// ```swift
/// Server(port: 8080, middleware: [Health { try await database.ping() }]) { … }
/// ```
///
/// `/livez` is 200 as long as the process answers. `/readyz` is 200 when every check passes, and 503 when one throws and
/// from the moment that the server begins to stop. Neither says why: the reason goes to `onFailure`.
///
/// Put it outside of middleware that these requests should not meet, such as a rate limit.
public final class Health: ServerMiddleware {
  /// A condition for being ready.
  public typealias Check = @Sendable () async throws -> Void

  private let livePath: String
  private let readyPath: String
  private let onFailure: @Sendable (any Error) -> Void
  private let checks: [Check]
  private let drains = Atomic(false)

  /// Answers at two paths.
  ///
  /// - Parameters:
  ///   - onFailure: learns of what a check throws.
  ///   - checks: throw when the server is not ready to serve; asked with each request, so they must be cheap.
  public init(
    livePath: String = "/livez", readyPath: String = "/readyz",
    onFailure: @escaping @Sendable (any Error) -> Void = { _ in }, checks: [Check]
  ) {
    self.livePath = livePath
    self.readyPath = readyPath
    self.onFailure = onFailure
    self.checks = checks
  }

  /// Answers at the usual paths, with one check or none.
  public convenience init(_ check: @escaping Check = {}) {
    self.init(checks: [check])
  }

  /// True from the moment that the server begins to stop, or that ``drain()`` was called.
  public var isDraining: Bool { drains.load(ordering: .relaxed) }

  /// Makes the server unready without stopping it. `run(notice:)` and `stop(notice:)` do so by themselves.
  public func drain() { drains.store(true, ordering: .relaxed) }

  /// Answers a probe, and passes everything else on.
  public func handle(
    _ request: HTTPRequest, in exchange: Exchange, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    guard request.method == .get || request.method == .head else { return try await next(request) }
    if request.path == livePath { return Self.answer(.ok, "live") }
    guard request.path == readyPath else { return try await next(request) }
    if isDraining { return Self.answer(.serviceUnavailable, "draining") }
    do {
      for check in checks { try await check() }
    } catch {
      onFailure(error)
      return Self.answer(.serviceUnavailable, "not ready")
    }
    return Self.answer(.ok, "ready")
  }

  /// Is unready from now on.
  public func serverDrains() { drain() }

  private static func answer(_ status: HTTPStatus, _ text: String) -> HTTPResponse {
    var response = HTTPResponse.text(text + "\n", status: status)
    response.fields["Cache-Control"] = "no-store"
    return response
  }
}
