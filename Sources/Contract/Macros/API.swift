#if Macros
  /// Turns a protocol into a contract: one declaration that clients call and servers implement.
  ///
  /// ```swift
  /// @API
  /// public protocol Todos: Sendable {
  ///   /// Lists todos.
  ///   @GET("/todos") @Default("limit", 20)
  ///   func list(limit: Int, done: Bool?) async throws -> [Todo]
  /// }
  /// ```
  ///
  /// It generates, with the access level of the protocol:
  ///
  /// - `TodosEndpoints`: one ``Endpoint`` for each function, their input types such as `TodosEndpoints.ListInput`, and
  ///   `all` operations in order;
  /// - `TodosAPI`: an implementation of the protocol over an ``EndpointCaller``, such as a client;
  /// - `TodosRoutes`: a ``RouteCollection`` that serves any implementation of the protocol;
  /// - extensions with the functions of `TodosAPI`, and with functions that fill in the defaults for `any Todos`.
  ///
  /// The protocol may refine other contracts. It then includes their functions, routes and operations.
  ///
  /// The protocol must be `Sendable` and contain only functions. Each has one verb, and is `async throws` or has a
  /// completion handler as its last parameter, `@escaping @Sendable (Result<Todo, any Error>) -> Void`. Errors are
  /// reported at the word that is wrong. Overloads are distinguished by their labels: `list(limit:)` becomes
  /// `TodosEndpoints.listLimit`.
  ///
  /// On a final class that conforms to ``EndpointGroup`` it turns variables into endpoints:
  ///
  /// ```swift
  /// @API
  /// public final class TodoEndpoints: EndpointGroup {
  ///   @GET("/todos") var getAll: Endpoint<ListTodos, [Todo]>
  ///   @POST("/todos/{id}") var update: (UpdateTodo) async throws -> Todo
  /// }
  /// ```
  ///
  /// On a struct it turns functions with an empty body into endpoints, in scopes that follow the path:
  ///
  /// ```swift
  /// @API
  /// struct Store {
  ///   @Path("pet") struct Pets {
  ///     @GET func findByStatus(@Query _ status: Status) -> [Pet] {}
  ///     @Path("{id}") struct One { @GET("/") func get() -> Pet {} }
  ///   }
  /// }
  ///
  /// let pets = try await Store(client).pets.findByStatus(.open)
  /// let pet = try await Store(client).pets("7").get()
  /// ```
  @attached(peer, names: suffixed(Endpoints), suffixed(API), suffixed(Routes))
  @attached(extension, names: arbitrary)
  @attached(
    member,
    names: named(Endpoints), named(all), named(caller), named(init), named(__functions), named(__Functions), arbitrary)
  @attached(memberAttribute)
  public macro API() = #externalMacro(module: "ContractMacros", type: "APIMacro")

  /// Turns a protocol into a contract whose paths all start with `prefix`.
  ///
  /// ```swift
  /// @API(prefix: "/v1")
  /// public protocol Todos: Sendable {
  ///   @GET("/todos")  // GET /v1/todos
  ///   func list() async throws -> [Todo]
  /// }
  /// ```
  ///
  /// `@GET("/")` below the prefix is `/v1/`, and `@GET("")` is `/v1`.
  ///
  /// - Parameter prefix: a literal that starts, but does not end, with `/`. It may contain placeholders; every function
  ///   then has a parameter for each.
  @attached(peer, names: suffixed(Endpoints), suffixed(API), suffixed(Routes))
  @attached(extension, names: arbitrary)
  @attached(
    member,
    names: named(Endpoints), named(all), named(caller), named(init), named(__functions), named(__Functions), arbitrary)
  @attached(memberAttribute)
  public macro API(prefix: String) = #externalMacro(module: "ContractMacros", type: "APIMacro")

  /// Generates a mock of a protocol with `@API`.
  ///
  /// ```swift
  /// @API @Mock
  /// public protocol Todos: Sendable {
  ///   @GET("/todos/:id") func todo(id: Int) async throws -> Todo
  /// }
  ///
  /// let mock = TodosMock()
  /// mock.mockTodo { id in Todo(id: id, title: "Buy milk") }
  /// let todo = try await mock.todo(id: 7)
  /// #expect(mock.todoCalls.map(\.id) == [7])
  /// ```
  ///
  /// The mock of a protocol that refines others has a mock for each of them: `mock.readOnlyIssues.mockList { … }`.
  ///
  /// `TodosMock` records every call. A function without an implementation throws ``MockError``, which names it, unless
  /// another ``MockPolicy`` is set: `TodosMock(policy: .examples)`.
  @attached(peer, names: suffixed(Mock))
  @attached(extension, names: arbitrary)
  public macro Mock() = #externalMacro(module: "ContractMacros", type: "MockMacro")

  /// Adds the accessors of an endpoint variable in a group. Added by `@API`.
  @attached(accessor)
  public macro _EndpointAccessor() = #externalMacro(module: "ContractMacros", type: "EndpointAccessorMacro")

  /// Adds the accessors of an endpoint variable in a group with an error. Added by `@API`.
  @attached(accessor)
  public macro _EndpointAccessor(isStub: Bool) =
    #externalMacro(module: "ContractMacros", type: "EndpointAccessorMacro")
#endif
