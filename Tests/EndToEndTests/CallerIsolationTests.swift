import ContractTesting
import Testing

/// Callers in a module without default isolation; Tests/IsolationTests has those of a module on the main actor.
@Suite("withServer and actor isolation")
struct CallerIsolationTests {
  private static let hello = Endpoint<Empty, String>(.get, "/hello")

  @MainActor @Test("withServer runs its closure on the main actor when called from there")
  func mainActor() async throws {
    var lines: [String] = []
    try await withServer(Route(Self.hello) { _ in "hello" }) { client in
      MainActor.assertIsolated()
      lines.append(try await client.call(Self.hello))
    }
    #expect(lines == ["hello"])
  }

  @Test("withServer is callable from a test without isolation")
  func nonisolated() async throws {
    var lines: [String] = []
    try await withServer(Route(Self.hello) { _ in "hello" }) { client in
      lines.append(try await client.call(Self.hello))
    }
    #expect(lines == ["hello"])
  }
}
