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
    Row(
      testDescription: "a paragraph after the fields belongs to the discussion",
      text: "Lists todos.\n\nText.\n\n- Throws: nothing.\n\nMore\ntext.\n- Returns: the todos.\n\nThe end.",
      discussion: "Text.\n\nMore\ntext.\n\nThe end.", result: "the todos."),
    Row(
      testDescription: "an indented paragraph belongs to its field",
      text: "Lists todos.\n- Parameter limit: the maximum.\n\n  Never zero.\n- Returns: the todos.\n\n  All.\n\nText.",
      discussion: "Text.", parameters: ["limit": "the maximum. Never zero."], result: "the todos. All."),
    Row(
      testDescription: "a nested list belongs to its parameter",
      text: "Lists todos.\n- Parameter sort: the order:\n  - asc: up,\n  - desc: down.\n- Parameters:\n"
        + "    - limit: the maximum,\n      - 0: none.\n    - state: open.",
      parameters: [
        "sort": "the order: - asc: up, - desc: down.", "limit": "the maximum, - 0: none.", "state": "open.",
      ]),
    Row(
      testDescription: "a list after the parameters is text",
      text: "Lists todos.\n- Parameters:\n  - a: 1.\n\nText:\n  - b: 2.",
      discussion: "Text:\n  - b: 2.", parameters: ["a": "1."]),
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
