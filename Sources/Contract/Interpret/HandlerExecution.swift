/// The executor of a route's handler.
///
/// ```swift
/// Server(port: 8080) {
///   TodosRoutes(store)
///   ReportRoutes(database).blocking()
///   ThumbnailRoutes().concurrent()
/// }
/// ```
public enum HandlerExecution: String, Hashable, Sendable, CaseIterable {
  /// The loop of the request's connection: the cheapest, for handlers that wait only with `await`. A handler that
  /// blocks, or computes for a long time, delays all other connections of the loop.
  case loop
  /// A dedicated thread pool, for handlers with blocking calls: files, a database without asynchronous calls, a lock
  /// that is held for a long time. The numbers of threads and of waiting requests are limited. A request above the
  /// limit gets a 503 with `Retry-After`.
  case blocking
  /// Swift's global pool, which has a thread for each processor: for handlers that compute for more than a millisecond. They
  /// must not block, because the rest of the program runs there.
  case concurrent

  /// The name.
  public var description: String { rawValue }
}

extension HandlerExecution: CustomStringConvertible {}

extension RouteCollection {
  /// Returns the routes with this executor. Routes that already set one keep it.
  public func on(_ execution: HandlerExecution) -> [Route] {
    routes.map { route in
      var route = route
      route.execution = route.execution ?? execution
      return route
    }
  }

  /// Returns the routes with handlers that may block, on a dedicated thread pool; see ``HandlerExecution/blocking``.
  public func blocking() -> [Route] { on(.blocking) }

  /// Returns the routes with handlers that compute for a long time, on Swift's global pool; see
  /// ``HandlerExecution/concurrent``.
  public func concurrent() -> [Route] { on(.concurrent) }
}
