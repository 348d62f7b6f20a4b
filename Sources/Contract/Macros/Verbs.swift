#if Macros
  /// An endpoint that reads: GET (RFC 9110 §9.3.1).
  ///
  /// ```swift
  /// @GET("/todos/:id")
  /// func todo(id: Int, verbose: Bool?) async throws -> Todo
  /// ```
  ///
  /// Parameters that are not in the path travel in the query.
  ///
  /// - Parameter path: a literal that starts with `/`. `:id` and `{id}` are placeholders for one whole segment, and
  ///   `{path...}` is one for several, each with a parameter of that name; a query such as `?kind=open` is sent as it is
  ///   and required by the server.
  @attached(peer)
  public macro GET(_ path: String? = nil) = #externalMacro(module: "ContractMacros", type: "EndpointAttributeMacro")

  /// An endpoint that submits: POST (RFC 9110 §9.3.3).
  ///
  /// ```swift
  /// @POST("/todos") @Status(201)
  /// func create(title: String, tags: [String]) async throws -> Todo
  /// ```
  ///
  /// Parameters that are not in the path are members of a JSON object in the body.
  ///
  /// - Parameter path: a literal that starts with `/`. `:id` and `{id}` are placeholders for one whole segment, and
  ///   `{path...}` is one for several, each with a parameter of that name; a query such as `?kind=open` is sent as it is
  ///   and required by the server.
  @attached(peer)
  public macro POST(_ path: String? = nil) = #externalMacro(module: "ContractMacros", type: "EndpointAttributeMacro")

  /// An endpoint that replaces: PUT (RFC 9110 §9.3.4).
  ///
  /// ```swift
  /// @PUT("/todos/:id")
  /// func replace(id: Int, with todo: Body<Todo>) async throws -> Todo
  /// ```
  ///
  /// Parameters that are not in the path are members of a JSON object in the body, unless one is the whole `Body`.
  ///
  /// - Parameter path: a literal that starts with `/`. `:id` and `{id}` are placeholders for one whole segment, and
  ///   `{path...}` is one for several, each with a parameter of that name; a query such as `?kind=open` is sent as it is
  ///   and required by the server.
  @attached(peer)
  public macro PUT(_ path: String? = nil) = #externalMacro(module: "ContractMacros", type: "EndpointAttributeMacro")

  /// An endpoint that changes a part: PATCH (RFC 5789).
  ///
  /// ```swift
  /// @PATCH("/todos/:id")
  /// func change(id: Int, title: String?) async throws -> Todo
  /// ```
  ///
  /// Parameters that are not in the path are members of a JSON object in the body.
  ///
  /// - Parameter path: a literal that starts with `/`. `:id` and `{id}` are placeholders for one whole segment, and
  ///   `{path...}` is one for several, each with a parameter of that name; a query such as `?kind=open` is sent as it is
  ///   and required by the server.
  @attached(peer)
  public macro PATCH(_ path: String? = nil) = #externalMacro(module: "ContractMacros", type: "EndpointAttributeMacro")

  /// An endpoint that removes: DELETE (RFC 9110 §9.3.5).
  ///
  /// ```swift
  /// @DELETE("/todos/:id")
  /// func remove(_ id: Int) async throws
  /// ```
  ///
  /// Parameters that are not in the path travel in the query.
  ///
  /// - Parameter path: a literal that starts with `/`. `:id` and `{id}` are placeholders for one whole segment, and
  ///   `{path...}` is one for several, each with a parameter of that name; a query such as `?kind=open` is sent as it is
  ///   and required by the server.
  @attached(peer)
  public macro DELETE(_ path: String? = nil) = #externalMacro(module: "ContractMacros", type: "EndpointAttributeMacro")

  /// An endpoint that asks for the head of an answer: HEAD (RFC 9110 §9.3.2).
  ///
  /// ```swift
  /// @HEAD("/todos/:id")
  /// func check(id: Int) async throws
  /// ```
  ///
  /// The function returns nothing, or an ``HTTPResponse`` for its fields. Parameters that are not in the path travel in the
  /// query.
  ///
  /// - Parameter path: a literal that starts with `/`. `:id` and `{id}` are placeholders for one whole segment, and
  ///   `{path...}` is one for several, each with a parameter of that name; a query such as `?kind=open` is sent as it is
  ///   and required by the server.
  @attached(peer)
  public macro HEAD(_ path: String? = nil) = #externalMacro(module: "ContractMacros", type: "EndpointAttributeMacro")

  /// An endpoint that asks what is supported: OPTIONS (RFC 9110 §9.3.7).
  ///
  /// ```swift
  /// @OPTIONS("/todos")
  /// func options(origin: Header<String>) async throws
  /// ```
  ///
  /// Parameters that are not in the path are members of a JSON object in the body, so most here name their place.
  ///
  /// - Parameter path: a literal that starts with `/`. `:id` and `{id}` are placeholders for one whole segment, and
  ///   `{path...}` is one for several, each with a parameter of that name; a query such as `?kind=open` is sent as it is
  ///   and required by the server.
  @attached(peer)
  public macro OPTIONS(_ path: String? = nil) = #externalMacro(module: "ContractMacros", type: "EndpointAttributeMacro")

  /// An endpoint that asks for an echo: TRACE (RFC 9110 §9.3.8).
  ///
  /// ```swift
  /// @TRACE("/echo")
  /// func trace(tag: Query<String>) async throws -> String
  /// ```
  ///
  /// A TRACE request has no content, so every parameter that is not in the path names its place.
  ///
  /// - Parameter path: a literal that starts with `/`. `:id` and `{id}` are placeholders for one whole segment, and
  ///   `{path...}` is one for several, each with a parameter of that name; a query such as `?kind=open` is sent as it is
  ///   and required by the server.
  @attached(peer)
  public macro TRACE(_ path: String) = #externalMacro(module: "ContractMacros", type: "EndpointAttributeMacro")

  /// An endpoint that asks for a tunnel: CONNECT (RFC 9110 §9.3.6).
  ///
  /// ```swift
  /// @CONNECT("/tunnels/:name")
  /// func open(name: String) async throws
  /// ```
  ///
  /// The path is a template like any other. Over a connection the server of this package refuses such a request with
  /// 400, because CONNECT carries `host:port` instead of a path there; in process and in mocks it is called as any other.
  ///
  /// - Parameter path: a literal that starts with `/`. `:id` and `{id}` are placeholders for one whole segment, and
  ///   `{path...}` is one for several, each with a parameter of that name; a query such as `?kind=open` is sent as it is
  ///   and required by the server.
  @attached(peer)
  public macro CONNECT(_ path: String) = #externalMacro(module: "ContractMacros", type: "EndpointAttributeMacro")

  /// An endpoint with any other method.
  ///
  /// ```swift
  /// @HTTP("/cache/:key", method: "PURGE")
  /// func purge(key: String) async throws
  /// ```
  ///
  /// Parameters that are not in the path are members of a JSON object in the body, unless they name their place.
  ///
  /// - Parameters:
  ///   - path: a literal, as for ``GET(_:)``.
  ///   - method: a literal with a token (RFC 9110 §9.1), case-sensitive.
  @attached(peer)
  public macro HTTP(_ path: String, method: String) =
    #externalMacro(module: "ContractMacros", type: "EndpointAttributeMacro")
#endif
