import ContractCoding
import ContractOpenAPI
import Testing

@Suite("Reports of differences")
struct DiffReportTests {
  static let names: [(name: String, text: String)] = [
    ("snake_case", "`snake_case`"), ("a\\b", "`a\\b`"), ("<b>", "`<b>`"), ("a`<b>_c", "`a`\\<b>\\_c\\`"),
    ("a``b", "`a``b`"), ("", "\\`\\`"),
  ]

  @Test("Names in Markdown are code without escapes, even if they contain backticks", arguments: names)
  func markdown(_ name: String, _ text: String) throws {
    let parameter: JSONValue = ["name": .string(name), "in": "query", "schema": ["type": "integer"]]
    let old = try OperationPair.document(["parameters": [parameter]])
    let report = OpenAPIDiff(from: old, to: try OperationPair.document([:])).markdown()
    #expect(report.contains("The query parameter \(text) is removed"), "\(report)")
  }

  @Test("Text, Markdown and JSON contain the judgment, location and reason of each change")
  func reports() throws {
    let old = try OperationPair.document([
      "parameters": [["name": "a|b", "in": "query", "schema": ["type": "integer"]]]
    ])
    let diff = OpenAPIDiff(from: old, to: try OperationPair.document(["summary": "Items"]))
    let pointer = "/paths/~1items~1{id}/post/parameters/0"
    #expect(diff.isBreaking && diff.summary == "1 breaking, 0 safe, 1 documentation")
    #expect(
      diff.text().utf8.starts(
        with: """
          breaking parameter-removed: POST /items/{id}, request
            The query parameter `a|b` is removed; the server ignores the value that clients send.
            old \(pointer)
          """.utf8))
    #expect(
      diff.markdown().contains(
        "### 1 breaking\n\n- **POST /items/{id}, request** The query parameter `a|b` is removed"))
    let json = try JSONValue(parsing: diff.json())
    #expect(json["breaking"] == 1 && json["changes"]?[0]?["pointer"]?.string == pointer)
    #expect(json["changes"]?[0]?["operations"] == ["POST /items/{id}"])
  }

  @Test("The text report contains each severity in the given style")
  func styles() throws {
    let diff = OpenAPIDiff(
      from: try OperationPair.document([:]), to: try OperationPair.document(["summary": "Items"]))
    #expect(diff.changes.map(\.severity) == [.documentation])
    let report = diff.text(styled: { "<\($0.rawValue)>" })
    #expect(report.utf8.starts(with: "<documentation> ".utf8), "\(report)")
  }
}
