public import ContractClient
public import ContractServer

/// Serves `routes` on a free port of the loopback address while `body` runs, and gives it a client.
///
/// ```swift
/// try await withServer(TodosRoutes(service)) { client in
///   let todos = TodosAPI(client)
///   let list = try await todos.list(tags: [])
///   #expect(list.isEmpty)
/// }
/// ```
///
/// Requests travel over real sockets with the real client engine. `body` runs in the caller's isolation, such as that of a
/// `@MainActor` test. Server and client are stopped when it returns or throws.
///
/// - Throws: ``RouteConflict`` and ``ServerError`` when the server cannot start, and what `body` throws.
public nonisolated(nonsending) func withServer<Result>(
  _ routes: some RouteCollection, _ body: nonisolated(nonsending) (APIClient) async throws -> Result
) async throws -> Result {
  try await withServer(Server(port: 0, threads: 1) { routes }, body)
}

/// Runs a server, which has not been started, while `body` runs, and gives it a client.
///
/// - Throws: ``RouteConflict`` and ``ServerError`` when the server cannot start, and what `body` throws.
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
