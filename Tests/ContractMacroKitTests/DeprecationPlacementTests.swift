import Testing

@Suite("@Deprecated on declarations around endpoints")
struct DeprecationPlacementTests {
  @Test("Every function of a scope is deprecated by the innermost attribute")
  func scopes() {
    let expansion = Expansion(
      of: """
        @API @Deprecated("use Lists")
        struct Todos {
          @GET func list() -> [Int] {}
          @Path @Deprecated("use that") struct Old {
            @GET func one() -> Int {}
            @GET @Deprecated("use it") func two() -> Int {}
          }
        }
        """)
    #expect(expansion.messages.map(\.text) == [])
    for (function, reason) in [("list", "use Lists"), ("one", "use that"), ("two", "use it")] {
      let pattern =
        "@available\\(\\*, deprecated, message: \"\(reason)\"\\)"
        + "\\s+nonisolated\\(nonsending\\) func \(function)\\("
      #expect(expansion.text.matches(of: try! Regex(pattern)).count == 1, "\(function)")
    }
    #expect(expansion.text.matches(of: /@available\(\*, deprecated/).count == 3)
  }

  @Test("Every variable of a group is deprecated by its own attribute, or by the attribute of the group")
  func groups() {
    let expansion = Expansion(
      of: """
        @API @Deprecated("use Lists")
        final class Todos: EndpointGroup {
          @GET("/a") var list: Endpoint<Empty, Int>
          @GET("/b") @Deprecated("use list") var every: () async throws -> Int
        }
        """)
    #expect(expansion.messages.map(\.text) == [])
    for (variable, reason) in [("list", "use Lists"), ("every", "use list")] {
      let pattern = "@available\\(\\*, deprecated, message: \"\(reason)\"\\)\\s+var \(variable):"
      #expect(expansion.text.matches(of: try! Regex(pattern)).count == 1, "\(variable)")
    }
  }

  @Test("Every client function is deprecated, and a function's own reason wins")
  func functions() {
    let expansion = Expansion(
      of: """
        @API @Deprecated("use Lists")
        protocol Todos: Sendable {
          @GET("/a") func list() async throws
          @GET("/b") @Deprecated("use list") func every() async throws
        }
        """)
    #expect(expansion.messages.map(\.text) == [])
    for (function, reason) in [("list", "use Lists"), ("every", "use list")] {
      #expect(
        expansion.text.contains(
          """
            @available(*, deprecated, message: "\(reason)")
            nonisolated(nonsending) func \(function)() async throws {
          """), "\(function)")
    }
    #expect(expansion.text.matches(of: /@available/).count == 2)
  }
}
