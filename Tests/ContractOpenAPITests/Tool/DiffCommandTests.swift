import ContractCoding
import ContractOpenAPI
import Foundation
import Testing

@testable import contract_tool

@Suite struct DiffCommandTests {
  /// Runs tests with a folder for files, which is removed afterwards.
  private func inFolder(_ body: (String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "contract-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try await body(folder)
  }

  private func write(_ operation: JSONValue, to path: String) throws {
    try Data(OperationPair.document(operation).root.value.description.utf8).write(to: URL(filePath: path))
  }

  @Test("A breaking change exits with 1, a safe one with 0, and an unreadable file with 2")
  func statuses() async throws {
    try await inFolder { folder in
      let (old, new) = (folder + "/old.json", folder + "/new.json")
      try write([:], to: old)
      try write(["parameters": [["name": "a", "in": "query"]]], to: new)
      let safe = await ToolRun("diff", old, new)
      #expect(safe.status == .fine && safe.output.contains("safe parameter-added"), "\(safe)")
      let breaking = await ToolRun("diff", new, old, "--json")
      #expect(breaking.status == .findings)
      #expect(try JSONValue(parsing: breaking.output)["breaking"] == 1)
      #expect(await ToolRun("diff", old, old).output == "The documents do not differ.")
      let missing = await ToolRun("diff", old, folder + "/none.json")
      #expect(missing.status == .unusable && missing.errors.contains("none.json: there is no such file"), "\(missing)")
      let bothMissing = await ToolRun("diff", folder + "/no-old.json", folder + "/no-new.json")
      #expect(bothMissing.errors.contains("no-old.json: there is no such file"), "\(bothMissing)")
      try Data("{}".utf8).write(to: URL(filePath: new))
      let invalid = await ToolRun("diff", old, new)
      #expect(invalid.status == .unusable && invalid.errors.contains("has no member `openapi`"), "\(invalid)")
    }
  }

  @Test("A breaking change to a blessed document fails until it is blessed")
  func blessing() async throws {
    try await inFolder { folder in
      let (blessed, new) = (folder + "/v1.json", folder + "/new.json")
      try write(["parameters": [["name": "a", "in": "query"]]], to: new)
      #expect(await ToolRun("diff", "--blessed", blessed, new).status == .unusable)
      #expect(await ToolRun("diff", "--blessed", blessed, new, "--bless").status == .fine)
      #expect(await ToolRun("diff", "--blessed", blessed, new).status == .fine)
      try write([:], to: new)
      let refused = await ToolRun("diff", "--blessed", blessed, new)
      #expect(refused.status == .findings && refused.errors.contains("--bless"), "\(refused)")
      #expect(await ToolRun("diff", "--blessed", blessed, new, "--bless").status == .fine)
      #expect(await ToolRun("diff", "--blessed", blessed, new).status == .fine)
    }
  }

  @Test("Operands and options that contradict each other are refused with a remedy")
  func usage() async {
    for (arguments, words) in [
      (["diff", "a"], "expected OLD NEW"), (["diff", "--blessed", "a", "b", "c"], "NEW is the only operand"),
      (["diff", "a", "b", "--bless"], "needs `--blessed FILE`"),
      (["diff", "a", "b", "--jsn"], "Did you mean `--json`?"),
      (["diff", "-", "-"], "name a file for the other"),
      (["diff", "--blessed", "-", "-"], "name a file for the other"),
      (["diff", "--blessed", "-", "b", "--bless"], "`--bless` writes a file"),
    ] {
      let run = await ToolRun(arguments)
      #expect(run.status == .unusable && run.errors.contains(words), "\(arguments): \(run.errors)")
    }
  }
}
