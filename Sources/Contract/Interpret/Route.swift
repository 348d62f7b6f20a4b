/// An operation and what answers it.
///
/// `TodosRoutes` consists of these; one can be made from an endpoint and a closure as well:
///
/// ```swift
/// Route(Endpoint<Empty, String>(.get, "/version")) { _ in "1.4" }
/// ```
public struct Route: Sendable {
  /// The operation that the route serves.
  public let operation: APIOperation

  /// Decodes the inputs, calls the handler and encodes its result. Answers 400 itself when inputs are at fault and with
  /// the declared status when the handler throws a declared failure; throws every other error of the handler.
  public let respond: @Sendable (ServerRequest) async throws -> HTTPResponse

  /// The same for a slot whose request is a ``ServerRequest``.
  package let handler: RequestHandler

  /// What a request's head must pass before any of its content is read; nil admits every request.
  public private(set) var check: (@Sendable (RequestHead, APIOperation) -> Problem?)?

  /// Where the handler runs; nil leaves it to the server.
  public internal(set) var execution: HandlerExecution?

  /// What a server that serves the route has to know of it; each object is its maker's business.
  package var attachments: [any AnyObject & Sendable] = []

  /// A route that answers raw requests.
  public init(operation: APIOperation, respond: @escaping @Sendable (ServerRequest) async throws -> HTTPResponse) {
    self.operation = operation
    self.respond = respond
    self.handler = { slot in
      do { slot.deliver(try await respond(slot.serverRequest)) } catch { slot.deliver(answerTo: error) }
    }
    self.check = nil
  }

  /// A route that calls `handler` with the decoded inputs.
  @inlinable
  public init<Request, Response>(
    _ endpoint: Endpoint<Request, Response>, _ handler: @escaping @Sendable (Request) async throws -> Response
  ) {
    let codec = endpoint.codec
    self.init(
      endpoint.operation,
      answering: { slot in
        do {
          let input = try slot.input(Request.self)
          try slot.answer(await handler(input), codec)
        } catch {
          slot.fail(error)
        }
      })
  }

  /// A route that calls `handler` with `service` and the decoded inputs.
  @inlinable
  public init<Service: Sendable, Request, Response>(
    _ endpoint: Endpoint<Request, Response>, _ service: Service,
    _ handler: @escaping @Sendable (Service, Request) async throws -> Response
  ) {
    self.init(endpoint) { input in try await handler(service, input) }
  }

  /// A route whose handler reads the inputs from the slot of the request, and answers through it.
  ///
  /// Generated routes are of this form: nothing stands between the server's task and the function of the service but the
  /// closure, and nothing is left to be done when that returns. One that returns without having called
  /// ``RequestSlot/answer(_:_:)`` or ``RequestSlot/fail(_:)`` is a 500, of which the server's `onError` learns.
  public init(
    _ operation: APIOperation,
    answering handler: nonisolated(nonsending) @escaping @Sendable (RequestSlot) async -> Void
  ) {
    self.operation = operation
    self.handler = handler
    self.respond = { request in
      let answer = HeldAnswer()
      let slot = RequestSlot(request)
      slot.answers(to: answer)
      await RequestSlot.$bound.withValue(slot) { await handler(slot) }
      slot.keep()
      return try answer.response()
    }
    self.check = nil
  }

  /// A route that calls `handler` with the request and the decoded inputs.
  public init<Request, Response>(
    _ endpoint: Endpoint<Request, Response>,
    _ handler: @escaping @Sendable (ServerRequest, Request) async throws -> Response
  ) {
    self.init(endpoint) { input in
      guard let request = ServerRequest.current else { preconditionFailure("a route is called inside a request") }
      return try await handler(request, input)
    }
  }
}

extension RouteCollection {
  /// The same routes, each of which first asks `check` whether to admit a request.
  ///
  /// The check sees the head alone and runs on the connection's loop, before content negotiation and before any content
  /// is read; it must not block. A problem that it returns is the answer, nil admits the request. Checks that were
  /// added before are asked first.
  ///
  /// ```swift
  /// AdminRoutes(service).requiring { head, _ in
  ///   head.text(of: .authorization) == expected
  ///     ? nil : Problem(.unauthorized, fields: [.wwwAuthenticate: "Bearer"])
  /// }
  /// ```
  public func requiring(_ check: @escaping @Sendable (RequestHead, APIOperation) -> Problem?) -> [Route] {
    routes.map { $0.adding(check) }
  }
}

extension Route {
  /// The same operation and checks with another answer.
  package func responding(_ respond: @escaping @Sendable (ServerRequest) async throws -> HTTPResponse) -> Route {
    var route = Route(operation: operation, respond: respond)
    route.check = check
    route.execution = execution
    route.attachments = attachments
    return route
  }

  fileprivate func adding(_ added: @escaping @Sendable (RequestHead, APIOperation) -> Problem?) -> Route {
    var route = self
    if let earlier = check {
      route.check = { head, operation in earlier(head, operation) ?? added(head, operation) }
    } else {
      route.check = added
    }
    return route
  }
}

/// A list of routes, such as the one `@API` generates: `TodosRoutes(service)`.
public protocol RouteCollection: Sendable {
  /// The routes.
  var routes: [Route] { get }
}

extension Route: RouteCollection {
  /// This route alone.
  public var routes: [Route] { [self] }
}

extension [Route]: RouteCollection {
  /// The routes themselves.
  public var routes: [Route] { self }
}
