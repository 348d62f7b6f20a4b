import Testing

@testable import contract_tool

@Suite struct ToolArgumentsTests {
  static let command = ToolCommand(
    name: "mock", summary: "Serve", operands: "DOCUMENT", operandCounts: 1...1,
    options: [ToolOption("--port", "N", "The port."), ToolOption("--verbose", nil, "More.")], discussion: "Serves."
  ) { _, _ in .fine }

  @Test("Options with and without values may precede and follow operands")
  func parsing() throws {
    let cases: [[String]] = [
      ["api.json", "--port", "80", "--verbose"], ["--port=80", "--verbose", "api.json"],
      ["--verbose", "--port", "70", "--port", "80", "--", "api.json"],
    ]
    for arguments in cases {
      let parsed = try ToolArguments(arguments, for: Self.command)
      #expect(parsed.operands == ["api.json"], "\(arguments)")
      #expect(try parsed.integer("--port", in: 0...65_535) == 80, "\(arguments)")
      #expect(parsed.has("--verbose"), "\(arguments)")
    }
    #expect(try ToolArguments(["--", "--port"], for: Self.command).operands == ["--port"])
    #expect(try ToolArguments(["-"], for: Self.command).operands == ["-"])
  }

  @Test("An invalid command line is refused with the nearest option or the expected operands")
  func refused() {
    let cases: [(arguments: [String], words: String)] = [
      (["a", "--prot", "1"], "Did you mean `--port`?"), (["a", "--unlike"], "Run `contract-tool mock --help`."),
      (["a", "--port"], "--port N"), (["a", "--verbose=1"], "takes no value"), ([], "expected DOCUMENT"),
      (["a", "b"], "2 operands"),
    ]
    for (arguments, words) in cases {
      let error = #expect(throws: ToolUsageError.self, "\(arguments)") {
        try ToolArguments(arguments, for: Self.command)
      }
      let text = "\(error?.message ?? "") \(error?.hint ?? "")"
      #expect(text.contains(words), "\(arguments): \(text)")
    }
    for port in ["-1", "65536", "x", "99999999999999999999"] {
      #expect(throws: ToolUsageError.self, "\(port)") {
        try ToolArguments(["a", "--port=\(port)"], for: Self.command).integer("--port", in: 0...65_535)
      }
    }
  }

  @Test("The nearest name is the one with the fewest edits, unless all names differ too much")
  func nearest() {
    for (typed, name) in [("dif", "diff"), ("idff", "diff"), ("LINT", "lint"), ("typscript", "typescript"), ("x", nil)]
    {
      #expect(NearestName(of: typed, in: ["diff", "lint", "typescript"]).name == name, "\(typed)")
    }
    #expect(NearestName(of: "a", in: []).name == nil)
  }

  @Test("An option of `call` that takes no value refuses one", arguments: ["--json=false", "--include=no", "--help="])
  func superfluousValues(_ argument: String) {
    let error = #expect(throws: ToolUsageError.self) { try CallArguments(["listItems", argument]) }
    #expect(error?.message.contains("takes no value") == true, "\(String(describing: error))")
  }

  @Test("The standard input of a call is the document or a body, but not both")
  func standardInput() throws {
    let document = try ItemProvider.document
    let arguments = try CallArguments([
      "createItem", "--document", "-", "--url", "http://localhost", "--X-Client", "me", "--body", "@-",
    ])
    let operation = try CallRequest.operation("createItem", in: document)
    let error = #expect(throws: ToolUsageError.self) { try CallRequest(arguments, operation, document) }
    #expect(error?.message.contains("name a file for one of them") == true, "\(String(describing: error))")
  }

  @Test("At most one file of a call is read from the standard input")
  func standardInputOfFiles() throws {
    var files = CallFiles(try CallArguments(["createItem", "--document", "api.json"])) { Array($0.path.utf8) }
    for path in ["a", "-", "b"] {
      let bytes = try files.bytes(of: path)
      #expect(bytes == Array(path.utf8))
    }
    let error = #expect(throws: ToolUsageError.self) { try files.bytes(of: "-") }
    #expect(error?.message.contains("another `@-`") == true, "\(String(describing: error))")
  }
}
