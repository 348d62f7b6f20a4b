import Testing

@Suite("The compiler")
struct CompilerTests {
  private static let contract = """
    import Contract
    @API @Mock protocol Todos: Sendable {
      @GET("/plain") func plain(id: Int) async throws -> Int
      @GET("/defaulted") @Default("limit", 20) func defaulted(limit: Int) async throws -> Int
      @GET("/optional") func optional(tag: String?) async throws -> Int
    }

    """

  private static let functions = [
    "  func plain(id: Int) async throws -> Int { id }\n",
    "  func defaulted(limit: Int) async throws -> Int { limit }\n",
    "  func optional(tag: String?) async throws -> Int { 1 }\n",
  ]

  @Test("A service with every endpoint compiles")
  func complete() throws {
    let source = Self.contract + "struct Store: Todos {\n" + Self.functions.joined() + "}\n"
    #expect(try Compilation(of: source).errors == [])
  }

  @Test("A service without one of its endpoints is refused", arguments: 0..<3)
  func missing(_ index: Int) throws {
    var functions = Self.functions
    functions.remove(at: index)
    let source = Self.contract + "struct Store: Todos {\n" + functions.joined() + "}\n"
    #expect(try Compilation(of: source).errors == ["7: type 'Store' does not conform to protocol 'Todos'"])
  }

  @Test("A service without a function of a refined contract is refused", arguments: 0..<3)
  func missingInherited(_ index: Int) throws {
    var functions = Self.functions
    functions.remove(at: index)
    let source =
      Self.contract + """
        @API @Mock protocol More: Todos { @GET("/more") func more() async throws }
        struct Store: More {
          func more() async throws {}

        """ + functions.joined() + "}\n"
    #expect(try Compilation(of: source).errors == ["8: type 'Store' does not conform to protocol 'Todos'"])
  }

  @Test(
    "A service without a function is refused, even if another contract's omitted parameters leave its signature",
    arguments: [
      """
      @API @Mock protocol Parent: Sendable { @GET("/all") func find() async throws -> Int }
      @API @Mock protocol Child: Parent { @GET("/one") func find(name: String?) async throws -> Int }
      struct Store: Child { func find(name: String?) async throws -> Int { 1 } }
      """,
      """
      @API protocol Parent: Sendable { @GET("/a") func find(limit: Int?) async throws -> Int }
      @API protocol Later: Sendable { @GET("/b") @Default("limit", 5) func find(limit: Int) async throws -> Int }
      struct Store: Parent, Later { func find(limit: Int) async throws -> Int { 1 } }
      """,
      """
      @API protocol Parent: Sendable {
        @GET("/a") func find(completion: @escaping @Sendable (Result<Int, any Error>) -> Void) }
      @API protocol Later: Sendable {
        @GET("/b") func find(name: String?, completion: @escaping @Sendable (Result<Int, any Error>) -> Void) }
      struct Store: Parent, Later {
        func find(name: String?, completion: @escaping @Sendable (Result<Int, any Error>) -> Void) {}
      }
      """,
    ])
  func unmatched(declarations: String) throws {
    let errors = try Compilation(of: "import Contract\n" + declarations + "\n").errors
    #expect(errors.map { $0.drop { $0 != "t" } } == ["type 'Store' does not conform to protocol 'Parent'"])
  }

