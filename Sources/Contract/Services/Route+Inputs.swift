extension Route {
  /// Creates a route that calls `handler` with the decoded inputs and values of the request.
  ///
  /// ```swift
  /// Route(todos.create, with: .principal(User.self)) { input, user in await store.add(input.title, by: user) }
  /// ```
  ///
  /// When it starts, the server checks that every request has the values, see ``ServiceInput``.
  public init<Request, Response, First, each Value>(
    _ endpoint: Endpoint<Request, Response>, with first: ServiceInput<First>,
    _ others: repeat ServiceInput<each Value>,
    handler: @escaping @Sendable (Request, First, repeat each Value) async throws -> Response
  ) {
    let codec = endpoint.codec
    self.init(operation: endpoint.operation) { request in
      let input = try request.input(Request.self)
      let value = try first.read(request)
      return try request.response(await handler(input, value, repeat (try (each others).read(request))), codec)
    }
    if let need = first.need { needs.append(need) }
    for input in repeat each others {
      if let need = input.need { needs.append(need) }
    }
  }
}
