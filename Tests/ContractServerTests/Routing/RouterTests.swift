import Contract
import ContractHTTP
import Testing

@testable import ContractServer

@Suite("Router")
struct RouterTests {
  /// `METHOD path` for each route, which returns its id.
  static func pipeline(_ routes: String...) throws -> RequestPipeline {
    var router = Router()
    for route in routes {
      let parts = route.split(separator: " ")
      router.on(parts[0] == "*" ? nil : HTTPMethod(String(parts[0])), try PathTemplate(String(parts[1])), id: route) {
        request in
        let values = request.operation.path.placeholders.map { "\($0)=\(request.pathValue($0) ?? "nil")" }
        return .text(([request.operation.id] + values).joined(separator: " "))
      }
    }
    return try RequestPipeline(router: router, middleware: [], maxBodyBytes: 100) { _, _ in }
  }

  static func answer(_ pipeline: RequestPipeline, _ request: String) async throws -> String {
    let parts = request.split(separator: " ")
    let response = try await pipeline.respond(to: HTTPRequest(HTTPMethod(String(parts[0]))!, String(parts[1])))
    guard response.status == .ok else {
      let allow = response.fields[.allow].map { " Allow: \($0)" } ?? ""
      return "\(response.status.code)\(allow)"
    }
    return String(decoding: try await response.body.collect(upTo: 1000), as: UTF8.self)
  }

  @Test(
    "The most specific route is found and its values decoded",
    arguments: [
      ("GET /", "GET /"),
      ("GET /todos", "GET /todos"),
      ("GET /todos?x=1", "GET /todos"),
      ("HEAD /todos", "GET /todos"),
      ("POST /todos", "POST /todos"),
      ("GET /todos/", "404"),
      ("GET //todos", "404"),
      ("GET /todos/7", "GET /todos/:id id=7"),
      ("GET /todos/export", "GET /todos/export"),
      ("GET /todos/%65xport", "GET /todos/export"),
      ("DELETE /todos/export", "DELETE /todos/:id id=export"),
      ("GET /todos/a%2Fb", "GET /todos/:id id=a/b"),
      ("GET /todos/a+b", "GET /todos/:id id=a+b"),
      ("GET /todos/%2E%2E", "GET /todos/:id id=.."),
      ("GET /todos/%zz", "GET /todos/:id id=nil"),
      ("GET /todos/export/x", "GET /todos/:id/x id=export"),
      ("PUT /todos", "405 Allow: GET, HEAD, OPTIONS, POST"),
      ("PUT /todos/export", "405 Allow: DELETE, GET, HEAD, OPTIONS"),
      ("OPTIONS /todos", "204 Allow: GET, HEAD, OPTIONS, POST"),
      ("GET /nowhere", "404"),
      ("GET /TODOS", "404"),
      ("GET /files", "GET /files/{path...} path="),
      ("GET /files/", "GET /files/{path...} path="),
      ("GET /files/a/b%20c", "GET /files/{path...} path=a/b c"),
      ("PURGE /any", "* /any"),
      ("CONNECT /any", "405 Allow: OPTIONS"),
    ])
  func finds(request: String, answer: String) async throws {
    let pipeline = try Self.pipeline(
      "GET /", "GET /todos", "POST /todos", "GET /todos/:id", "DELETE /todos/:id", "GET /todos/export",
      "GET /todos/:id/x", "GET /files/{path...}", "* /any")
    #expect(try await Self.answer(pipeline, request) == answer)
  }

