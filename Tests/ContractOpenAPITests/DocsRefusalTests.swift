import Contract
import ContractHTTP
import ContractOpenAPI
import Testing

@testable import ContractServer

@Suite("Refusals of middleware in documents")
struct DocsRefusalTests {
  @API(prefix: "/parts") protocol Parts: Sendable {
    @GET("/:id") func part(id: Int) async throws -> Int
    @POST("/new") func add(size: Int) async throws -> Int
  }

  struct PartStore: Parts {
    func part(id: Int) -> Int { id }
    func add(size: Int) -> Int { size }
  }

  @Test("The document has 429 where a rate limit may refuse requests, and 421 where allowed hosts may")
  func rateLimits() async throws {
    let (limit, parts) = (RateLimit(1, per: .seconds(1)), PartsRoutes(PartStore()))
    let limited = parts.routes.enumerated().flatMap { $0 == 0 ? $1.middleware([limit]) : [$1] }
    for (middleware, routes, expected) in [
      ([limit], parts.routes, ["part", "add"]), ([], limited, ["part"]), ([], parts.routes, []),
    ] as [([any Middleware], [Route], [String])] {
      var router = Router()
      for route in routes { router.add(route) }
      router.add(Docs())
      let pipeline = try RequestPipeline(router: router, middleware: middleware, maxBodyBytes: 100) { _, _ in }
      let body = try await pipeline.respond(to: HTTPRequest(.get, "/openapi.json")).body.collect(upTo: 1 << 20)
      let document = try JSONValue(parsing: body)
      let operations: [(name: String, value: JSONValue?)] = [
        ("part", document["paths"]?["/parts/{id}"]?["get"]), ("add", document["paths"]?["/parts/new"]?["post"]),
      ]
      let refusing = operations.filter { $0.value?["responses"]?["429"] != nil }.map(\.name)
      #expect(refusing == expected)
      let header = document["components"]?["responses"]?["TooManyRequests"]?["headers"]?["Retry-After"]
      #expect((header == nil) == expected.isEmpty)
    }
    let exported = try OpenAPI(title: "Parts", version: "1", routes: [parts.middleware([limit])]).export().document
    #expect(exported["paths"]?["/parts/new"]?["post"]?["responses"]?["429"] != nil)
    let hosted = OpenAPI(title: "Parts", version: "1", routes: [parts.middleware([AllowedHosts(.loopback)])])
    #expect(try hosted.export().document["paths"]?["/parts/{id}"]?["get"]?["responses"]?["421"] != nil)
  }
}
