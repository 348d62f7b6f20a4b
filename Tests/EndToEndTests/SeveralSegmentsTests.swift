import ContractTesting
import Testing

/// Paths as in an image registry: names have slashes, and the following segments determine where they
/// end.
@API(prefix: "/v2")
private protocol Registry: Sendable {
  @GET("/") func check() async throws -> String
  @GET("") func root() async throws -> String
  @PUT("?n=5") func few() async throws -> String
  @GET("/_catalog") func catalog() async throws -> String
  @GET("/{name...}/manifests/{reference}") func manifest(name: String, reference: String) async throws -> String
  @GET("/{name...}/tags/list") @Name("image", "name") func tags(image: String) async throws -> String
  @POST("/{name...}/blobs/uploads/") func start(name: String, mount: Query<String?>) async throws -> String
  @GET("/files/{path...}") func file(path: String) async throws -> String
}

/// Repeats the path and the values in it.
private struct RegistryService: Registry {
  static func echo(_ values: String...) throws -> String {
    let request = try #require(ServerRequest.current)
    return ([String(request.head.path)] + values).joined(separator: " | ")
  }
  func check() async throws -> String { try Self.echo("check") }
  func root() async throws -> String { try Self.echo("root") }
  func few() async throws -> String { try Self.echo("few") }
  func catalog() async throws -> String { try Self.echo("catalog") }
  func manifest(name: String, reference: String) async throws -> String { try Self.echo(name, reference) }
  func tags(image: String) async throws -> String { try Self.echo(image) }
  func start(name: String, mount: String?) async throws -> String { try Self.echo(name, mount ?? "-") }
  func file(path: String) async throws -> String { try Self.echo(path) }
}

@Request
private struct ManifestOf {
  @Path var name: String
  @Path var reference: String
}

@API(prefix: "/v2")
private final class RegistryGroup: EndpointGroup {
  @GET("/") var check: () async throws -> String
  @GET("") var root: () async throws -> String
  @GET("/{name...}/manifests/{reference}") var manifest: (ManifestOf) async throws -> String
}

@Request(.get, "/v2/{name...}/manifests/{reference}")
private struct OwnManifest {
  @Path var name: String
  @Path var reference: String
  typealias Response = String
}

@API(prefix: "/v2")
private struct RegistryScope {
  @GET("/") func root() -> String {}
  @GET("slash/") func slash() -> String {}
  @Path("{name...}") struct Image {
    @GET("manifests/{reference}") func manifest() -> String {}
    @Path("blobs") struct Blobs { @POST("uploads/") func start() -> String {} }
  }
}

@Suite("Multi-segment path values and trailing slashes")
struct SeveralSegmentsTests {
  private static let names = [
    "ubuntu", "library/ubuntu", "a/manifests/b", "manifests", "a/tags/list", "a b/%2F/ü", "x/blobs/uploads",
  ]

  /// Calls over a connection and in process.
  private func withClients(
    _ server: Server, _ body: (APIClient) async throws -> Void
  ) async throws {
    let address = try await server.start()
    for client in [APIClient(baseURL: address.url), server.inProcess] { try await body(client) }
    await server.stop()
  }

  private static func encoded(_ name: String) -> String {
    name.replacing("%", with: "%25").replacing(" ", with: "%20").replacing("ü", with: "%C3%BC")
  }

  @Test("A protocol's client and server agree on names with slashes and on trailing slashes")
  func protocols() async throws {
    try await withClients(Server(port: 0, threads: 1) { RegistryRoutes(RegistryService()) }) { (client) async throws in
      let registry = RegistryAPI(client)
      #expect(try await registry.check() == "/v2/ | check")
      #expect(try await registry.root() == "/v2 | root")
      #expect(try await registry.few() == "/v2 | few")
      #expect(try await registry.catalog() == "/v2/_catalog | catalog")
      for name in Self.names {
        let path = "/v2/" + Self.encoded(name)
        #expect(try await registry.manifest(name: name, reference: "v/1") == "\(path)/manifests/v%2F1 | \(name) | v/1")
        #expect(try await registry.tags(image: name) == "\(path)/tags/list | \(name)")
        #expect(try await registry.start(name: name, mount: nil) == "\(path)/blobs/uploads/ | \(name) | -")
      }
      #expect(try await registry.file(path: "a//b/") == "/v2/files/a//b/ | a//b/")
      #expect(try await registry.file(path: "") == "/v2/files/ | ")
      for name in ["", "/a", "a/", "a//b", "a/../b", "."] {
        await #expect(throws: ClientError.self) { try await registry.tags(image: name) }
      }
    }
  }

  @Test("A group's and a request's client and server agree on names with slashes and on trailing slashes")
  func groups() async throws {
    var router = Router()
    router.on(RegistryGroup.Endpoints.check) { request, _ in "\(request.head.path) check" }
    router.on(RegistryGroup.Endpoints.root) { request, _ in "\(request.head.path) root" }
    router.on(RegistryGroup.Endpoints.manifest) { _, input in "\(input.name) | \(input.reference)" }
    try await withClients(Server(port: 0, threads: 1, router: router)) { (client) async throws in
      let group = RegistryGroup(client)
      #expect(try await group.check() == "/v2/ check")
      #expect(try await group.root() == "/v2 root")
      for name in Self.names {
        #expect(try await group.manifest(ManifestOf(name: name, reference: "r")) == "\(name) | r")
        #expect(try await OwnManifest(name: name, reference: "r").perform(with: client) == "\(name) | r")
      }
    }
  }

  @Test("A scope accepts a multi-segment name, and its path may end with a slash")
  func scopes() async throws {
    var router = Router()
    router.on(RegistryScope.Endpoints.root) { request, _ in "\(request.head.path)" }
    router.on(RegistryScope.Endpoints.slash) { request, _ in "\(request.head.path)" }
    router.on(RegistryScope.Endpoints.imageManifest) { _, input in "\(input.name) | \(input.reference)" }
    router.on(RegistryScope.Endpoints.imageBlobsStart) { request, input in "\(request.head.path) | \(input.name)" }
    try await withClients(Server(port: 0, threads: 1, router: router)) { (client) async throws in
      let scope = RegistryScope(client)
      #expect(try await scope.root() == "/v2")
      #expect(try await scope.slash() == "/v2/slash/")
      for name in Self.names {
        #expect(try await scope(name).manifest(reference: "r") == "\(name) | r")
        #expect(try await scope(name).blobs.start() == "/v2/\(Self.encoded(name))/blobs/uploads/ | \(name)")
      }
    }
  }
}
