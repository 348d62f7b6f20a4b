import Contract
import Terminal
import Testing
import TodoContract

@testable import todo

@Suite("Explanations")
struct ExplanationTests {
  private static let url = "http://127.0.0.1:8080"

  @Test("The explanation of a refusal names the refused value")
  func refusals() {
    let missing = Explanation(TodoError.notFound(id: 3), url: Self.url)
    #expect(missing.text == "no todo has the number 3")
    #expect(missing.exitCode == .failure)
    let invalid = Explanation(
      TodoError.invalid(problems: [InvalidValue("title", "must not be empty"), InvalidValue("tags[0]", "is\nodd")]),
      url: Self.url)
    #expect(
      invalid.text == """
        the server refused the request:
          title must not be empty
          tags[0] is\u{FFFD}odd
        """)
    #expect(invalid.exitCode == .failure)
  }

  @Test(
    "An unreachable server and an unknown host have different explanations",
    arguments: [
      (ClientError.Code.noConnection, "cannot reach \(url): nothing accepts connections there", ExitCode.unavailable),
      (.unresolvedHost, "cannot reach \(url): the host is not known", .unavailable),
      (.timeout, "cannot reach \(url): no answer in time", .unavailable),
      (.lostConnection, "cannot reach \(url): why", .unavailable),
      (.tls, "cannot reach \(url): why", .unavailable),
      (.invalidBaseURL, "`\(url)` is not a server's address: why", .usage),
      (.malformedResponse, "why", .failure),
    ])
  func connections(code: ClientError.Code, text: String, exitCode: ExitCode) {
    let explanation = Explanation(ClientError(code, stage: .connect, "why"), url: Self.url)
    #expect(explanation.text == text)
    #expect(explanation.exitCode == exitCode)
  }

  @Test("The explanation of an undeclared 400 contains each message")
  func badRequest() async throws {
    let problem = Problem(
      .badRequest, detail: "expected query value `page`",
      errors: [
        InputFailure(.query, "page", .missing, expected: "Int", message: "expected query value `page`"),
        InputFailure(.body, "/title", .missing, expected: "String", message: "expected body value `title`"),
      ])
    let explanation = try await explain(problem.response())
    #expect(
      explanation.text == """
        the server refused the request:
          expected query value `page`
          expected body value `title`
        """)
    #expect(explanation.exitCode == .failure)
  }

  @Test("The explanation of an internal error includes the request ID of the server's log")
  func internalError() async throws {
    let response = try Problem(.internalServerError, fields: [.requestID: "00c0ffee"]).response()
    let explanation = try await explain(response)
    #expect(explanation.text == "the server responded with 500 Internal Server Error (request 00c0ffee)")
    #expect(explanation.exitCode == .failure)
  }

  /// Explains the error that the client throws for a response to `todo show 1`.
  private func explain(_ response: HTTPResponse) async throws -> Explanation {
    let error = await #expect(throws: ClientError.self) {
      try await TodosAPI(ScriptedCaller(response: response)).todo(id: 1)
    }
    return Explanation(try #require(error), url: Self.url)
  }
}

/// A caller that returns one response for every request.
private struct ScriptedCaller: EndpointCaller {
  let response: HTTPResponse

  func send(_ request: HTTPRequest, for operation: APIOperation) async throws -> HTTPResponse {
    response
  }
}
