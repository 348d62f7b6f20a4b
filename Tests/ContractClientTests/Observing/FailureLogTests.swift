import Contract
import ContractClient
import ContractHTTP
import Testing

@Suite("Logs of failures", .timeLimit(.minutes(2)))
struct FailureLogTests {
  /// Returns the records of a call that receives a response with this status.
  private static func records(
    _ status: HTTPStatus, _ change: (APIClient) -> APIClient
  ) async throws -> [ClientLogRecord] {
    let keeper = LogKeeper()
    let client = APIClient(AnsweringTransport(HTTPResponse(status)), "http://h.example")
      .logging(to: keeper, components: [.method, .statusCode])
    _ = try await change(client)("a").get.response()
    return keeper.records
  }

  private static let more: ClientLogComponents = [.method, .path, .statusCode]

  private static let rows: [(status: HTTPStatus, change: @Sendable (APIClient) -> APIClient, text: String)] = [
    (.notFound, { $0 }, "<-- 🛑 GET 404 Not Found"),
    (.notFound, { $0.errorLoggingComponents(more) }, "<-- 🛑 GET /a 404 Not Found"),
    (.notFound, { $0.errorLoggingComponents(more).errorLoggingComponents(nil) }, "<-- 🛑 GET 404 Not Found"),
    (.ok, { $0.errorLoggingComponents(more) }, "<-- ✅ GET 200 OK"),
  ]

  @Test("Components for failures are logged only for failures", arguments: rows.indices)
  func components(row: Int) async throws {
    let (status, change, text) = Self.rows[row]
    let records = try await Self.records(status, change)
    #expect(records.map(\.message) == [text])
  }

  @Test("The levels of failures and of other calls are set independently")
  func levels() async throws {
    for (status, level) in [(HTTPStatus.ok, ClientLogLevel.debug), (.badRequest, .critical), (.badGateway, .critical)] {
      let records = try await Self.records(status) { $0.errorLog(level: .critical).log(level: .debug) }
      #expect(records.map(\.level) == [level], "\(status)")
    }
  }
}
