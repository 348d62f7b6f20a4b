/// Where the handlers of a route run.
///
/// ```swift
/// Server(port: 8080) {
///   TodosRoutes(store)
///   ReportRoutes(database).blocking()
///   ThumbnailRoutes().concurrent()
/// }
/// ```
public enum HandlerExecution: String, Hashable, Sendable, CaseIterable {
  /// On the loop of the request's connection: the cheapest, for handlers that wait with `await` alone. A handler that
  /// blocks or computes for long keeps every other connection of the loop waiting.
  case loop
  /// On a thread of a pool that is made for it, for handlers that call what blocks: files, a database without asynchronous
  /// calls, a lock that is held for long. Threads and requests that wait are bounded; past that the answer is 503 with
  /// `Retry-After`.
  case blocking
  /// On Swift's own pool, which has a thread for each processor: for handlers that compute for more than a millisecond. They
  /// must not block, because the rest of the program runs there.
  case concurrent

  /// The name.
  public var description: String { rawValue }
}

extension HandlerExecution: CustomStringConvertible {}

extension RouteCollection {
  /// The same routes, whose handlers run there; those that were told before where to run stay there.
  public func on(_ execution: HandlerExecution) -> [Route] {
    routes.map { route in
      var route = route
      route.execution = route.execution ?? execution
      return route
    }
  }

  /// The same routes, whose handlers may block: they run on threads of a pool for that. See ``HandlerExecution/blocking``.
  public func blocking() -> [Route] { on(.blocking) }

  /// The same routes, whose handlers compute: they run on Swift's own pool. See ``HandlerExecution/concurrent``.
  public func concurrent() -> [Route] { on(.concurrent) }
}
