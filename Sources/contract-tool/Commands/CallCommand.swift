import ContractHTTP
import ContractOpenAPI

extension ToolCommand {
  /// `call OPERATION`: sends a request to an operation of a document.
  static let call: ToolCommand = ToolCommand(
    name: "call", summary: "Call an operation of a document", operands: "OPERATION --document FILE|URL",
    operandCounts: 0...1,
    options: CallArguments.options,
    discussion: """
      Calls an operation and prints the body of the response.

        contract-tool call --document api.json --help             lists the operations
        contract-tool call Todos.list --document api.json --help  lists the options of an operation
        contract-tool call Todos.list --document api.json --url http://localhost:8080 --limit 5
        contract-tool call Todos.create --document api.json --title 'Buy milk' --tags a --tags b

      OPERATION is an `operationId`, or method and path such as 'GET /todos/{id}'. Each parameter and each member of the body
      is an option with its name; lists repeat the option, objects are JSON, and @FILE is a file of a multipart form. An
      input with the name of an option below is written with its location: --query.url, --header.key, --body.json.

      A WebSocket stays open: each line of the standard input is a message, and each received message is printed on a line.

      Exit status: 0 for a status below 400, 1 for another status, 2 for an invalid command line or no response.
      """, parsesItself: true
  ) { arguments, console in
    let call = try CallArguments(arguments.operands)
    guard let source = call.value("--document") else {
      if call.has("--help") {
        console.print(ToolHelp.text(of: .call))
        return .fine
      }
      throw ToolUsageError("`call` needs a document: --document FILE|URL", hint: "Run `contract-tool call --help`.")
    }
    let document = try await DocumentSource(source).document()
    guard let name = call.operation else {
      guard call.has("--help") else {
        throw ToolUsageError(
          "`call` needs an operation.", hint: "Run `contract-tool call --document \(source) --help` for the list.")
      }
      console.print(CallHelp.operations(of: document).escapingControls(except: ["\n"]))
      return .fine
    }
    let operation = try CallRequest.operation(name, in: document)
    if call.has("--help") {
      let help = CallHelp.text(of: operation, in: document, as: call.value("--type"))
      console.print(help.escapingControls(except: ["\n"]))
      return .fine
    }
    return try await CallOutput(call, console).send(try CallRequest(call, operation, document))
  }
}
