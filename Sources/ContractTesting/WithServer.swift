public import ContractClient
public import ContractServer

/// Serves `routes` on a free loopback port while `body` runs, and passes a client to it.
///
/// ```swift
/// try await withServer(TodosRoutes(service)) { client in
///   let todos = TodosAPI(client)
///   let list = try await todos.list(tags: [])
///   #expect(list.isEmpty)
/// }
/// ```
///
/// Requests are sent over real sockets by the real client engine. `body` runs in the isolation of the caller, for
/// example that of a `@MainActor` test. Server and client stop when `body` returns or throws.
///
/// The server waits up to two minutes for the client to send or receive bytes, and has no minimum rates, because other
/// tests of the process may delay the client. To test these limits, pass a `Server` instead of routes.
///
/// - Throws: ``RouteConflict`` or ``ServerError`` when the server cannot start, and any error that `body` throws.
public nonisolated(nonsending) func withServer<Result>(
  _ routes: some RouteCollection, _ body: nonisolated(nonsending) (APIClient) async throws -> Result
) async throws -> Result {
  var limits = ServerLimits()
  limits.minBodyBytesPerSecond = 0
  limits.minResponseBytesPerSecond = 0
  var timeouts = ServerTimeouts()
  timeouts.header = .seconds(120)
  timeouts.body = .seconds(120)
  timeouts.write = .seconds(120)
  return try await withServer(Server(port: 0, threads: 1, limits: limits, timeouts: timeouts) { routes }, body)
}

/// Starts a server, passes a client to `body`, and stops the server when `body` returns or throws.
///
/// - Throws: ``RouteConflict`` or ``ServerError`` when the server cannot start, and any error that `body` throws.
public nonisolated(nonsending) func withServer<Result>(
  _ server: Server, _ body: nonisolated(nonsending) (APIClient) async throws -> Result
) async throws -> Result {
  let address = try await server.start()
  do {
    let result = try await body(APIClient(baseURL: address.url, transport: CurlTransport()))
    await server.stop(drain: .seconds(1))
    return result
  } catch {
    await server.stop(drain: .zero)
    throw error
  }
}
