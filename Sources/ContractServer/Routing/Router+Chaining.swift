public import Contract

// Non-mutating variants that return a router, for use in one expression. For a variable the compiler prefers the
// mutating functions.

extension Router {
  /// Returns the router with a route added, for a router created in one expression.
  ///
  /// ```swift
  /// let router = Router()
  ///   .on(todos.getAll) { request, input in try await store.all(limit: input.limit) }
  ///   .on(version) { request in "1.4" }
  /// ```
  ///
  /// - Parameter execution: where the handler runs. Default: the server's setting.
  @_disfavoredOverload
  public func on<Request, Response>(
    _ endpoint: Endpoint<Request, Response>, execution: HandlerExecution? = nil,
    _ handler: @escaping @Sendable (ServerRequest, Request) async throws -> Response
  ) -> Router {
    changed { $0.on(endpoint, execution: execution, handler) }
  }

  /// Returns the router with a route added for an endpoint without inputs.
  ///
  /// - Parameter execution: where the handler runs. Default: the server's setting.
  @_disfavoredOverload
  public func on<Response>(
    _ endpoint: Endpoint<Empty, Response>, execution: HandlerExecution? = nil,
    _ handler: @escaping @Sendable (ServerRequest) async throws -> Response
  ) -> Router {
    changed { $0.on(endpoint, execution: execution, handler) }
  }

  /// Returns the router with a route added for a self-describing request.
  @_disfavoredOverload
  public func on<Request: CallableRequest>(
    _ type: Request.Type, _ handler: @escaping @Sendable (ServerRequest, Request) async throws -> Request.Response
  ) -> Router {
    changed { $0.on(type, handler) }
  }

  /// Returns the router with a raw route added; nil as method serves every method except CONNECT.
  ///
  /// - Parameter execution: where the handler runs. Default: the server's setting.
  @_disfavoredOverload
  public func on(
    _ method: HTTPMethod?, _ path: PathTemplate, id: String? = nil, execution: HandlerExecution? = nil,
    _ handler: @escaping @Sendable (ServerRequest) async throws -> HTTPResponse
  ) -> Router {
    changed { $0.on(method, path, id: id, execution: execution, handler) }
  }

  /// Returns the router with every route of a collection added.
  @_disfavoredOverload
  public func add(_ collection: some RouteCollection) -> Router {
    changed { $0.add(collection) }
  }

  private func changed(_ change: (inout Router) -> Void) -> Router {
    var router = self
    change(&router)
    return router
  }
}
