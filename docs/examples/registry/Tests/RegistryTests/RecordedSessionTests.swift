import Contract
import ContractTesting
import FoundationEssentials
import Registry
import Testing

/// A registry that `Scripts/check-sdk` has started.
struct LiveServer {
  let url: String
  /// The folder for a recorded session.
  let fixtures: String

  /// A program that kills the registry and starts it again.
  static let restart = ProcessInfo.processInfo.environment["REGISTRY_TEST_RESTART"]

  static let current: LiveServer? = {
    let environment = ProcessInfo.processInfo.environment
    guard let url = environment["REGISTRY_TEST_URL"], let fixtures = environment["REGISTRY_TEST_FIXTURES"] else {
      return nil
    }
    return LiveServer(url: url, fixtures: fixtures)
  }()
}

@Suite("A recorded session")
struct RecordedSessionTests {
  /// Recorded with docker-registry 2.8 and relative locations; `REGISTRY_TEST_FIXTURES=… Scripts/check-sdk registry` records
  /// it again.
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures").path

  @Test("The SDK reads the responses of a registry")
  func replay() async throws {
    try await Self.session(
      Registry(APIClient(baseURL: "http://replayed").environment(try .replaying(from: Self.folder))))
  }

  /// Uploads, lists and deletes, with repositories that nothing else uses.
  static func session(_ registry: Registry) async throws {
    try await registry.api.version()
    await refusal(.nameUnknown(message: "repository name not known to registry")) { () throws(RegistryError) in
      _ = try await registry.api.tags(name: "recorded/none", n: nil, last: nil)
    }
    let config = try await registry.upload(
      Array("{}".utf8), mediaType: "application/vnd.oci.empty.v1+json", to: "recorded/a")
    #expect(config.digest == "sha256:44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a")
    #expect(try await registry.hasBlob(config.digest, of: "recorded/a"))
    let (content, response) = try await registry.api.blob(name: "recorded/a", digest: config.digest, range: nil)
    #expect(try await content.collect(upTo: 100) == Array("{}".utf8) && response.status == .ok)
    let layer = try await registry.upload(Array("hello".utf8), mediaType: "text/plain", to: "recorded/a")
    let image = Manifest(config: config, layers: [layer])
    let digest = try await registry.put(image, as: "one", of: "recorded/a")
    #expect(try await registry.put(image, as: "two", of: "recorded/a") == digest)
    let found = try await registry.manifest("recorded/a", "two")
    #expect(found.digest == digest && found.manifest == image)
    try await pages(of: registry)
    await refusal(.manifestUnknown(message: "manifest unknown")) { () throws(RegistryError) in
      _ = try await registry.manifest("recorded/a", "three")
    }
    try await registry.deleteManifest(digest, of: "recorded/a")
    await refusal(.manifestUnknown(message: "manifest unknown")) { () throws(RegistryError) in
      _ = try await registry.manifest("recorded/a", "one")
    }
  }

  private static func pages(of registry: Registry) async throws {
    _ = try await registry.upload(Array("b".utf8), mediaType: "text/plain", to: "recorded/b")
    var tags: [String] = []
    for try await tag in registry.tags(of: "recorded/a", pageSize: 1) { tags.append(tag) }
    #expect(tags == ["one", "two"])
    var names: [String] = []
    for try await name in registry.repositories(pageSize: 1) where name.hasPrefix("recorded/") { names.append(name) }
    #expect(names == ["recorded/a", "recorded/b"])
  }

  private static func refusal(_ expected: RegistryRefusal, _ call: () async throws(RegistryError) -> Void) async {
    do throws(RegistryError) {
      try await call()
      Issue.record("the call is a success, not \(expected)")
    } catch {
      guard case .declared(let refusal) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(refusal == expected)
    }
  }
}
