import ContractTesting
import Testing

nonisolated let hello = Endpoint<Empty, String>(.get, "/hello")
nonisolated let routes = Route(hello) { _ in "hello" }

/// A value that must not leave its isolation.
nonisolated final class Notebook {
  var lines: [String] = []
}

/// The calls that a test makes with its own body, from an actor.
actor Caller {
  private let notebook = Notebook()

  func lines() async throws -> [String] {
    try await withServer(routes) { client in notebook.lines.append(try await client.call(hello)) }
    try await withServer(Server(port: 0, threads: 1) { routes }) { client in
      notebook.lines.append(try await client.call(hello))
    }
    try await withClientModifiers({ $0.header("X-Trace", "1") }) {
      notebook.lines.append(try await routes.inProcess.call(hello))
    }
    try await withClientConfiguration({ $0.timeout = .seconds(2) }) {
      notebook.lines.append(try await routes.inProcess.call(hello))
    }
    return notebook.lines
  }
}

/// The functions of this suite are isolated to the main actor, because their module is.
@Suite("Closures of withServer, withClientModifiers and withClientConfiguration")
struct IsolationTests {
  private let notebook = Notebook()

  @Test("A closure runs on the main actor of its caller")
  func mainActor() async throws {
    try await withServer(routes) { client in
      MainActor.assertIsolated()
      notebook.lines.append(try await client.call(hello))
    }
    try await withServer(Server(port: 0, threads: 1) { routes }) { client in
      MainActor.assertIsolated()
      notebook.lines.append(try await client.call(hello))
    }
    try await withClientModifiers({ $0.header("X-Trace", "1") }) {
      MainActor.assertIsolated()
      notebook.lines.append(try await routes.inProcess.call(hello))
    }
    try await withClientConfiguration({ $0.timeout = .seconds(2) }) {
      MainActor.assertIsolated()
      notebook.lines.append(try await routes.inProcess.call(hello))
    }
    #expect(notebook.lines == ["hello", "hello", "hello", "hello"])
  }

  @Test("A closure runs on the actor of its caller")
  func actor() async throws {
    #expect(try await Caller().lines() == ["hello", "hello", "hello", "hello"])
  }

  @Test("A closure may return a value that is not Sendable")
  func result() async throws {
    let notebook = try await withServer(routes) { client in
      let notebook = Notebook()
      notebook.lines.append(try await client.call(hello))
      return notebook
    }
    #expect(notebook.lines == ["hello"])
  }
}
