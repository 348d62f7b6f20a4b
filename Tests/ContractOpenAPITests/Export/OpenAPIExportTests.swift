import Contract
import ContractOpenAPI
import Foundation
import NotesContract
import Testing

@Suite("OpenAPI documents of contracts")
struct OpenAPIExportTests {
  static let notes = OpenAPI(
    title: "Notes", version: "1.2.0", description: "Things to remember.", servers: ["https://notes.example"],
    NotesEndpoints.all)

  @Test("Documents are the golden ones, in all versions", arguments: OpenAPIVersion.allCases)
  func golden(_ version: OpenAPIVersion) throws {
    try Golden.check("notes-\(version.rawValue.prefix(3)).json", try Self.notes.json(version))
  }

  @Test("YAML says the same as JSON")
  func yaml() throws {
    try Golden.check("notes-3.1.yaml", try Self.notes.yaml())
  }

  @Test("What a version cannot say is listed")
  func omissions() throws {
    #expect(try Self.notes.export(.v31).omissions == [])
    let omissions = try Self.notes.export(.v30).omissions
    #expect(
      omissions.filter { !$0.starts(with: "OpenAPI 3.0 has no scopes") } == [
        "OpenAPI 3.0 has one example for each schema; others are omitted."
      ])
    #expect(omissions.contains("OpenAPI 3.0 has no scopes of `bearer`; Notes.list requires some."))
  }
}

/// A file with the expected text, in the folder `Golden`.
enum Golden {
  /// Records an issue if the text is not that of the file. With `CONTRACT_BLESS=1` in the environment, the file is
  /// written instead.
  static func check(_ name: String, _ text: String, file: String = #filePath) throws {
    let url = URL(filePath: file).deletingLastPathComponent().appending(path: "Golden/\(name)")
    if ProcessInfo.processInfo.environment["CONTRACT_BLESS"] == "1" {
      try text.write(to: url, atomically: true, encoding: .utf8)
    }
    let expected = try String(contentsOf: url, encoding: .utf8)
    let lines = zip(expected.split(separator: "\n"), text.split(separator: "\n"))
    let first = lines.enumerated().first { $1.0 != $1.1 }
    #expect(text == expected, "\(name) differs, first in line \((first?.offset ?? 0) + 1): \(first?.element.1 ?? "")")
  }
}
