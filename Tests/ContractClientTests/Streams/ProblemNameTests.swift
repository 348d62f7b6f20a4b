import Contract
import ContractHTTP
import Testing

@testable import ContractClient

@Suite("Values with the name of a failure")
struct ProblemNameTests {
  private typealias Report = [String: [String: String]]

  private static let words = Endpoint<Empty, ServerEvents<String>>(.post, "/words", throws: [PreconditionFailed.self])
  private static let reports = Endpoint<Empty, JSONLines<Report>>(.get, "/reports", throws: [PreconditionFailed.self])

  private static func client(_ text: String, _ type: HTTPFieldValue) -> APIClient {
    APIClient(AnsweringTransport(HTTPResponse(.ok, fields: [.contentType: type], body: .bytes(Array(text.utf8)))))
  }

  @Test(
    "An event of the type `problem` is a value unless its data is an object with an integer status",
    arguments: [
      ("text", false), (#"{"detail":"no"}"#, false), (#"{"status":"open"}"#, false),
      (#"{"title":"Precondition Failed","status":412}"#, true),
    ])
  func events(data: String, isFailure: Bool) async throws {
    var events = try await Self.client("event: problem\ndata: \(data)\n\n", "text/event-stream").call(Self.words)
      .makeAsyncIterator()
    if isFailure {
      await #expect(throws: (any Error).self) { _ = try await events.next() }
    } else {
      #expect(try await events.next() == data)
    }
  }

  @Test(
    "A line with the member `problem` is a value unless its value is an object with an integer status",
    arguments: [(#"{"detail":"no"}"#, false), (#"{"status":"412"}"#, false), (#"{"status":412}"#, true)])
  func lines(problem: String, isFailure: Bool) async throws {
    var lines = try await Self.client("{\"problem\":\(problem)}\n", "application/jsonl").call(Self.reports)
      .makeAsyncIterator()
    if isFailure {
      await #expect(throws: (any Error).self) { _ = try await lines.next() }
    } else {
      #expect(try await lines.next()?["problem"]?.count == 1)
    }
  }
}
