extension RouteCollection {
  /// Returns the routes below a path, which may contain placeholders.
  ///
  /// ```swift
  /// Server(port: 8080) {
  ///   TodosRoutes(.path("tenant")) { (tenant: String) in TodoService(tenant: tenant) }
  ///     .mounted(at: "/tenants/:tenant")          // GET /tenants/acme/todos
  /// }
  /// ```
  ///
  /// A client calls them with a base URL that ends in the path: `TodosAPI(client("tenants/\(tenant)"))`.
  ///
  /// - Parameters:
  ///   - path: the path, without a trailing slash or a query. A server does not start if a route has a placeholder with
  ///     the same name, or if both have a placeholder for several segments.
  ///   - name: a prefix for the ids of the operations, which are unique on a server: `v1` turns `Todos.list` into
  ///     `v1.Todos.list`. Needed when a contract is mounted twice. Default: none.
  public func mounted(at path: PathTemplate, named name: String? = nil) -> [Route] {
    routes.map { route in
      var route = route
      let id = route.operation.id
      let types = Dictionary(route.needs.compactMap(\.placeholder), uniquingKeysWith: { first, _ in first })
      route.operation = APIOperation(
        route.operation, id: name.map { "\($0).\(id)" } ?? id, path: path.appending(route.operation.path),
        mount: route.operation.mount.map(path.appending) ?? path, mountedTypes: types)
      return route
    }
  }
}