  @Test(
    "A multi-segment placeholder ends where the remaining segments match",
    arguments: [
      ("GET /v2/", "GET /v2/"),
      ("GET /v2", "404"),
      ("GET /v2/_catalog", "GET /v2/_catalog"),
      ("GET /v2/a/manifests/b", "GET /v2/{n...}/manifests/{r} n=a r=b"),
      ("GET /v2/a/b/c/manifests/d", "GET /v2/{n...}/manifests/{r} n=a/b/c r=d"),
      ("GET /v2/a/manifests/b/manifests/c", "GET /v2/{n...}/manifests/{r} n=a/manifests/b r=c"),
      ("GET /v2/manifests/manifests/manifests", "GET /v2/{n...}/manifests/{r} n=manifests r=manifests"),
      ("GET /v2/a%2Fb/%63/manifests/sha%3A1", "GET /v2/{n...}/manifests/{r} n=a/b/c r=sha:1"),
      ("GET /v2/a/%6Danifests/b", "GET /v2/{n...}/manifests/{r} n=a r=b"),
      ("DELETE /v2/a/manifests/b", "405 Allow: GET, HEAD, OPTIONS"),
      ("GET /v2/a/tags/list", "GET /v2/{n...}/tags/list n=a"),
      ("GET /v2/a/tags/other", "GET /v2/{n...}/tags/{t} n=a t=other"),
      ("POST /v2/a/b/blobs/uploads/", "POST /v2/{n...}/blobs/uploads/ n=a/b"),
      ("POST /v2/a/b/blobs/uploads", "405 Allow: GET, HEAD, OPTIONS"),
      ("GET /v2/a/b/blobs/uploads", "GET /v2/{n...}/blobs/{d} n=a/b d=uploads"),
      ("GET /v2/manifests/b", "404"),
      ("GET /v2//manifests/b", "404"),
      ("GET /v2/a//b/manifests/c", "404"),
      ("GET /v2//a/manifests/c", "404"),
      ("GET /v2/a//manifests/c", "404"),
      ("GET /v2/a/manifests/", "404"),
      ("GET /v2/a/manifests//", "404"),
      ("GET /v2/a", "404"),
      ("GET /v2/a/x/y", "GET /v2/:one/x/y one=a"),
      ("GET /v2/a/x/manifests/y", "GET /v2/{n...}/manifests/{r} n=a/x r=y"),
      ("GET /rest/a/end", "GET /rest/{p...}/end p=a"),
      ("GET /rest/a/b", "GET /rest/{q...} q=a/b"),
      ("GET /rest/end", "GET /rest/{q...} q=end"),
      ("GET /rest//end", "GET /rest/{q...} q=/end"),
    ])
  func severalSegments(request: String, answer: String) async throws {
    let pipeline = try Self.pipeline(
      "GET /v2/", "GET /v2/_catalog", "GET /v2/{n...}/manifests/{r}", "GET /v2/{n...}/tags/list",
      "GET /v2/{n...}/tags/{t}", "POST /v2/{n...}/blobs/uploads/", "GET /v2/{n...}/blobs/{d}", "GET /v2/:one/x/y",
      "GET /rest/{p...}/end", "GET /rest/{q...}")
    #expect(try await Self.answer(pipeline, request) == answer)
  }

  @Test("A catch-all route serves requests that match no other route")
  func catchAll() async throws {
    let pipeline = try Self.pipeline("* /{path...}", "GET /a")
    #expect(try await Self.answer(pipeline, "GET /a") == "GET /a")
    #expect(try await Self.answer(pipeline, "POST /a") == "* /{path...} path=a")
    #expect(try await Self.answer(pipeline, "GET /") == "* /{path...} path=")
    #expect(try await Self.answer(pipeline, "BREW /x/y") == "* /{path...} path=x/y")
  }

  @Test("Ambiguous routes are refused, and the error names both routes")
  func conflicts() {
    let cases: [([String], String)] = [
      (
        ["GET /a/:x", "GET /a/{y}"],
        "GET /a/{x} (GET /a/:x) and GET /a/{y} (GET /a/{y}) serve the same requests; remove one or change its path"
      ),
      (
        ["GET /a", "GET /a"],
        "GET /a (GET /a) and GET /a (GET /a) have the same id `GET /a`; "
          + "mount one of them with `mounted(at:named:)`, or rename it\n"
          + "GET /a (GET /a) and GET /a (GET /a) serve the same requests; remove one or change its path"
      ),
      (
        ["* /a", "* /%61"],
        "any method /a (* /a) and any method /%61 (* /%61) serve the same requests; remove one or change its path"
      ),
    ]
    for (routes, message) in cases {
      var router = Router()
      for route in routes {
        let parts = route.split(separator: " ")
        router.on(
          parts[0] == "*" ? nil : HTTPMethod(String(parts[0])), try! PathTemplate(String(parts[1])), id: route
        ) { _ in HTTPResponse(.ok) }
      }
      #expect {
        _ = try router.tree()
      } throws: {
        "\($0)" == message
      }
    }
  }

  @Test("Each of many sibling literals is found", arguments: [1, 6, 7, 8, 100, 1000])
  func manyLiterals(count: Int) {
    var literals = RouteLiterals()
    for node in 0..<count { literals.insert(Array("item\(node)".utf8), node: node) }
    for node in 0..<count { #expect(literals.node(Array("item\(node)".utf8).span) == node) }
    for other in ["", "item", "item\(count)", "Item0", "item00"] {
      #expect(literals.node(Array(other.utf8).span) == nil)
    }
  }

  @Test("An endpoint whose path lacks a placeholder is refused")
  func unbound() {
    struct Input: EndpointRequest {
      static var inputs: [InputDescription] { [.init(.path, "id", type: "Int", isRequired: true)] }
      func encode(into encoder: inout RequestEncoder) throws {}
      static func decode(from decoder: inout RequestDecoder) -> Input? { Input() }
    }
    var router = Router()
    router.on(Endpoint<Input, String>(.get, "/a/{name}", id: "A.a")) { _, _ in "" }
    #expect {
      _ = try router.tree()
    } throws: {
      "\($0)"
        == "GET /a/{name} (A.a) reads the path value `id`, but its path has no placeholder with that name; add `{id}`"
    }
  }
}