  @Test("An error is reported once, without errors in generated code or uses")
  func noCascade() throws {
    let source = """
      import Contract
      @API @Mock protocol Todos: Sendable {
        @GET("/todos/:id") func one() async throws -> Int
        @GET("/todos") func two(limit: Int) -> Int
        @GET("/plain") func plain(id: Int) async throws -> Int
      }
      func use(_ caller: any EndpointCaller) async throws {
        let api = TodosAPI(caller)
        _ = try await api.one() + api.two(limit: 1) + api.plain(id: 1)
        _ = TodosRoutes(TodosMock())
      }
      """
    #expect(
      try Compilation(of: source).errors.map { $0.prefix { $0 != "," && $0 != ";" } } == [
        "3: The placeholder 'id' has no parameter", "4: 'two(limit:)' must be 'async throws'",
      ])
  }

  static let deprecated: [String] = [
    """
    @API @Mock protocol Todos: Sendable {
      @available(*, deprecated, message: "use b") @GET("/a") func a(id: Int) async throws -> Int
      @available(*, deprecated) @GET("/b") @Default("limit", 20) func b(limit: Int) async throws -> Int
      @available(*, deprecated, renamed: "a") @GET("/c") func c(tag: String?) async throws
      @available(macOS 99, *) @GET("/d") func d(tag: String?) async throws
      @available(swift, deprecated: 5.0) @GET("/e") func e(tag: String?) async throws
      @available(*, deprecated) @GET("/f") func f(completion: @escaping @Sendable (Result<Int, any Error>) -> Void)
      @available(*, deprecated) @GET("/g") func g() async throws(CallFailure<Failing>) -> Int
      @Deprecated("use b") @GET("/h") func h(tag: String?) async throws
    }
    func serve(_ todos: some Todos) -> TodosRoutes { TodosRoutes(todos) }
    func serve(_ todos: any Todos) -> TodosRoutes { TodosRoutes(todos) }
    @APIError enum Failing { @available(*, deprecated) @Status(404) case gone(a: Int); @Status(405) case b }
    """,
    """
    @available(*, deprecated) @API @Mock protocol Todos: Sendable {
      @GET("/a") @Default("limit", 20) func a(limit: Int) async throws -> Int
    }
    @available(*, deprecated) @APIError enum Failing { @Status(404) case gone(a: Int) }
    @available(*, deprecated) @Schema struct Body { var a: Int; var b: [String]? }
    @available(*, deprecated) @Schema enum Kind: String { case a, b }
    """,
    """
    @API final class Group: EndpointGroup {
      @available(*, deprecated) @GET("/a") var a: () async throws -> Int
      @available(*, deprecated) @GET("/b") var b: Endpoint<Find, Int>
      @available(*, deprecated) @GET("/c") var c: (Find) async throws -> Int
    }
    @Request struct Find { @Query var a: Int }
    @available(*, deprecated) @API final class OldGroup: EndpointGroup { @GET("/a") var a: () async throws -> Int }
    @available(*, deprecated) @Request(.get, "/x") struct Own { @Query var a: Int; typealias Response = Int }
    """,
    """
    @API struct Store {
      @available(*, deprecated) @GET func list(@Query a: Int = 3) -> Int {}
      @available(*, deprecated) @Path struct Past {
        @GET func list() -> Int {}
        @Path struct Further { @GET func list() -> Int {} }
      }
      @available(*, deprecated) @Path("{id}") struct One { @GET func list() -> Int {} }
    }
    @available(*, deprecated) @API struct OldStore { @GET func list() -> Int {} }
    """,
    """
    @Request struct Find { @Query var a: Int? }
    @API @Deprecated("use Lists") struct Store {
      @GET @Paged(next: \\.last, cursor: "a") func list(@Query a: Int? = nil) -> [Int] {}
      @Path @Deprecated("use them") struct Past { @POST @Deprecated("use it") func add(@Field b: Int) {} }
    }
    @API @Deprecated("use Lists") final class Group: EndpointGroup {
      @GET("/a") @Paged(next: \\.last, cursor: "a") var a: (Find) async throws -> [Int]
      @GET("/b") @Deprecated("use a") var b: Endpoint<Empty, Int>
    }
    """,
  ]

  @Test("Generated code that uses deprecated declarations causes no warnings", arguments: deprecated)
  func deprecations(declarations: String) throws {
    #expect(try Compilation(of: "import Contract\n" + declarations + "\n").messages == [])
  }

  @Test("The use of a deprecated declaration causes a warning")
  func deprecatedUses() throws {
    let source = """
      import Contract
      @API protocol Todos: Sendable { @available(*, deprecated) @GET("/a") func a() async throws -> Int }
      @API struct Store {
        @available(*, deprecated) @Path struct Past { @GET func list() -> Int {} }
        @Path @Deprecated("use all") struct Old {
          @GET func a() -> Int {}
          @GET @Deprecated("use c") func b() -> Int {}
        }
      }
      @API @Deprecated("use Lists") final class Group: EndpointGroup {
        @GET("/a") var a: () async throws -> Int
        @GET("/b") @Deprecated("use a") var b: Endpoint<Empty, Int>
      }
      func use(_ caller: any EndpointCaller) async throws {
        _ = try await TodosAPI(caller).a()
        _ = Store(caller).past
        _ = try await Store(caller).old.a() + Store(caller).old.b()
        _ = try await Group(caller).a() + Group(caller).b.request()
      }
      """
    let lines = try Compilation(of: source).messages.map { $0.prefix { $0 != "[" } }
    #expect(
      lines == [
        "15:34 warning: 'a()' is deprecated ", "16:21 warning: 'past' is deprecated ",
        "17:35 warning: 'a()' is deprecated: use all ", "17:59 warning: 'b()' is deprecated: use c ",
        "18:31 warning: 'a' is deprecated: use Lists ", "18:51 warning: 'b' is deprecated: use a ",
      ])
  }

  @Test("A protocol that is not Sendable is reported once")
  func notSendable() throws {
    let source = """
      import Contract
      @API protocol Todos {
        @GET("/plain") func plain(id: Int) async throws -> Int
      }
      func use(_ caller: any EndpointCaller) async throws {
        _ = try await TodosAPI(caller).plain(id: 1)
      }
      """
    let errors = try Compilation(of: source).errors
    #expect(errors.count == 1)
    #expect(errors.first?.hasPrefix("2: 'Todos' must be Sendable") == true)
  }

  @Test("An error in a request is reported once, without errors in its uses")
  func requestMistake() throws {
    let source = """
      import Contract
      @Request struct Find { @Query var limit = 1; var page: Int }
      @Request(.get, "/todos/:id") struct One { @Query var verbose: Bool }
      @Request struct Typeless { @Query var a = nil }
      let list = Endpoint<Find, [Int]>(.get, "/todos")
      func use(_ caller: any EndpointCaller) async throws {
        _ = try await caller.call(list, Find(limit: 2, page: 1))
        _ = try await One(verbose: true).perform(with: caller)
      }
      """
    #expect(
      try Compilation(of: source).errors.map { $0.prefix { $0 != ";" } } == [
        "2: 'page' has no location", "3: The placeholder 'id' has no member",
        "3: 'One' has no result", "4: A macro does not see the type of 'a'",
        "4: 'nil' requires a contextual type",
      ])
  }

  @Test("An error in a group is reported once, without errors in its uses")
  func groupMistake() throws {
    let source = """
      import Contract
      @API final class Todos: EndpointGroup {
        @GET("todos") var list: Endpoint<Empty, [Int]>
        @GET("/one") var one: (Int, Int) async throws -> Int
        @GET("/two") var two: () async throws -> Int
      }
      func use(_ caller: any EndpointCaller) async throws {
        let todos = Todos(caller)
        _ = try await todos.list.request()
        _ = try await todos.one(1, 2) + todos.two()
      }
      """
    #expect(
      try Compilation(of: source).errors.map { $0.prefix { $0 != ";" && $0 != "." } } == [
        "3: A path must start with '/': write \"/todos\"", "4: An endpoint has only one request",
      ])
  }

  @Test("An endpoint variable cannot be set, and a closure variable can")
  func settingVariables() throws {
    let source = """
      import Contract
      @API final class Todos: EndpointGroup {
        @GET("/todos") var list: Endpoint<Empty, [Int]>
        @GET("/two") var two: @Sendable () async throws -> Int
      }
      func use(_ todos: Todos, _ counter: Counter) {
        todos.two = { 2 }
        todos.list = Endpoint(.get, "/other")
        todos.two = { counter.count += 1; return 2 }
      }
      final class Counter { var count = 0 }
      """
    #expect(
      try Compilation(of: source).errors.map { $0.prefix { $0 != "[" } } == [
        "8: cannot assign to property: 'list' is a get-only property",
        "9: capture of 'counter' with non-Sendable type 'Counter' in a '@Sendable' closure ",
      ])
  }
}
