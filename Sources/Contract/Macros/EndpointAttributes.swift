#if Macros
  /// Sets the status of a function's result, or of a case of a result or an error.
  ///
  /// ```swift
  /// @POST("/todos") @Status(201)
  /// func create(title: String) async throws -> Todo
  ///
  /// @Status(404) case notFound
  /// ```
  ///
  /// Default: 200, or 204 for a function that returns nothing.
  ///
  /// - Parameter code: a literal, 200 to 299 on an endpoint, and also 300 to 399 if its result has no value; 200 to 399 on a
  ///   case of an `@APIResult` enum; 400 to 599 on a case of an `@APIError` enum.
  @attached(peer)
  public macro Status(_ code: Int) = #externalMacro(module: "ContractMacros", type: "EndpointAttributeMacro")

  /// Rejects several statuses, with an error that explains how a response selects its status.
  @attached(peer)
  public macro Status(_ code: Int, _ second: Int, _ others: Int...) =
    #externalMacro(module: "ContractMacros", type: "EndpointAttributeMacro")

  /// Sets the status of a failure, and its code on the wire if it differs from the case's name.
  ///
  /// ```swift
  /// @Status(400, code: "bad_data") case badData(error: String)
  /// @Status(400, code: 3) case invalidArgument(message: String)
  /// ```
  ///
  /// - Parameters:
  ///   - status: a literal, 400 to 599, on a case of an `@APIError` enum.
  ///   - code: a literal: a string, a number or a boolean. It must be unique among the cases.
  @attached(peer)
  public macro Status(_ status: Int, code: FailureCode) =
    #externalMacro(module: "ContractMacros", type: "EndpointAttributeMacro")

  /// Sets the default value of a parameter.
  ///
  /// ```swift
  /// @GET("/todos") @Default("limit", 20) @Default("sort", Sort.newest)
  /// func list(limit: Int, sort: Sort) async throws -> [Todo]
  /// ```
  ///
  /// The client's function has it as a default argument and always sends the value. The server uses it if a request
  /// lacks the value.
  ///
  /// - Parameters:
  ///   - name: the parameter's name, a literal. The parameter must not be optional, in the path, or the whole body.
  ///   - value: the value; write an enum case with its type.
  @attached(peer)
  public macro Default<Value>(_ name: String, _ value: Value) =
    #externalMacro(module: "ContractMacros", type: "EndpointAttributeMacro")

  /// Sets an empty array as the default value of a parameter.
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

  /// Rejects nil, with an error that shows the correct form.
  @attached(peer)
  public macro Default(_ name: String, _ value: Never?) =
    #externalMacro(module: "ContractMacros", type: "EndpointAttributeMacro")

  /// Adds an entity tag of the body to the result of a GET, in the header `ETag` (RFC 9110 §8.8.3), and responds with 304 to a
  /// request whose `If-None-Match` has the tag.
  ///
  /// ```swift
  /// @GET("/todos") @ETag
  /// func list() async throws -> [Todo]
  /// ```
  ///
  /// A 304 saves the transfer, not the work of the service. For the tag of a stored version, return ``Versioned``, which
  /// needs no attribute.
  @attached(peer)
  public macro ETag() = #externalMacro(module: "ContractMacros", type: "EndpointAttributeMacro")

  /// Ends byte streams with their SHA-256, which the other end verifies: the body of the request, the result, or both.
  ///
  /// ```swift
  /// @PUT("/backup") @Checksum
  /// func restore(data: Body<ByteStream>) async throws
  /// ```
  ///
  /// The checksum is computed while the content is sent, and follows the content as the trailer field `Content-Digest` (RFC
  /// 9530). Reading content without a checksum, or with a wrong one, ends with an error: a ``ChecksumError`` in a service, and
  /// a ``ClientError`` with the code `checksum` on a client. A stream with a checksum is sent in chunks, without
  /// `Content-Length`.
  @attached(peer)
  public macro Checksum() = #externalMacro(module: "ContractMacros", type: "EndpointAttributeMacro")

  /// Sets the name on the wire of a parameter, or of a header of the result.
  ///
  /// ```swift
  /// @POST("/hooks/{hook-id}") @Name("hook", "hook-id") @Name("signature", "X-Hub-Signature-256")
  /// func deliver(hook: Int, signature: Header<String>, event: Body<Event>) async throws
  /// ```
  ///
  /// Both ends use the name exactly as written: header names keep their case, and `@KeyMapping` and `@Wire` do not
  /// change it. In the path it is the name of the placeholder. A parameter with a raw identifier needs no attribute:
  /// `` `X-Hub-Signature-256`: Header<String> `` is sent under that name.
  ///
  /// - Parameters:
  ///   - parameter: the parameter's name in the function, a literal. The whole body has no name and is not allowed.
  ///   - name: the name on the wire, a literal; for a header a token (RFC 9110 §5.6.2).
  @attached(peer)
  public macro Name(_ parameter: String, _ name: String) =
    #externalMacro(module: "ContractMacros", type: "EndpointAttributeMacro")

  /// Declares the failures that a function, or every function of a protocol, may throw.
  ///
  /// ```swift
  /// @GET("/todos/:id") @Throws(TodoError.self)
  /// func todo(id: Int) async throws -> Todo
  /// ```
  ///
  /// The server responds with the status of the failure's case, and the client throws the same value. For any other error the
  /// server responds with 500 without details.
  ///
  /// - Parameter failures: enums with `@APIError`, or other types that conform to ``APIFailure``.
  @attached(peer)
  public macro Throws(_ failures: any APIFailure.Type...) =
    #externalMacro(module: "ContractMacros", type: "EndpointAttributeMacro")

  /// Turns an enum into an error that a contract can declare with `@Throws`.
  ///
  /// ```swift
  /// @APIError
  /// public enum TodoError {
  ///   @Status(404) case notFound
  ///   @Status(409) case taken(name: String)
  /// }
  /// ```
  ///
  /// Each case has a status from 400 to 599. It is sent as `application/problem+json` (RFC 9457). The member `code` is
  /// the case's name, and the associated values are members under their labels, or `_0` for the first without a label.
  ///
  /// For the errors of another API, `@Status` sets the code, and `code` the member that contains it. A client accepts
  /// any JSON media type. Members may then also be called `message`, `detail`, `type`, `instance` and `errors`:
  ///
  /// ```swift
  /// // {"status":"error","errorType":"bad_data","error":"…"}
  /// @APIError(code: "errorType")
  /// public enum QueryError {
  ///   @Status(400, code: "bad_data") case badData(error: String)
  /// }
  /// ```
  ///
  /// For a nested code, `code` is a JSON Pointer (RFC 6901), which begins with `/`. The associated values are members
  /// of the object that contains the code. An index must be 0, because a server writes one failure:
  ///
  /// ```swift
  /// // {"errors":[{"code":"NAME_UNKNOWN","message":"…"}]}
  /// @APIError(code: "/errors/0/code")
  /// public enum RegistryError {
  ///   @Status(404, code: "NAME_UNKNOWN") case nameUnknown(message: String)
  /// }
  /// ```
  ///
  /// - Parameter member: a literal: the body member that contains the code, or a pointer to it.
  @attached(
    extension, conformances: APIFailure, Sendable,
    names: named(codeMember), named(declaredCases), named(declaredCase), named(encodeMembers), named(decode),
    named(__codeMember), named(__declaredCases), named(__declaredCase), named(__encodeMembers), named(__decode))
  public macro APIError(code member: String = "code") =
    #externalMacro(module: "ContractMacros", type: "APIErrorMacro")

  /// Turns an enum into a result with a status for each case.
  ///
  /// ```swift
  /// @APIResult public enum Created {
  ///   @Status(200) case existing(Todo)
  ///   @Status(201) case created(Todo, location: Header<String>)
  ///   @Status(303) case elsewhere(location: Header<String>)
  /// }
  ///
  /// @POST("/todos") func create(title: String) async throws -> Created
  /// ```
  ///
  /// Each case has its own status from 200 to 399. A value in `Header` is the header with the name of its label, here
  /// `Location`; it may be an optional or an array. The other value is the body, encoded like any result. A client returns
  /// the case with the status of the response, without following a declared redirection, and throws every other status.
  @attached(
    member,
    names: named(declaredResults), named(encode), named(decode), named(__declaredResults), named(__encode),
    named(__decode))
  @attached(extension, conformances: APIResult, BodilessResult)
  public macro APIResult() = #externalMacro(module: "ContractMacros", type: "APIResultMacro")
#endif
