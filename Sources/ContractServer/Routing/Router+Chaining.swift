public import Contract

// The same functions for routers that are made in one expression. Of the two of a name the compiler prefers the one that
// changes a variable.

extension Router {
  /// Returns the router with another route, for a router that is made in one expression.
  ///
  /// ```swift
  /// let router = Router()
  ///   .on(todos.getAll) { request, input in try await store.all(limit: input.limit) }
  ///   .on(version) { request in "1.4" }
  /// ```
  ///
  /// - Parameter execution: where the handler runs; the server says so unless given.
  @_disfavoredOverload
  public func on<Request, Response>(
    _ endpoint: Endpoint<Request, Response>, execution: HandlerExecution? = nil,
    _ handler: @escaping @Sendable (ServerRequest, Request) async throws -> Response
  ) -> Router {
    changed { $0.on(endpoint, execution: execution, handler) }
  }

  /// Returns the router with another route of an endpoint without inputs.
  ///
  /// - Parameter execution: where the handler runs; the server says so unless given.
  @_disfavoredOverload
  public func on<Response>(
    _ endpoint: Endpoint<Empty, Response>, execution: HandlerExecution? = nil,
    _ handler: @escaping @Sendable (ServerRequest) async throws -> Response
  ) -> Router {
    changed { $0.on(endpoint, execution: execution, handler) }
  }

  /// Returns the router with another route of a request that describes itself.
  @_disfavoredOverload
  public func on<Request: CallableRequest>(
    _ type: Request.Type, _ handler: @escaping @Sendable (ServerRequest, Request) async throws -> Request.Response
  ) -> Router {
    changed { $0.on(type, handler) }
  }

  /// Returns the router with another route of raw requests; a method of nil takes every method but CONNECT.
  ///
  /// - Parameter execution: where the handler runs; the server says so unless given.
  @_disfavoredOverload
  public func on(
    _ method: HTTPMethod?, _ path: PathTemplate, id: String? = nil, execution: HandlerExecution? = nil,
    _ handler: @escaping @Sendable (ServerRequest) async throws -> HTTPResponse
  ) -> Router {
    changed { $0.on(method, path, id: id, execution: execution, handler) }
  }

  /// Returns the router with every route of a collection.
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
