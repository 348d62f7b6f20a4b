/// A class whose variables are the endpoints of an API.
///
/// ```swift
/// @API
/// final class TodoEndpoints: EndpointGroup {
///   @GET("/todos") var getAll: Endpoint<ListTodos, [Todo]>
///   @POST("/todos/{id}") var update: (UpdateTodo) async throws -> Todo
/// }
///
/// let todos = TodoEndpoints(client)
/// let all = try await todos.getAll.request(ListTodos(limit: 50))
/// let changed = try await todos.update(UpdateTodo(id: 7, title: "Buy milk"))
/// ```
///
/// `@API` generates everything below. A closure variable calls its endpoint until something is assigned to it, which is
/// how tests mock it, for that one group. What is assigned runs in whatever task calls it: declare the variable as
/// `@Sendable (Request) async throws -> Response` to have the compiler check that.
public protocol EndpointGroup: AnyObject, Sendable {
  /// Every endpoint, in declaration order.
  static var all: [APIOperation] { get }

  /// What sends the requests, or nil in a group that only says what a server provides.
  var caller: (any EndpointCaller)? { get }

  /// A group whose endpoints are called with `caller`.
  init(_ caller: (any EndpointCaller)?)
}

extension EndpointGroup {
  /// A group without a caller, for providing its endpoints: `router.on(todos.getAll) { … }`.
  public init() { self.init(nil) }
}

/// What stands behind a closure variable of a group: the endpoint until something is assigned. Generated code uses it.
public final class EndpointFunction<Request: EndpointRequest, Response>: Sendable {
  private let assigned = Lock<(@Sendable (Request) async throws -> Response)?>(nil)

  /// Nothing is assigned.
  public init() {}

  /// What was assigned, else a function that calls `endpoint`.
  public func function(
    _ endpoint: Endpoint<Request, Response>, _ caller: (any EndpointCaller)?
  ) -> @Sendable (Request) async throws -> Response {
    if let assigned = assigned.withLock({ $0 }) { return assigned }
    let endpoint = endpoint.with(caller)
    return { input in try await endpoint.request(input) }
  }

  /// Assigns a function.
  public func assign(_ body: @escaping @Sendable (Request) async throws -> Response) {
    assigned.withLock { $0 = body }
  }

  /// Assigns a function that the compiler does not know to be callable from every task. Whoever declares a variable
  /// without `@Sendable` promises it.
  public func assign(unchecked body: @escaping (Request) async throws -> Response) {
    // SAFETY: nothing here checks it; the variable's type leaves it to the one who assigns, as documented there.
    nonisolated(unsafe) let body = body
    assign({ @Sendable input in try await body(input) })
  }
}

extension EndpointFunction where Request == Empty {
  /// What was assigned, else a function that calls `endpoint`.
  public func action(
    _ endpoint: Endpoint<Request, Response>, _ caller: (any EndpointCaller)?
  ) -> @Sendable () async throws -> Response {
    let function = function(endpoint, caller)
    return { try await function(Empty()) }
  }

  /// Assigns a function.
  public func assign(_ body: @escaping @Sendable () async throws -> Response) {
    assign({ @Sendable _ in try await body() })
  }

  /// Assigns a function that the compiler does not know to be callable from every task.
  public func assign(unchecked body: @escaping () async throws -> Response) {
    // SAFETY: nothing here checks it; the variable's type leaves it to the one who assigns, as documented there.
    nonisolated(unsafe) let body = body
    assign({ @Sendable _ in try await body() })
  }
}
