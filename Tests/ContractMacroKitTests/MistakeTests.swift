import Testing

/// Source with one error. `▶` marks the expected location of the diagnostic.
struct Mistake: Sendable, CustomTestStringConvertible {
  let id: String
  let source: String
  let message: String
  /// The source after the fix-it, without `▶`.
  let fixed: String?

  init(_ id: String, _ source: String, _ message: String, fixed: String? = nil) {
    self.id = id
    self.source = source
    self.message = message
    self.fixed = fixed
  }

  /// An error in the functions of a contract.
  static func function(_ id: String, _ lines: String, _ message: String, fixed: String? = nil) -> Mistake {
    Mistake(id, contract(lines), message, fixed: fixed.map(contract))
  }

  private static func contract(_ lines: String) -> String {
    "@API protocol Todos: Sendable {\n\(lines)\n}"
  }

  var testDescription: String { "\(id): \(source.replacing("\n", with: " "))" }

  /// Line and column of `▶`, each from 1; columns count UTF-8 bytes.
  var place: String {
    let before = source.prefix { $0 != "▶" }
    let line = before.filter { $0 == "\n" }.count + 1
    let column = (before.lastIndex(of: "\n").map { before[before.index(after: $0)...] } ?? before).utf8.count + 1
    return "\(line):\(column)"
  }
}

@Suite("Errors in contracts")
struct MistakeTests {
  @Test("An error is reported at the wrong token with a remedy", arguments: Mistake.all)
  func tellsMistake(_ mistake: Mistake) throws {
    let expansion = Expansion(of: mistake.source.replacing("▶", with: ""))
    let expected = Expansion.Message(
      place: mistake.place, id: mistake.id, text: mistake.message, fixed: mistake.fixed)
    #expect(expansion.messages == [expected])
  }

  @Test("A fix-it removes its error", arguments: Mistake.all.filter { $0.fixed != nil })
  func fixes(_ mistake: Mistake) throws {
    let fixed = try #require(mistake.fixed)
    #expect(Expansion(of: fixed).messages.map(\.id) == [])
  }

  @Test("All errors are reported at once, in source order")
  func tellsAll() {
    let source = """
      @API @Mock
      protocol Todos {
        func list() async throws -> [Todo]
        @GET("todos/:id") @POST("/todos") @Default("limt", 1)
        func todo(id: Int, limit: Int) -> Todo
        @GET("/a/:b") static func a(c: Path<Int>) async throws
        var count: Int { get }
      }
      """
    #expect(
      Expansion(of: source).messages.map { "\($0.place) \($0.id)" } == [
        "2:10 not-sendable", "3:8 no-verb", "4:9 path-slash", "4:21 two-verbs", "4:46 unknown-default",
        "5:8 not-async-throws", "6:12 placeholder-without-parameter", "6:17 modifier",
        "6:31 parameter-without-placeholder", "7:3 property",
      ])
  }
}
