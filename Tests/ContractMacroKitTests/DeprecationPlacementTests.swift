import Testing

@Suite("@Deprecated on a protocol")
struct DeprecationPlacementTests {
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
            func \(function)() async throws {
          """), "\(function)")
    }
    #expect(expansion.text.matches(of: /@available/).count == 2)
  }
}
