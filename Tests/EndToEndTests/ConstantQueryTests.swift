import Contract
import ContractClient
import ContractHTTP
import ContractServer
import ContractTestSupport
import ContractTesting
import Testing

@API
private protocol Reports: Sendable {
  @GET("/reports?full") func full() async throws -> String
  @GET("/days?kind=new&sort=id") func days() async throws -> [Int]
  @GET("/pages?kind=new") func pages(limit: Int?) async throws -> Int
}

private struct Service: Reports {
  func full() async throws -> String { ServerRequest.current?.head.query ?? "-" }
  func days() async throws -> [Int] { [1, 2] }
  func pages(limit: Int?) async throws -> Int { limit ?? 9 }
}

@Suite("Constant query values", .ownThreads)
struct ConstantQueryTests {
  @Test("A client sends the constant query values of a path")
  func sends() async throws {
    let server = Server(port: 0, threads: 1) { ReportsRoutes(Service()) }
    let check = { (client: APIClient) async throws in
      let reports = ReportsAPI(client)
      #expect(try await reports.full() == "full")
      #expect(try await reports.days() == [1, 2])
      #expect(try await reports.pages(limit: nil) == 9)
      #expect(try await reports.pages(limit: 3) == 3)
    }
    try await check(server.inProcess)
    try await withServer(server, check)
  }

  @Test(
    "A request without a constant query value is refused with 400, also if the endpoint has no inputs",
    arguments: [
      ("/reports?full", nil), ("/reports?full=", nil), ("/reports?a=1&full", nil),
      ("/reports", "expected query value `full`"), ("/reports?fully", "expected query value `full`"),
      ("/reports?full=1", "`full` was `1`"),
      ("/days?sort=id&kind=new", nil), ("/days?kind=new", "expected query value `sort`"),
      ("/days?kind=old&sort=id", "`kind` was `old`"),
      ("/pages?limit=1&kind=new", nil), ("/pages?limit=1", "expected query value `kind`"),
    ] as [(String, String?)])
  func requires(target: String, problem: String?) async throws {
    try await serve(Server(port: 0, threads: 1) { ReportsRoutes(Service()) }) { port, _ in
      let response = try RawConnection(port: port).exchange("GET", target)
      #expect(response.status == (problem == nil ? 200 : 400))
      if let problem { #expect(response.text.contains(problem), "\(response.text)") }
    }
  }

  @Test("A service that is created for each request checks constant query values too")
  func createdService() async throws {
    let server = Server(port: 0, threads: 1) { ReportsRoutes { Service() } }
    try await serve(server) { (port, _) async throws in
      for (target, status) in [("/reports?full", 200), ("/reports", 400)] {
        #expect(try RawConnection(port: port).exchange("GET", target).status == status, "\(target)")
      }
    }
  }
}
