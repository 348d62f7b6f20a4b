import Testing

@Suite("Expansions")
struct ExpansionTests {
  /// Some source and what the macros make of it.
  struct Sample: Sendable, CustomTestStringConvertible {
    let name: String
    let source: String
    let expansion: String

    var testDescription: String { name }
  }

  @Test(
    "are what a person would write",
    arguments: [
      Sample.defaults, .overloads, .content, .failures, .foreignFailures, .nested, .request, .ownEndpoint, .group,
      .parts, .validated,
      .scope, .schema, .schemaWithInitializer, .schemaOfCases, .schemaOfChoices,
      .schemaOfRawValue, .schemaOfDefaults, .schemaOfGeneric, .schemaOfNothing,
    ])
  func expands(_ sample: Sample) {
    let expansion = Expansion(of: sample.source)
    #expect(expansion.messages == [])
    #expect(expansion.text == sample.expansion)
  }

  @Test("deprecate the client's function for the compiler")
  func deprecates() {
    let expansion = Expansion(
      of: """
        @API protocol Todos: Sendable {
          @GET("/todos") @Deprecated("use /v2/todos", sunset: "2027-01-31") func list() async throws
        }
        """)
    #expect(expansion.messages == [])
    #expect(
      expansion.text.contains(
        """
          @available(*, deprecated, message: "use /v2/todos")
          func list() async throws {
        """))
    #expect(expansion.text.contains(#".deprecated("use /v2/todos", sunset: "2027-01-31")"#))
  }
}
