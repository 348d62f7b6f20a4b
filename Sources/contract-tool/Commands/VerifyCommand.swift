import ContractClient
import ContractCoding
import ContractHTTP
import ContractOpenAPI

extension ToolCommand {
  /// `verify DOCUMENT --url URL`: tests a live server against a document.
  static let verify = ToolCommand(
    name: "verify", summary: "Test a live server against a document", operands: "DOCUMENT", operandCounts: 1...1,
    options: [
      ToolOption("--url", "URL", "The base URL of the server. Default: the first server of the document."),
      ToolOption("--cases", "N", "The number of requests. Default: 500."),
      ToolOption("--seed", "N", "The seed of the requests. Default: 1."),
      ToolOption("--operation", "NAME", "Test only this operation; repeatable."),
      ToolOption("--exclude", "NAME", "Do not test this operation; repeatable."),
      ToolOption("--bearer", "TOKEN", "The token of bearer, OAuth 2 and OpenID schemes."),
      ToolOption("--basic", "USER:PASSWORD", "The credentials of basic schemes."),
      ToolOption("--key", "KEY", "The key of API key schemes."),
      .json,
    ],
    discussion: """
      Sends generated valid and invalid requests to a server, and prints the differences between its responses and the
      document. Each difference has the smallest request that shows it. DOCUMENT is a file, - for the standard input, or an
      HTTP URL.

        contract-tool verify api.json --url http://localhost:8080 --bearer test-token

      The requests create, change and delete resources, so use a test server. Exit status: 0 without findings, 1 with
      findings, 2 for an invalid command line, or if no request is sent or gets a response.
      """
  ) { arguments, console in
    let document = try await DocumentSource(arguments.operands[0]).document()
    let url = try ToolURL.url(arguments.value("--url"), in: document, for: "verify")
    let options = ContractTestOptions(
      seed: UInt64(try arguments.integer("--seed", in: 0...Int.max) ?? 1),
      cases: try arguments.integer("--cases", in: 1...10_000_000) ?? 500,
      credentials: try ToolCredentials(arguments.value).available(in: document),
      operations: arguments.values("--operation"), excluding: arguments.values("--exclude"))
    let settings = TransportOptions(timeout: .seconds(30), redirects: .none)
    let tester = ContractTester(document, at: url, options)
    if let name = tester.unknownOperations.first {
      throw ToolUsageError(
        "The document has no operation `\(name.escapingControls())`: expected an `operationId`, or GET /todos/{id}.")
    }
    let contact = Lock(ServerContact())
    let report = await tester.run { request in
      do {
        let response = try await CurlTransport.shared.stream(request, options: settings)
        contact.withLock { $0.hasResponded = true }
        return response
      } catch {
        contact.withLock { $0.failure = error }
        throw error
      }
    }
    // If no request got a response, one error replaces the findings of all operations, because their common cause is not a
    // difference from the document.
    if let failure = contact.withLock({ $0.hasResponded ? nil : $0.failure }) {
      throw ToolServerError(
        description: "no request to \(url) got a response: \(failure); start the server, or check `--url`")
    }
    guard report.cases > 0 else {
      let reasons = report.omissions.joined(separator: "\n")
      throw ToolUsageError(
        "No request was sent, because no operation can be tested.",
        hint: reasons.isEmpty ? "The document has no operations, or `--exclude` names all of them." : reasons)
    }
    console.print(
      arguments.has("--json") ? report.json.description : report.description.escapingControls(except: ["\n"]))
    return report.isEmpty ? .fine : .findings
  }
}

/// The results of the requests of a run.
private struct ServerContact {
  /// Whether a request got a response.
  var hasResponded = false
  /// The error of the last request without a response; nil if there is none.
  var failure: (any Error)?
}

/// A server that responds to no request: its URL, the fault and the remedy.
struct ToolServerError: Error, CustomStringConvertible {
  let description: String
}

extension ContractTestReport {
  /// The report for programs.
  fileprivate var json: JSONValue {
    let findings = findings.map { finding -> JSONValue in
      [
        "kind": .string(finding.kind.rawValue), "operation": .string(finding.operation),
        "operationId": finding.operationID.map { .string($0) } ?? .null, "description": .string(finding.description),
        "expected": .string(finding.expected), "pointer": .string(finding.pointer),
        "command": .string(finding.command), "response": .string(finding.response),
        "case": JSONValue(integerLiteral: finding.number),
      ]
    }
    return [
      "findings": .array(findings), "omissions": .array(omissions.map { .string($0) }),
      "cases": JSONValue(integerLiteral: cases), "validCases": JSONValue(integerLiteral: validCases),
      "operations": JSONValue(integerLiteral: operations), "seed": .string("\(seed)"),
    ]
  }
}
