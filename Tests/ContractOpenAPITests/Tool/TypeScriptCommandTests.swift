import FoundationEssentials
import Testing

@testable import contract_tool

@Suite struct TypeScriptCommandTests {
  @Test("The command writes a file with the chosen types, and refuses an invalid choice with a reason")
  func command() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "typescript-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (document, out) = (folder.appending(path: "api.json").path, folder.appending(path: "api.ts").path)
    try Data(
      #"{"openapi":"3.1.0","info":{"title":"Shop"},"paths":{},"components":{"schemas":{"Id":{"type":"integer"},"X":{"type":"y"}}}}"#
        .utf8
    ).write(to: URL(filePath: document))

    let run = await ToolRun("typescript", document, "--out", out, "--int64", "string", "--client", "Store")
    #expect(run.status == .fine && run.output.isEmpty)
    #expect(run.errors == "\(document): /components/schemas/X has the unknown type `y`; it is read as any value.")
    let text = String(decoding: try Data(contentsOf: URL(filePath: out)), as: UTF8.self)
    #expect(text.contains("export type Id = string;") && text.contains("export class Store {"))

    let printed = await ToolRun("typescript", document)
    #expect(printed.output.contains("export type Id = bigint;") && printed.output.contains("export class ShopClient {"))

    let wrong = await ToolRun("typescript", document, "--int64", "strin")
    #expect(
      wrong.status == .unusable && wrong.errors.contains("expected bigint, string, number. Did you mean `string`?"))
    let absent = await ToolRun("typescript", document + "x")
    #expect(absent.status == .unusable && absent.errors.contains("there is no such file"))
  }
}
