import Testing

@testable import Contract

@Suite("Documentation comments of operations")
struct DocumentationCommentTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String
    var discussion: String?
    var parameters: [String: String] = [:]
    var result: String?
  }

  static let rows: [Row] = [
    Row(testDescription: "a summary has no discussion", text: "Lists todos,\nthe newest first."),
    Row(
      testDescription: "paragraphs after the summary keep their lines",
      text: "Lists todos.\n\nThe newest\ncome first.\n\nAll of them.",
      discussion: "The newest\ncome first.\n\nAll of them."),
    Row(
      testDescription: "single parameters and the result",
      text: "Lists todos.\n- Parameter limit: the maximum\n  number.\n- Returns: the todos.",
      parameters: ["limit": "the maximum number."], result: "the todos."),
    Row(
      testDescription: "a list of parameters, and fields without a place in a document",
      text: "Lists todos.\n\n- Parameters:\n  - limit: the maximum.\n  - state: open: or done.\n- Throws: nothing.",
      parameters: ["limit": "the maximum.", "state": "open: or done."]),
    Row(
      testDescription: "a list of the discussion is not a field",
      text: "Lists todos.\n\n- first\n- second\n  - nested\n\n- Note: sorted.",
      discussion: "- first\n- second\n  - nested\n\n- Note: sorted."),
    Row(
      testDescription: "other items of a list are kept whole, also after a field",
      text: "Deletes it.\n\nText.\n\n- Parameter id: the id.\n- Warning: Cannot be undone,\n  ever.\n"
        + "- Important: all\n- Returns: the rest.\n- SeeAlso: `list`",
      discussion: "Text.\n\n- Warning: Cannot be undone,\n  ever.\n- Important: all\n- SeeAlso: `list`",
      parameters: ["id": "the id."], result: "the rest."),
    Row(
      testDescription: "the case of a keyword does not matter, but that of a name does",
      text: "Lists todos.\n- parameter Limit: the maximum.\n- parameters:\n  - state: open.\n- throws: nothing.\n"
        + "- RETURNS: the todos.",
      parameters: ["Limit": "the maximum.", "state": "open."], result: "the todos."),
    Row(testDescription: "nothing", text: ""),
  ]

  @Test("A comment is split into summary, discussion and fields", arguments: rows)
  func fields(_ row: Row) {
    let comment = DocumentationComment(row.text)
    #expect(comment.discussion == row.discussion)
    #expect(comment.parameters == row.parameters)
    #expect(comment.result == row.result)
  }
}
