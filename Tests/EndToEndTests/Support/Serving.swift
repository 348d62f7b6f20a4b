import ContractTesting
import Testing

/// Runs a server on a free port while `body` runs, and passes it the port for raw connections, and a client.
func serve<Result>(_ server: Server, _ body: (Int, APIClient) async throws -> Result) async throws -> Result {
  try await withServer(server) { client in try await body(#require(server.address).port, client) }
}

/// The address for servers that are called after their end: a free port of 127.0.0.1 may be reused immediately, in this
/// process or another.
let quietHost = "127.0.0.2"

/// Checks that the port of ``quietHost`` no longer accepts connections.
///
/// The check is repeated for a while, because a process that is just being started has copies of all sockets until it
/// is running, which keep a closed listener alive.
func expectRefused(_ port: Int) async throws {
  for _ in 0..<1000 {
    guard (try? RawConnection(port: port, at: quietHost)) != nil else { return }
    try await Task.sleep(for: .milliseconds(5))
  }
  Issue.record("port \(port) of \(quietHost) still accepts connections")
}
