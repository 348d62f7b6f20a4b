internal import ContractTesting

// Top-level code is isolated to the main actor, and its variables are not Sendable.

let hello = Endpoint<Empty, String>(.get, "/hello")
var bodies: [String] = []

try await withServer(Route(hello) { _ in "over sockets" }) { client in
  bodies.append(try await client.call(hello))
}
let inProcess = Route(hello) { _ in "in process" }.inProcess
try await withClientModifiers({ $0.header("X-Trace", "1") }) {
  bodies.append(try await inProcess.call(hello))
}
try await withClientConfiguration({ $0.timeout = .seconds(2) }) {
  bodies.append(try await inProcess.call(hello))
}
print(bodies)
