import ContractTesting
import Testing

@API protocol Drawers: Sendable {
  @POST("/drawers/:drawer/files") func add(drawer: String, name: String) async throws -> String
  @GET("/drawers/:drawer/files/:name") func file(drawer: String, name: String, page: Query<Int?>) async throws -> String
  @GET("/all/{path...}") func whole(path: String) async throws -> String
}

private struct DrawerService: Drawers {
  func add(drawer: String, name: String) async throws -> String {
    try DrawersEndpoints.file.location(of: .init(drawer: drawer, name: name, page: nil))
  }
  func file(drawer: String, name: String, page: Int?) async throws -> String {
    try await Task { try DrawersEndpoints.whole.location(of: .init(path: "\(drawer)/\(name)")) }.value
  }
  func whole(path: String) async throws -> String {
    try DrawersEndpoints.file.location(of: .init(drawer: "d", name: path, page: 2))
  }
}

@Suite("The location of an endpoint")
struct LocationTests {
  @Test("Outside a handler, a location is the encoded path and query")
  func outside() throws {
    let file = DrawersEndpoints.file
    #expect(try file.location(of: .init(drawer: "a b", name: "ä/c", page: nil)) == "/drawers/a%20b/files/%C3%A4%2Fc")
    #expect(try file.location(of: .init(drawer: "a", name: "b", page: 3)) == "/drawers/a/files/b?page=3")
    #expect(throws: InvalidInput.self) { try file.location(of: .init(drawer: "", name: "b", page: nil)) }
  }

  /// A mount, the base path of a client, and the beginning of locations.
  private static let mounts: [(mount: PathTemplate?, base: RequestPath, prefix: String)] = [
    (nil, "", ""), ("/v1", "v1", "/v1"), ("/tenants/:tenant/x", "tenants/a%20%C3%A4/x", "/tenants/a%20%C3%A4/x"),
  ]

  @Test("In a handler, a location begins with the mount path of the current request", arguments: mounts)
  func mounted(mount: PathTemplate?, base: RequestPath, prefix: String) async throws {
    let routes = DrawersRoutes(DrawerService())
    var router = Router()
    if let mount { router.add(routes.mounted(at: mount)) } else { router.add(routes) }
    try await withServer(Server(port: 0, threads: 1, router: router)) { (client) async throws in
      let api = DrawersAPI(mount == nil ? client : client(base))
      #expect(try await api.add(drawer: "d", name: "é") == "\(prefix)/drawers/d/files/%C3%A9")
      #expect(try await api.file(drawer: "d", name: "n", page: 1) == "\(prefix)/all/d/n")
      #expect(try await api.whole(path: "a/b/c") == "\(prefix)/drawers/d/files/a%2Fb%2Fc?page=2")
    }
  }

  @Test("Mounts may be nested")
  func nested() async throws {
    let routes = DrawersRoutes(DrawerService()).mounted(at: "/inner").mounted(at: "/outer/:id")
    let api = DrawersAPI(routes.inProcess("outer/7/inner"))
    #expect(try await api.add(drawer: "d", name: "n") == "/outer/7/inner/drawers/d/files/n")
  }
}
