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
/// `@API` generates the conformance. A closure variable calls its endpoint until a closure is assigned to the variable; tests
/// mock the endpoint of one group in this way. The assigned closure runs in the calling task, so declare the variable as
/// `@Sendable (Request) async throws -> Response` to let the compiler check it.
public protocol EndpointGroup: AnyObject, Sendable {
  /// Every endpoint, in declaration order.
  static var all: [APIOperation] { get }

  /// The sender of requests; nil in a group whose endpoints are only served.
  var caller: (any EndpointCaller)? { get }

  /// Creates a group whose endpoints are called with `caller`.
  init(_ caller: (any EndpointCaller)?)
}

extension EndpointGroup {
  /// Creates a group without a caller, to serve its endpoints: `router.on(todos.getAll) { … }`.
  public init() { self.init(nil) }
}

/// The storage of a closure variable of a group, used by generated code.
public final class EndpointFunction<Request: EndpointRequest, Response>: Sendable {
  private let assigned = Lock<(@Sendable (Request) async throws -> Response)?>(nil)

  /// Creates storage without an assigned function.
  public init() {}

  /// Returns the assigned function; by default a function that calls `endpoint`.
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

  /// Assigns a function that is not `@Sendable`. The declaration of the variable without `@Sendable` promises that it can be
  /// called from any task.
  public func assign(unchecked body: @escaping (Request) async throws -> Response) {
    // SAFETY: not checked. The declaration of the variable without `@Sendable` promises that any task can call the function.
    nonisolated(unsafe) let body = body
    assign({ @Sendable input in try await body(input) })
  }
}

extension EndpointFunction where Request == Empty {
  /// Returns the assigned function; by default a function that calls `endpoint`.
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

  /// Assigns a function that is not `@Sendable`; see the other overload.
  public func assign(unchecked body: @escaping () async throws -> Response) {
    // SAFETY: not checked. The declaration of the variable without `@Sendable` promises that any task can call the function.
    nonisolated(unsafe) let body = body
    assign({ @Sendable _ in try await body() })
  }
}
