#if Macros
  /// Declares a GET endpoint, which reads (RFC 9110 §9.3.1).
  ///
  /// ```swift
  /// @GET("/todos/:id")
  /// func todo(id: Int, verbose: Bool?) async throws -> Todo
  /// ```
  ///
  /// Parameters that are not in the path are sent in the query.
  ///
  /// - Parameter path: a literal that starts with `/`. `:id` and `{id}` are placeholders for one whole segment, and
  ///   `{path...}` for several; each needs a parameter with that name. A query such as `?kind=open` is sent as written
  ///   and required by the server.
  @attached(peer)
  public macro GET(_ path: String? = nil) = #externalMacro(module: "ContractMacros", type: "EndpointAttributeMacro")

  /// Declares a POST endpoint, which submits (RFC 9110 §9.3.3).
  ///
  /// ```swift
  /// @POST("/todos") @Status(201)
  /// func create(title: String, tags: [String]) async throws -> Todo
  /// ```
  ///
  /// Parameters that are not in the path are members of a JSON object in the body.
  ///
  /// - Parameter path: a literal that starts with `/`. `:id` and `{id}` are placeholders for one whole segment, and
  ///   `{path...}` for several; each needs a parameter with that name. A query such as `?kind=open` is sent as written
  ///   and required by the server.
  @attached(peer)
  public macro POST(_ path: String? = nil) = #externalMacro(module: "ContractMacros", type: "EndpointAttributeMacro")

  /// Declares a PUT endpoint, which replaces (RFC 9110 §9.3.4).
  ///
  /// ```swift
  /// @PUT("/todos/:id")
  /// func replace(id: Int, with todo: Body<Todo>) async throws -> Todo
  /// ```
  ///
  /// Parameters that are not in the path are members of a JSON object in the body, unless one is the whole `Body`.
  ///
  /// - Parameter path: a literal that starts with `/`. `:id` and `{id}` are placeholders for one whole segment, and
  ///   `{path...}` for several; each needs a parameter with that name. A query such as `?kind=open` is sent as written
  ///   and required by the server.
  @attached(peer)
  public macro PUT(_ path: String? = nil) = #externalMacro(module: "ContractMacros", type: "EndpointAttributeMacro")

  /// Declares a PATCH endpoint, which changes a part (RFC 5789).
  ///
  /// ```swift
  /// @PATCH("/todos/:id")
  /// func change(id: Int, title: String?) async throws -> Todo
  /// ```
  ///
  /// Parameters that are not in the path are members of a JSON object in the body.
  ///
  /// - Parameter path: a literal that starts with `/`. `:id` and `{id}` are placeholders for one whole segment, and
  ///   `{path...}` for several; each needs a parameter with that name. A query such as `?kind=open` is sent as written
  ///   and required by the server.
  @attached(peer)
  public macro PATCH(_ path: String? = nil) = #externalMacro(module: "ContractMacros", type: "EndpointAttributeMacro")

  /// Declares a DELETE endpoint, which removes (RFC 9110 §9.3.5).
  ///
  /// ```swift
  /// @DELETE("/todos/:id")
  /// func remove(_ id: Int) async throws
  /// ```
  ///
  /// Parameters that are not in the path are sent in the query.
  ///
  /// - Parameter path: a literal that starts with `/`. `:id` and `{id}` are placeholders for one whole segment, and
  ///   `{path...}` for several; each needs a parameter with that name. A query such as `?kind=open` is sent as written
  ///   and required by the server.
  @attached(peer)
  public macro DELETE(_ path: String? = nil) = #externalMacro(module: "ContractMacros", type: "EndpointAttributeMacro")

  /// Declares a HEAD endpoint, which returns only the head of a response (RFC 9110 §9.3.2).
  ///
  /// ```swift
  /// @HEAD("/todos/:id")
  /// func check(id: Int) async throws
  /// ```
  ///
  /// The function returns nothing, typed headers such as `(Empty, totalCount: Header<Int>)`, an enum with `@APIResult` whose
  /// cases have no body, or an ``HTTPResponse``. Parameters that are not in the path are sent in the query.
  ///
  /// - Parameter path: a literal that starts with `/`. `:id` and `{id}` are placeholders for one whole segment, and
  ///   `{path...}` for several; each needs a parameter with that name. A query such as `?kind=open` is sent as written
  ///   and required by the server.
  @attached(peer)
  public macro HEAD(_ path: String? = nil) = #externalMacro(module: "ContractMacros", type: "EndpointAttributeMacro")

  /// Declares an OPTIONS endpoint, which returns the supported options (RFC 9110 §9.3.7).
  ///
  /// ```swift
  /// @OPTIONS("/todos")
  /// func options(origin: Header<String>) async throws
  /// ```
  ///
  /// Parameters that are not in the path are members of a JSON object in the body, so most functions set their
  /// locations.
  ///
  /// - Parameter path: a literal that starts with `/`. `:id` and `{id}` are placeholders for one whole segment, and
  ///   `{path...}` for several; each needs a parameter with that name. A query such as `?kind=open` is sent as written
  ///   and required by the server.
  @attached(peer)
  public macro OPTIONS(_ path: String? = nil) = #externalMacro(module: "ContractMacros", type: "EndpointAttributeMacro")

  /// Declares a TRACE endpoint, which echoes the request (RFC 9110 §9.3.8).
  ///
  /// ```swift
  /// @TRACE("/echo")
  /// func trace(tag: Query<String>) async throws -> String
  /// ```
  ///
  /// A TRACE request has no body, so every parameter that is not in the path needs a location.
  ///
  /// - Parameter path: a literal that starts with `/`. `:id` and `{id}` are placeholders for one whole segment, and
  ///   `{path...}` for several; each needs a parameter with that name. A query such as `?kind=open` is sent as written
  ///   and required by the server.
  @attached(peer)
  public macro TRACE(_ path: String) = #externalMacro(module: "ContractMacros", type: "EndpointAttributeMacro")

  /// Declares a CONNECT endpoint, which requests a tunnel (RFC 9110 §9.3.6).
  ///
  /// ```swift
  /// @CONNECT("/tunnels/:name")
  /// func open(name: String) async throws
  /// ```
  ///
  /// The path is a template like any other. The server of this package refuses such a request on a connection with 400,
  /// because CONNECT has `host:port` instead of a path there. It can be called in process and in mocks.
  ///
  /// - Parameter path: a literal that starts with `/`. `:id` and `{id}` are placeholders for one whole segment, and
  ///   `{path...}` for several; each needs a parameter with that name. A query such as `?kind=open` is sent as written
  ///   and required by the server.
  @attached(peer)
  public macro CONNECT(_ path: String) = #externalMacro(module: "ContractMacros", type: "EndpointAttributeMacro")

  /// Declares a WebSocket endpoint (RFC 6455) with typed messages.
  ///
  /// ```swift
  /// @WebSocket("/rooms/:room")
  /// func chat(room: String, since: Int?) async throws -> Channel<ClientMessage, ServerMessage>
  /// ```
  ///
  /// The function returns a ``Channel``: first the type that the client sends, then the type that it receives. The opening
  /// request is a GET, so parameters that are not in the path are sent in the query. The service may throw a declared failure
  /// instead of opening the channel.
  ///
  /// - Parameter path: a literal, as for ``GET(_:)``.
  @attached(peer)
  public macro WebSocket(_ path: String? = nil) =
    #externalMacro(module: "ContractMacros", type: "EndpointAttributeMacro")

  /// Declares an endpoint with any other method.
  ///
  /// ```swift
  /// @HTTP("/cache/:key", method: "PURGE")
  /// func purge(key: String) async throws
  /// ```
  ///
  /// Parameters that are not in the path are members of a JSON object in the body, unless they have a location.
  ///
  /// - Parameters:
  ///   - path: a literal, as for ``GET(_:)``.
  ///   - method: a literal that is a token (RFC 9110 §9.1), case-sensitive.
  @attached(peer)
  public macro HTTP(_ path: String, method: String) =
    #externalMacro(module: "ContractMacros", type: "EndpointAttributeMacro")
#endif
