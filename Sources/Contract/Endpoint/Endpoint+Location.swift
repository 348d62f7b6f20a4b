internal import ContractHTTP

extension Endpoint {
  /// Returns the path and query at which the endpoint is called with these inputs, for a header such as `Location`.
  ///
  /// ```swift
  /// func create(title: String) async throws -> Created {
  ///   let todo = await store.add(title)
  ///   return .created(todo, location: try TodosEndpoints.todo.location(of: .init(id: todo.id)))   // /todos/7
  /// }
  /// ```
  ///
  /// In a handler whose route is mounted, the path begins with the part of the request's path below which the route is mounted,
  /// such as `/tenants/acme/todos/7`. A prefix that a proxy removes is not included. Headers and the body of the inputs are
  /// ignored.
  ///
  /// - Throws: ``InvalidInput`` for inputs that cannot be sent.
  public func location(of input: Request) throws -> String {
    var encoder = RequestEncoder(for: operation)
    try encoder.write(input)
    return (ServerRequest.current?.mountedPath ?? "") + (try encoder.finish().target)
  }
}

extension ServerRequest {
  /// The part of the path below which the route is mounted, as received; empty for a route that is not mounted.
  var mountedPath: String {
    guard let mount = operation.mount else { return "" }
    let path = head.pathBytes
    let slashes = path.indices.filter { path[$0] == UInt8(ascii: "/") }
    let own = operation.path.segments.count - mount.segments.count
    let hasRest = mount.segments.contains { if case .rest = $0 { true } else { false } }
    // Only one of the two paths, the mount's or the path below it, can have a placeholder for several segments. The slash
    // between them is therefore counted from the end or from the start.
    let index = hasRest ? slashes.count - own : mount.segments.count
    let end = slashes.indices.contains(index) ? slashes[index] : path.endIndex
    return String(decoding: path[..<end], as: UTF8.self)
  }
}
