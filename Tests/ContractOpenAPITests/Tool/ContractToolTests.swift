import ContractHTTP
import ContractTestSupport
import Foundation
import Testing

@testable import contract_tool

/// The result of a run of the tool.
struct ToolRun {
  let status: ToolStatus
  let output: String
  let errors: String

  init(_ arguments: String...) async { await self.init(arguments) }

  init(_ arguments: [String], usesColor: Bool = false) async {
    let (output, errors) = (Lock<[String]>([]), Lock<[String]>([]))
    let console = ToolConsole(
      usesColor: usesColor, output: { line in output.withLock { $0.append(line) } },
      errors: { line in errors.withLock { $0.append(line) } })
    status = await ContractTool.run(arguments, console)
    self.output = output.withLock { $0.joined(separator: "\n") }
    self.errors = errors.withLock { $0.joined(separator: "\n") }
  }
}

@Suite struct ContractToolTests {
  @Test("The help lists every command, and each command has its own help")
  func help() async {
    let overview = await ToolRun("help")
    #expect(overview.status == .fine)
    for command in ContractTool.commands {
      #expect(overview.output.contains("  \(command.name) "), "\(command.name)")
      let help = await ToolRun("help", command.name)
      #expect(help.status == .fine && help.output.hasPrefix("usage: contract-tool \(command.name)"), "\(command.name)")
      for option in command.options { #expect(help.output.contains(option.name), "\(command.name) \(option.name)") }
      guard !command.parsesItself else { continue }
      #expect(await ToolRun(command.name, "--help").output == help.output, "\(command.name)")
    }
  }

  @Test("An unknown command exits with 2 and names the nearest one")
  func unknown() async {
    let run = await ToolRun("hepl")
    #expect(run.status == .unusable && run.output.isEmpty)
    #expect(run.errors.contains("There is no command `hepl`.") && run.errors.contains("`contract-tool help`"))
    #expect(await ToolRun().status == .unusable)
  }

  @Test("A URL is refused with a remedy by the commands that read only files", arguments: ["lint", "typescript"])
  func urls(_ command: String) async {
    let run = await ToolRun(command, "https://example.com/api.json")
    #expect(run.status == .unusable && run.errors.contains("pass - for the standard input"), "\(run)")
  }

  @Test("The output and the errors have colors if they are terminals, each on its own", arguments: [true, false])
  func colors(_ colorsErrors: Bool) {
    let errors = Lock<[String]>([])
    let console = ToolConsole(
      usesColor: !colorsErrors, colorsErrors: colorsErrors, output: { _ in },
      errors: { line in errors.withLock { $0.append(line) } })
    console.complain("404", .red)
    console.complain("not found")
    let red = "\u{1B}[31m404\u{1B}[0m"
    #expect(errors.withLock { $0 } == [colorsErrors ? red : "404", "not found"])
    #expect(console.styled("404", .red) == (colorsErrors ? "404" : red))
  }

  @Test("Control characters of a document are escaped on the terminal")
  func controls() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "contract-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let (old, new, evil) = (folder + "/old.json", folder + "/new.json", #"\u001b[2J\u0007"# + "\u{9B}")
    for (path, isRequired) in [(old, false), (new, true)] {
      let text = #"""
        {"openapi": "3.1.0", "info": {"title": "T~", "version": "1~"}, "paths": {"/a~": {"get": {"operationId": "o~",
          "parameters": [{"name": "p~", "in": "query", "required": \#(isRequired), "schema": {"type": "string"}}],
          "responses": {"200": {"description": "d~"}}}}}}
        """#.replacingBytes("~", with: evil)
      try Data(text.utf8).write(to: URL(filePath: path))
    }
    let name = "o\u{1B}[2J\u{7}\u{9B}"
    for arguments in [
      ["diff", old, new], ["diff", old, new, "--markdown"], ["lint", old], ["call", "--document", old, "--help"],
      ["call", name, "--document", old, "--help"], ["call", name, "--document", old, "--url", "http://a", "--q=1"],
    ] {
      let run = await ToolRun(arguments)
      let text = run.output + run.errors
      #expect(text.contains(#"\u{1b}"#), "\(arguments.first ?? "") \(text)")
      #expect(text.escapingControls(except: ["\n"]) == text, "\(arguments.first ?? "") \(text)")
    }
  }
}
