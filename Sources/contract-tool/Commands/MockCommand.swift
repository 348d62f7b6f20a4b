import ContractHTTP
import ContractOpenAPI
import ContractServer

extension ToolCommand {
  /// `mock DOCUMENT`: serves the examples of a document.
  static let mock = ToolCommand(
    name: "mock", summary: "Serve the examples of a document", operands: "DOCUMENT", operandCounts: 1...1,
    options: [
      ToolOption("--port", "N", "The port; 0 selects a free port. Default: 4010."),
      ToolOption("--host", "ADDRESS", "The address to listen on. Default: 127.0.0.1."),
      ToolOption("--seed", "N", "The seed of generated values and faults. Default: 1."),
      ToolOption("--delay", "MILLISECONDS", "Wait before each response. Default: 0."),
      ToolOption("--fail", "PERCENT", "Fail this share of the requests with 503, such as 10%. Default: 0%."),
      .json,
    ],
    discussion: """
      Serves a document until it is interrupted. DOCUMENT is a file, - for the standard input, or an HTTP URL.

        contract-tool mock api.json --port 4010
        curl http://localhost:4010/todos/7
        curl http://localhost:4010/todos/7 -H 'Prefer: code=404'

      Responses have the document's examples, or else generated values. Requests are checked: an invalid request results in
      a 400 with its faults, and a request without required credentials in a 401. `Prefer: code=404` or `X-Mock-Status: 404`
      selects a declared response, and `Accept` its media type. A response that has no example and cannot be generated is a
      501, and is listed on the standard error at the start. A WebSocket receives a message after it is opened and after
      each valid message; an invalid message closes it. The paths are those of the document's operations, without the paths
      of its servers.
      """
  ) { arguments, console in
    let port = try arguments.integer("--port", in: 0...65_535) ?? 4010
    let seed = UInt64(try arguments.integer("--seed", in: 0...Int.max) ?? 1)
    let milliseconds = try arguments.integer("--delay", in: 0...600_000) ?? 0
    let faults = MockFaults(
      delay: .milliseconds(milliseconds), failureRate: try MockServer.share(arguments), seed: seed)
    let document = try await DocumentSource(arguments.operands[0]).document()
    let mock = DocumentMock(document, seed: seed)
    for warning in mock.warnings { console.complain("warning: \(warning)".escapingControls()) }
    let server = MockServer(
      mock, faults, host: arguments.value("--host") ?? "127.0.0.1", port: port)
    try await server.server.run(drain: .seconds(1)) { address in
      let line: String =
        arguments.has("--json")
        ? "{\"url\":\"\(address.url)\",\"operations\":\(document.operations.count)}"
        : "serving \(document.operations.count) operations of \(document.title.escapingControls()) at \(address.url)"
      console.print(line)
    }
    return .fine
  }
}
