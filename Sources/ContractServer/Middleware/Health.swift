public import Contract
internal import Synchronization

/// Middleware that serves `/livez` and `/readyz` for load balancers and orchestrators.
///
/// ```swift
/// Server(port: 8080, middleware: [Health { try await database.ping() }]) { … }
/// ```
///
/// `/livez` returns 200 as long as the process responds. `/readyz` returns 200 if every check passes, and 503 if one
/// throws or the server is stopping. The responses do not contain the reason, which goes to `onFailure`.
///
/// Put it before middleware that should not apply to probes, such as a rate limit.
public final class Health: ServerMiddleware {
  /// A readiness check, which throws if the server is not ready.
  public typealias Check = @Sendable () async throws -> Void

  private let livePath: String
  private let readyPath: String
  private let onFailure: @Sendable (any Error) -> Void
  private let checks: [Check]
  private let drains = Atomic(false)

  /// Creates middleware that serves the two paths.
  ///
  /// - Parameters:
  ///   - onFailure: called with the error of a check.
  ///   - checks: run on each request for `readyPath`, so they must be cheap.
  public init(
    livePath: String = "/livez", readyPath: String = "/readyz",
    onFailure: @escaping @Sendable (any Error) -> Void = { _ in }, checks: [Check]
  ) {
    self.livePath = livePath
    self.readyPath = readyPath
    self.onFailure = onFailure
    self.checks = checks
  }

  /// Creates middleware that serves the default paths, with at most one check.
  public convenience init(_ check: @escaping Check = {}) {
    self.init(checks: [check])
  }

  /// True after ``drain()`` was called or the server began to stop.
  public var isDraining: Bool { drains.load(ordering: .relaxed) }

  /// Makes the server unready without stopping it. `run(notice:)` and `stop(notice:)` call it.
  public func drain() { drains.store(true, ordering: .relaxed) }

  /// Responds to a probe; passes other requests on.
  public func handle(
    _ request: HTTPRequest, in exchange: Exchange, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    guard request.method == .get || request.method == .head else { return try await next(request) }
    if request.path == livePath { return Self.response(.ok, "live") }
    guard request.path == readyPath else { return try await next(request) }
    if isDraining { return Self.response(.serviceUnavailable, "draining") }
    do {
      for check in checks { try await check() }
    } catch {
      onFailure(error)
      return Self.response(.serviceUnavailable, "not ready")
    }
    return Self.response(.ok, "ready")
  }

  /// Makes the server unready.
  public func serverDrains() { drain() }

  private static func response(_ status: HTTPStatus, _ text: String) -> HTTPResponse {
    var response = HTTPResponse.text(text + "\n", status: status)
    response.fields["Cache-Control"] = "no-store"
    return response
  }
}
