#if Macros
  /// The status of a function's result or of an error's case.
  ///
  /// ```swift
  /// @POST("/todos") @Status(201)
  /// func create(title: String) async throws -> Todo
  ///
  /// @Status(404) case notFound
  /// ```
  ///
  /// Without it a function answers 200, or 204 when it returns nothing.
  ///
  /// - Parameter code: a literal, 200 to 299 on a function of an `@API` protocol, 400 to 599 on a case of an
  ///   `@APIError` enum.
  @attached(peer)
  public macro Status(_ code: Int) = #externalMacro(module: "ContractMacros", type: "EndpointAttributeMacro")

  /// One status too many: an error that says how a response chooses its status.
  @attached(peer)
  public macro Status(_ code: Int, _ second: Int, _ others: Int...) =
    #externalMacro(module: "ContractMacros", type: "EndpointAttributeMacro")

  /// The status of a failure, and its code on the wire where that is not the case's name.
  ///
  /// ```swift
  /// @Status(400, code: "bad_data") case badData(error: String)
  /// @Status(400, code: 3) case invalidArgument(message: String)
  /// ```
  ///
  /// - Parameters:
  ///   - status: a literal, 400 to 599, on a case of an `@APIError` enum.
  ///   - code: a literal: a string, a number or a boolean. No two cases have the same.
  @attached(peer)
  public macro Status(_ status: Int, code: FailureCode) =
    #externalMacro(module: "ContractMacros", type: "EndpointAttributeMacro")

  /// The value of a parameter that a caller or a request leaves out.
  ///
  /// ```swift
  /// @GET("/todos") @Default("limit", 20) @Default("sort", Sort.newest)
  /// func list(limit: Int, sort: Sort) async throws -> [Todo]
  /// ```
  ///
  /// The client's function has it as a default argument and always sends the value; the server uses it for a request
  /// without one.
  ///
  /// - Parameters:
  ///   - name: the parameter's name, a literal. It must not be in the path, optional, or the whole body.
  ///   - value: the value; an enum's case is written with its type.
  @attached(peer)
  public macro Default<Value>(_ name: String, _ value: Value) =
    #externalMacro(module: "ContractMacros", type: "EndpointAttributeMacro")

  /// An empty array as the value of a parameter that is left out.
  ///
  /// ```swift
  /// @GET("/todos") @Default("tags", [])
  /// func list(tags: [String]) async throws -> [Todo]
  /// ```
  ///
  /// - Parameters:
  ///   - name: the parameter's name, a literal.
  ///   - value: `[]`.
  @attached(peer)
  public macro Default(_ name: String, _ value: [Never]) =
    #externalMacro(module: "ContractMacros", type: "EndpointAttributeMacro")

  /// The name of a parameter on the wire, where its own is not the one that travels.
  ///
  /// ```swift
  /// @POST("/hooks/{hook-id}") @Name("hook", "hook-id") @Name("signature", "X-Hub-Signature-256")
  /// func deliver(hook: Int, signature: Header<String>, event: Body<Event>) async throws
  /// ```
  ///
  /// Both ends use the name exactly as it is written: header names keep their capitals and hyphens, and `@KeyMapping`
  /// and `@Wire` leave it unchanged. In the path it is the name of the placeholder. A parameter with a raw identifier
  /// needs no attribute: `` `X-Hub-Signature-256`: Header<String> `` is sent under that name.
  ///
  /// - Parameters:
  ///   - parameter: The parameter's name in the function, a literal. It is not the whole body, which has no name.
  ///   - name: The name on the wire, a literal; for a header a token (RFC 9110 §5.6.2).
  @attached(peer)
  public macro Name(_ parameter: String, _ name: String) =
    #externalMacro(module: "ContractMacros", type: "EndpointAttributeMacro")

  /// The failures that a function, or every function of a protocol, may throw across the wire.
  ///
  /// ```swift
  /// @GET("/todos/:id") @Throws(TodoError.self)
  /// func todo(id: Int) async throws -> Todo
  /// ```
  ///
  /// The server answers them with the status of their case, and the client throws the same value. Any other error of a
  /// service is an answer with status 500 that tells nothing.
  ///
  /// - Parameter failures: enums with `@APIError`, or other types that conform to ``APIFailure``.
  @attached(peer)
  public macro Throws(_ failures: any APIFailure.Type...) =
    #externalMacro(module: "ContractMacros", type: "EndpointAttributeMacro")

  /// Makes an enum an error that a contract declares with `@Throws`.
  ///
  /// ```swift
  /// @APIError
  /// public enum TodoError {
  ///   @Status(404) case notFound
  ///   @Status(409) case taken(name: String)
  /// }
  /// ```
  ///
  /// Each case has a status from 400 to 599. It travels as `application/problem+json` (RFC 9457) whose `code` is the
  /// case's name and whose members are the associated values by their labels, `_0` for the first without one.
  ///
  /// An API that is not of this toolkit may say it otherwise. A client takes any JSON, `@Status` names the code, and `code`
  /// the member that has it. Members may then be called `message`, `detail`, `type`, `instance` and `errors` as well:
  ///
  /// ```swift
  /// @APIError(code: "errorType")                                // {"status":"error","errorType":"bad_data","error":"…"}
  /// public enum QueryError {
  ///   @Status(400, code: "bad_data") case badData(error: String)
  /// }
  /// ```
  ///
  /// Where the code stands deeper, `code` is a JSON Pointer (RFC 6901), which begins with `/`. The associated values are
  /// members of the object that has the code; an index is 0, because a server writes one failure:
  ///
  /// ```swift
  /// @APIError(code: "/errors/0/code")                           // {"errors":[{"code":"NAME_UNKNOWN","message":"…"}]}
  /// public enum RegistryError {
  ///   @Status(404, code: "NAME_UNKNOWN") case nameUnknown(message: String)
  /// }
  /// ```
  ///
  /// - Parameter member: the member of the body that has the code, or a pointer to it, a literal.
  @attached(
    extension, conformances: APIFailure,
    names: named(codeMember), named(declaredCases), named(declaredCase), named(encodeMembers), named(decode))
  public macro APIError(code member: String = "code") =
    #externalMacro(module: "ContractMacros", type: "APIErrorMacro")
#endif
