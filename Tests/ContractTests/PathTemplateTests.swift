import Contract
import Testing

@Suite("Path templates")
struct PathTemplateTests {
  @Test(
    "A template accepts both placeholder syntaxes",
    arguments: [
      ("/", "/"), ("/todos", "/todos"), ("/todos/", "/todos/"), ("/todos/:id", "/todos/{id}"),
      ("/{a}/x/{b}", "/{a}/x/{b}"),
      ("/files/{path...}", "/files/{path...}"), ("/{a...}/b/:c", "/{a...}/b/{c}"), ("/a%20b", "/a%20b"),
      ("/x?merchant=Apple", "/x"),
      ("/notes:archive/{id}", "/notes:archive/{id}"),
    ])
  func reads(text: String, printed: String) throws {
    #expect(try PathTemplate(text).description == printed)
  }

  @Test(
    "An invalid template is refused with a reason",
    arguments: [
      ("todos", "it must begin with `/`"),
      ("", "it must begin with `/`"),
      ("/a#b", "it contains a fragment, which is never sent; remove `#`"),
      ("/:id/:id", "the placeholder `id` occurs twice"),
      ("/{a...}/b/{c...}", "`{c...}` is a second placeholder for several segments"),
      ("/x{a}", "`x{a}` must be one placeholder or plain text"),
      ("/{}", "a placeholder name must consist of letters, digits, `_` and `-`"),
      ("/a b", "`a b` must be one placeholder or plain text"),
      ("/%2", "`%2` is not a valid segment"),
      ("/..", "`..` is not a valid segment"),
      ("/a?x=%", "`x=%` is not validly percent-encoded"),
    ])
  func refuses(text: String, reason: String) {
    #expect(throws: PathTemplateError.self) { try PathTemplate(text) }
    do { _ = try PathTemplate(text) } catch { #expect(error.reason == reason) }
  }

  @Test("Templates with equivalent encodings are equal")
  func equality() {
    #expect("/notes:archive?a=b+c" as PathTemplate == "/notes%3Aarchive?a=b%20c")
    #expect(Set<PathTemplate>(["/n%61mes", "/names"]).count == 1)
    #expect("/a?b" as PathTemplate != "/a?c")
  }

  @Test("A template keeps the constants of its query")
  func constants() {
    let template: PathTemplate = "/x?a=b%20c&flag"
    #expect(template.constants.map { "\($0.name)=\($0.value)" } == ["a=b c", "flag="])
  }
}
