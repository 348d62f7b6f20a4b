import Testing

@Suite("Macro expansions")
struct ExpansionTests {
  /// Source and its expansion.
  struct Sample: Sendable, CustomTestStringConvertible {
    let name: String
    let source: String
    let expansion: String

    var testDescription: String { name }
  }

  @Test(
    "A declaration expands to the expected code",
    arguments: [
      Sample.defaults, .overloads, .content, .failures, .foreignFailures, .results, .nested, .request, .ownEndpoint,
      .group,
      .parts, .validated,
      .scope, .scopeWithChange, .schema, .schemaWithInitializer, .schemaOfCases, .schemaOfKeys, .schemaOfPositions,
      .schemaOfChoices,
      .schemaOfRawValue, .schemaOfDefaults, .schemaOfGeneric, .schemaOfNothing,
      .pagedScope, .pagedGroup, .pagedRequest, .pagedNested,
    ])
  func expands(_ sample: Sample) {
    let expansion = Expansion(of: sample.source)
    #expect(expansion.messages == [])
    #expect(expansion.text == sample.expansion)
  }

  @Test("The body of a scope's function keeps its empty lines")
  func emptyLines() {
    let expansion = Expansion(
      of: #"""
        @API struct Todos {
          @GET func list() -> Int {
            let text = """
              a

              b
              """

            return client.header("A", text)
          }
        }
        """#)
    #expect(expansion.messages == [])
    // The written function precedes the generated one.
    let body = /APIClient in\n +let text = """\n +a\n *\n +b\n +"""\n *\n +return client/
    #expect(expansion.text.matches(of: body).count == 1)
  }

  @Test("An empty list is encoded explicitly if the default may be a nonempty list")
  func emptyLists() {
    let expansion = Expansion(
      of: """
        @API protocol Todos: Sendable {
          @GET("/todos") @Default("ids", [1]) @Default("sort", Sort.newest) @Default("tags", []) @Default("limit", -20)
          func list(ids: IDs, sort: Sort, tags: Tags, limit: Int) async throws
        }
        """)
    #expect(expansion.messages == [])
    #expect(
      expansion.text.contains(
        """
              try _encoder.value(.query, "ids", self.ids)
              try _encoder.keepEmpty(.query, "ids", self.ids, over: Self.__Defaults.__ids)
              try _encoder.value(.query, "sort", self.sort)
              try _encoder.keepEmpty(.query, "sort", self.sort, over: Self.__Defaults.__sort)
              try _encoder.value(.query, "tags", self.tags)
              _encoder.int(.query, "limit", self.limit)
        """), "\(expansion.text)")
  }

  @Test(
    "#sourceLocation is omitted for a path with a quotation mark or a backslash",
    arguments: ["a", "a\"b", "a\\b"])
  func unwritablePath(folder: String) {
    let source = "@API struct Todos { @GET func one() -> Todo {} }"
    let expansion = Expansion(of: source, path: "/\(folder)/Todos.swift")
    #expect(expansion.messages == [])
    #expect(expansion.writtenText.contains("#sourceLocation(") == (folder == "a"), "\(expansion.writtenText)")
  }

  @Test(
    "An empty prefix adds nothing to the path",
    arguments: [
      "protocol Todos: Sendable { @GET(\"/todos\") func list() async throws }",
      "final class Todos: EndpointGroup { @GET(\"/todos\") var list: () async throws -> Int }",
      "struct Todos { @GET func todos() {} }",
    ])
  func emptyPrefix(declaration: String) {
    let expansion = Expansion(of: "@API(prefix: \"\") \(declaration)")
    #expect(expansion.messages == [])
    #expect(expansion.text.contains("Contract::Endpoint") && expansion.text.contains("\"/todos\""), "\(expansion.text)")
  }

  @Test(
    "A route without inputs reads an empty input if its path may have constant query values",
    arguments: [("/todos?full", true), ("/todos?full=1&sort=id", true), ("/todos", false)])
  func constants(path: String, isChecked: Bool) {
    let expansion = Expansion(
      of: "@API(prefix: \"/v1\") protocol Todos: Sendable { @GET(\"\(path)\") func full() async throws -> [Int] }")
    #expect(expansion.messages == [])
    let route =
      isChecked
      ? """
      return Contract::Route._calling(TodosEndpoints.full, of: service as any Todos) { (__service: any Todos, __input: Contract::Empty) in
      """
      : """
      return Contract::Route._callingWithoutInputs(TodosEndpoints.full, of: service as any Todos) { (__service: any Todos) in
      """
    #expect(expansion.text.contains(route), "\(expansion.text)")
    #expect(expansion.text.contains("try await __service.full()"), "\(expansion.text)")
  }

  @Test("A function with four inputs has an input struct, and one with five inputs a class")
  func manyInputs() {
    let expansion = Expansion(
      of: """
        @API protocol Todos: Sendable {
          @GET("/few") func few(a: Int, b: Int, c: Int, d: Int) async throws
          @GET("/many") func many(a: Int, b: Int, c: Int, d: Int, e: Int) async throws
        }
        """)
    #expect(expansion.messages == [])
    #expect(expansion.text.contains("nonisolated struct FewInput: Contract::EndpointRequest {"), "\(expansion.text)")
    #expect(
      expansion.text.contains("nonisolated final class ManyInput: Contract::EndpointRequest {"), "\(expansion.text)")
  }

  @Test("Self in the attributes of a nested scope is spelled as the struct around it")
  func attributesOfNestedScope() {
    let expansion = Expansion(
      of: """
        @Contract.API struct Store {
          @_Scope1 @Path @Timeout(Self.limit) @Throws(Self.Failure.self) struct Pets {
            @GET @MaxBody(Self.size) func list() {}
          }
        }
        """)
    #expect(expansion.messages == [])
    let endpoints = expansion.text.split(separator: "enum Endpoints").last ?? ""
    #expect(endpoints.contains("Store.limit") && endpoints.contains("Store.Failure.self"), "\(endpoints)")
    #expect(endpoints.contains("Pets.size") && !endpoints.contains("Self."), "\(endpoints)")
  }

  @Test(
    "Self in the attributes of a type inside another type is spelled as the type around it",
    arguments: ["enum Area", "extension Area.Europe", "final class `default`"],
    [
      "@API @Timeout(Self.limit) @Throws(Self.Failure.self) struct Store { @GET func list() -> Int {} }",
      "@API @Timeout(Self.limit) @Throws(Self.Failure.self) struct Store "
        + "{ @_Scope1 @Path struct Pets { @GET func list() {} } }",
      "@API @Timeout(Self.limit) @Throws(Self.Failure.self) final class Store: EndpointGroup "
        + "{ @GET(\"/a\") var list: () async throws -> Int }",
      "@Request(.get, \"/a\") @Timeout(Self.limit) @Throws(Self.Failure.self) struct Store "
        + "{ @Query var a: Int; typealias Response = Int }",
      "@Request(.init(Self.limit)!, \"/a\", base: Self.Failure.self) struct Store "
        + "{ @Query var a: Int; typealias Response = Int }",
      "@Request(.post, \"/a\") @MaxBody(Self.limit) @Paged(items: \\.items, next: \\.next, cursor: \"a\", "
        + "maxPages: Self.Failure.self) struct Store { @Query var a: Int?; @Field var b: Int; typealias Response = Page }",
    ])
  func attributesInsideType(outer: String, declaration: String) {
    let expansion = Expansion(of: "\(outer) {\n\(declaration)\n}")
    #expect(expansion.messages == [])
    let text = expansion.text
    let name = outer.split(separator: " ").last ?? ""
    #expect(text.contains("\(name).limit") && text.contains("\(name).Failure.self"), "\(text)")
    #expect(!text.contains("Self.limit") && !text.contains("Self.Failure"), "\(text)")
  }

  @Test(
    "The first type that an enum of plain cases inherits is checked unless it is a known protocol",
    arguments: [
      ("enum Sort: Word { case a }", true), ("enum Sort: Area.Word, Sendable { case a }", true),
      ("enum Sort: Sendable, Word { case a }", false), ("enum Sort { case a }", false),
      ("enum Sort: Word { case a(Int) }", false), ("enum Sort: Word { case a = 1 }", false),
      ("enum Sort: String { case a }", false),
    ])
  func rawTypes(declaration: String, isChecked: Bool) {
    let expansion = Expansion(of: "@Schema \(declaration)")
    #expect(expansion.messages == [])
    #expect(expansion.text.contains("Contract::_contractCases(of: Self.self)") == isChecked, "\(expansion.text)")
  }

  @Test("A nested type with the name of a known type is coded as an unknown type")
  func hidingTypes() {
    let request = Expansion(
      of: """
        @Request(.post, "/a") struct Search {
          enum Int: Swift.String, Codable { case one }
          @Query var a: Int
          @JSON var b: [Int]
          @Query var c: String
          @Query var d = 3
          typealias Response = Int
        }
        """)
    #expect(request.messages == [])
    for line in [
      #"try _encoder.value(.query, "a", self.a)"#, #"try _encoder.field("b", self.b)"#,
      #"_encoder.string(.query, "c", self.c)"#, #"try _encoder.value(.query, "d", self.d)"#,
      "c: String, d: Swift::Int = 3)",
    ] {
      #expect(request.text.contains(line), "\(line) in \(request.text)")
    }
    let scope = Expansion(
      of: """
        @API struct Store {
          typealias String = Name
          @GET("{a: String}") func list(@Query b: String?, @Query c: Int) -> String {}
        }
        """)
    #expect(scope.messages == [])
    for line in [
      #"try _encoder.value(.path, "a", self.a)"#, #"try _encoder.value(.query, "b", self.b)"#,
      #"_encoder.int(.query, "c", self.c)"#,
    ] {
      #expect(scope.text.contains(line), "\(line) in \(scope.text)")
    }
    let schema = Expansion(of: "@Schema struct Note { struct Int: Codable {}\nvar a = 3 }")
    #expect(schema.text.contains("typealias __a = Swift::Int"), "\(schema.text)")
  }

  @Test(
    "An example that may be encodable is not refused, whatever the parameters of its type are",
    arguments: [
      "@Schema struct Note<Item> { @Example(ID(raw: 1)) var id: ID<Item> }",
      "@Schema struct Note<Item> { @Example([Item.first]) var items: [Item] }",
      "@Schema struct Note<Item: Hashable & Sendable> { @Example(Item.first) var item: Item? }",
      "@Schema struct Note<Item> { @Example(Item.first.id) var id: Item.ID\nvar item: Item }",
      "struct Notes<Item: Hashable> {\n@Schema struct Note { @Example(Item.name.count) var count: Int }\n}",
      "@Schema struct Note<Value> { var value: Value\n@Example(Money.Value(1)) var price: Money.Value }",
    ])
  func genericExamples(_ declaration: String) {
    let expansion = Expansion(of: declaration)
    #expect(expansion.messages == [])
    #expect(expansion.text.contains("Contract::JSONSample {"), "\(expansion.text)")
  }

  @Test("The default of a generic set is an empty JSON array")
  func genericSet() {
    let expansion = Expansion(of: "@Schema struct Page<Item: Codable & Hashable> { var items: Set<Item> = [] }")
    #expect(expansion.text.contains(#"default: "[]""#), "\(expansion.text)")
  }

  @Test("A deprecated function is deprecated in the client")
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
          nonisolated(nonsending) func list() async throws {
        """))
    #expect(expansion.text.contains(#".deprecated("use /v2/todos", sunset: "2027-01-31")"#))
  }

  @Test(
    "A default argument that is not a plain literal is a property with the access level of the contract",
    arguments: ["usual", "String.usual", "usual()", "\"\\(usual)\"", "1 + usual"])
  func property(value: String) {
    let expansion = Expansion(
      of: """
        @API public protocol Todos: Sendable {
          @GET("/todos") @Default("note", \(value)) func list(note: String) async throws
        }
        """)
    #expect(expansion.messages == [])
    #expect(expansion.text.contains("public static var __note: String"))
    #expect(expansion.text.contains("note ?? TodosEndpoints.ListInput.__Defaults.__note"))
  }
}
