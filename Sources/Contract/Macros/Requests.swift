#if Macros
  /// Turns a struct into the inputs of an endpoint.
  ///
  /// ```swift
  /// @Request
  /// struct ListTodos {
  ///   @Query var limit: Int = 20
  ///   @Query("done") var isDone: Bool?
  ///   @Header("X-Account-Id") var account = nil
  /// }
  ///
  /// let list = Endpoint<ListTodos, [Todo]>(.get, "/todos")
  /// let todos = try await client.call(list, ListTodos(isDone: false))
  /// ```
  ///
  /// Each stored property has an attribute with its location: ``Path(_:)``, ``Query(_:)``, ``Header(_:)``,
  /// ``Field(_:)``, ``JSON(_:)``, ``Body()``, ``KeyQuery(_:)``, ``QueryDict()``, ``HeaderDict()``, ``Part(_:)``, or a
  /// custom property wrapper that conforms to ``RequestLocation``. The name on the wire is the attribute's argument.
  /// Default: the property's name, unchanged.
  ///
  /// The macro generates the conformance to ``EndpointRequest``, and an initializer with all properties in declaration
  /// order and with the access level of the struct. Its default arguments are the initial values, and nil for
  /// optionals. A server uses the initial value of a query, header or body member that a request lacks.
  @attached(
    member, names: named(init), named(inputs), named(content), named(encode), named(decode), named(__Rules),
    named(__Defaults))
  @attached(memberAttribute)
  @attached(extension, conformances: EndpointRequest)
  public macro Request() = #externalMacro(module: "ContractMacros", type: "RequestMacro")

  /// Turns a struct into a self-describing request: inputs, method, path and response in one type.
  ///
  /// ```swift
  /// @Request(.post, "/v3/config/set_push", base: "https://api.example")
  /// struct SetPush {
  ///   @Header("TOKEN") var accessToken = nil
  ///   @JSON("push_system_msg") var pushSystemMessage: Bool?
  ///
  ///   struct Response: Codable { var code: Int; var msg: String? }
  /// }
  ///
  /// let response = try await SetPush(accessToken: token, pushSystemMessage: true).perform()
  /// ```
  ///
  /// The nested type or type alias `Response` is the result. The struct may have `@Status` and `@Throws`. Servers use
  /// the endpoint `SetPush.endpoint`, whose id is the name of the struct.
  ///
  /// - Parameters:
  ///   - method: the method, such as `.post`.
  ///   - path: a literal that starts with `/`; its placeholders are the struct's `@Path` members.
  ///   - base: the base URL for `perform()` without a client.
  @attached(
    member, names: named(init), named(inputs), named(content), named(encode), named(decode), named(endpoint),
    named(__endpoint), named(all),
    named(baseURL), named(Response), named(__Rules), named(__Defaults))
  @attached(memberAttribute)
  @attached(extension, conformances: CallableRequest)
  public macro Request(_ method: HTTPMethod, _ path: String, base: String? = nil) =
    #externalMacro(module: "ContractMacros", type: "RequestMacro")

  /// Puts a member of a request struct into the path: `@Path("todo_id") var id: Int` for `/todos/{todo_id}`.
  ///
  /// On a struct inside a struct with `@API` it declares a scope: `@Path("pet", "{id: UUID}") struct Pet`.
  ///
  /// - Parameter name: the placeholder's name, a literal. Default: the property's name. For a scope: its segments, by default
  ///   the struct's name with a lowercase first letter.
  @attached(peer)
  public macro Path(_ name: String...) = #externalMacro(module: "ContractMacros", type: "MemberLocationMacro")

  /// Puts a member of a request struct into the query: `@Query("page_size") var limit: Int = 20`.
  ///
  /// nil and empty arrays are omitted; an array repeats its key.
  ///
  /// - Parameter name: the key, a literal. Default: the property's name.
  @attached(peer)
  public macro Query(_ name: String...) = #externalMacro(module: "ContractMacros", type: "MemberLocationMacro")

  /// Puts a member of a request struct into a header: `@Header("X-Account-Id") var account: String?`.
  ///
  /// `@Header("TOKEN") var token = nil` declares a `String?`.
  ///
  /// - Parameter name: the header's name, a literal. Default: the property's name, unchanged.
  @attached(peer)
  public macro Header(_ name: String...) = #externalMacro(module: "ContractMacros", type: "MemberLocationMacro")

  /// Puts a member of a request struct into a cookie: `@Cookie("session-id") var session: String?`.
  ///
  /// nil is omitted. A value is sent unchanged (RFC 6265 §4.1.1).
  ///
  /// - Parameter name: the cookie's name, a literal. Default: the property's name.
  @attached(peer)
  public macro Cookie(_ name: String...) = #externalMacro(module: "ContractMacros", type: "MemberLocationMacro")

  /// Puts a member of a request struct into the body, in the struct's format: `@Field("model_id") var model = ""`.
  ///
  /// - Parameter name: the key, a literal. Default: the property's name.
  @attached(peer)
  public macro Field(_ name: String...) = #externalMacro(module: "ContractMacros", type: "MemberLocationMacro")

  /// Puts a member of a request struct into its JSON body: `@JSON("push_reply") var reply: Bool?`.
  ///
  /// It is a ``Field(_:)`` of a struct whose body is JSON; combining it with `@URLForm`, `@Multipart` or `@Coder` on
  /// the struct is an error. An endpoint that sets another body format sends it in that format.
  ///
  /// - Parameter name: the key, a literal. Default: the property's name.
  @attached(peer)
  public macro JSON(_ name: String...) = #externalMacro(module: "ContractMacros", type: "MemberLocationMacro")

  /// Makes a member of a request struct the whole body: `@Body var todo: Todo`.
  ///
  /// `Codable` values are sent as JSON, `String` as text, `Data` and `[UInt8]` as bytes.
  @attached(peer)
  public macro Body() = #externalMacro(module: "ContractMacros", type: "MemberLocationMacro")

  /// Adds a query key without a value: `@KeyQuery("draft") var isDraft = false` is `?draft` if true and absent
  /// otherwise.
  ///
  /// - Parameter name: the key, a literal. Default: the property's name.
  @attached(peer)
  public macro KeyQuery(_ name: String...) = #externalMacro(module: "ContractMacros", type: "MemberLocationMacro")

  /// Collects all query values that no other member of the struct claims: `@QueryDict var filters: [String: String]`.
  ///
  /// A client refuses entries that another member claims.
  @attached(peer)
  public macro QueryDict() = #externalMacro(module: "ContractMacros", type: "MemberLocationMacro")

  /// Collects all headers that no other member of the struct claims: `@HeaderDict var more: [String: String]`.
  ///
  /// Headers of framing and negotiation are excluded: `Accept`, `Accept-Encoding`, `Connection`, `Content-Encoding`,
  /// `Content-Length`, `Content-Type`, `Date`, `Expect`, `Host`, `Keep-Alive`, `Proxy-Connection`, `TE`, `Trailer`,
  /// `Transfer-Encoding`, `Upgrade` and `User-Agent`. A client refuses these headers, and those that another member claims: a
  /// cookie claims `Cookie`. A server omits these headers, and includes all others that clients and proxies send.
  @attached(peer)
  public macro HeaderDict() = #externalMacro(module: "ContractMacros", type: "MemberLocationMacro")

  /// Adds a part to the multipart/form-data body of a request struct (RFC 7578), such as a file.
  ///
  /// ```swift
  /// @Request struct Transcribe {
  ///   @Field("model_id") var model = ""
  ///   @Part("file") var recording = .empty
  /// }
  /// ```
  ///
  /// The member is a `Part`, a `Part?` or a `[Part]`. Fields of the struct are also sent as parts.
  ///
  /// - Parameter name: the name of the form field, a literal. Default: the property's name.
  @attached(peer)
  public macro Part(_ name: String...) = #externalMacro(module: "ContractMacros", type: "MemberLocationMacro")
#endif
