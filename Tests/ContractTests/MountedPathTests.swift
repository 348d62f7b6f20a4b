import Testing

@testable import Contract

@Suite("Paths of mounted routes")
struct MountedPathTests {
  static func mounted(_ path: PathTemplate, at mount: PathTemplate) -> APIOperation {
    let endpoint = Endpoint<Empty, String>(.get, path, id: "C.c")
    let routes = [Route(endpoint) { (_: ServerRequest, _: Empty) in "" }]
    return routes.flatMap { $0.mounted(at: mount) }[0].operation
  }

  @Test(
    "The path of a mounted route follows that of the mount",
    arguments: [
      ("/a", "/b", "/a/b"), ("/a/{x}", "/{y}/c", "/a/{x}/{y}/c"), ("/a", "/", "/a"), ("/", "/b", "/b"),
      ("/a%20b", "/b/%2F", "/a%20b/b/%2F"), ("/{x...}", "/b/{y}", "/{x...}/b/{y}"), ("/a", "/{x...}", "/a/{x...}"),
      ("/a", "/b?k=1&l=%26", "/a/b?k=1&l=%26"),
    ])
  func paths(mount: String, path: String, expected: String) throws {
    let operation = Self.mounted(try PathTemplate(path), at: try PathTemplate(mount))
    let template = try PathTemplate(expected)
    #expect(operation.path == template)
    #expect(operation.path.description == template.description)
    #expect(operation.path.restIndex == template.restIndex)
    #expect(operation.path.writtenQuery == template.writtenQuery)
  }

  @Test("Verification reports a mount and a path whose placeholders do not fit together")
  func conflicts() {
    let repeated = Self.mounted("/{tenant}/c", at: "/z/{tenant}")
    #expect(
      [repeated].verify().filter { $0.rule == "repeated-placeholder" }.map(\.description) == [
        "GET /z/{tenant}/{tenant}/c (C.c) has two placeholders called `tenant`; rename the one in the path of "
          + "`mounted(at:)`"
      ])
    let several = Self.mounted("/c/{path...}", at: "/{tenant...}")
    #expect(
      [several].verify().filter { $0.rule == "repeated-placeholder" }.map(\.description) == [
        "GET /{tenant...}/c/{path...} (C.c) has 2 placeholders for several segments; remove the one in the path of "
          + "`mounted(at:)`"
      ])
    #expect([repeated, several].verify().first?.severity == .error)
  }
}
