#if Macros
  /// Makes a struct the inputs of an endpoint.
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
  /// Each stored property has an attribute that says where it travels: ``Path(_:)``, ``Query(_:)``, ``Header(_:)``,
  /// ``Field(_:)``, ``JSON(_:)``, ``Body()``, ``KeyQuery(_:)``, ``QueryDict()``, ``HeaderDict()``, ``Part(_:)``, or a property
  /// wrapper of one's own that conforms to ``RequestLocation``. The name on the wire is the attribute's, else the
  /// property's, verbatim.
  ///
  /// It generates an initializer with every property in declaration order, as visible as the struct, whose defaults are
  /// the initial values and nil for optionals, and the conformance to ``EndpointRequest``. A server takes the initial
  /// value of a query, header or content member when a request has none.
  @attached(
    member, names: named(init), named(inputs), named(content), named(encode), named(decode), named(__Rules))
  @attached(memberAttribute)
  @attached(extension, conformances: EndpointRequest)
  public macro Request() = #externalMacro(module: "ContractMacros", type: "RequestMacro")

  /// Makes a struct a request that describes itself: inputs, method, path and response in one type.
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
  /// The nested type `Response` is the result, which may be a type alias. `@Status` and `@Throws` may stand on the struct.
  /// Servers have the endpoint as `SetPush.endpoint`, named after the struct.
  ///
  /// - Parameters:
  ///   - method: the method, such as `.post`.
  ///   - path: a literal that starts with `/`; its placeholders are the struct's `@Path` members.
  ///   - base: the URL that `perform()` without a client sends to.
  @attached(
    member, names: named(init), named(inputs), named(content), named(encode), named(decode), named(endpoint),
    named(baseURL), named(Response), named(__Rules))
  @attached(memberAttribute)
  @attached(extension, conformances: CallableRequest)
  public macro Request(_ method: HTTPMethod, _ path: String, base: String? = nil) =
    #externalMacro(module: "ContractMacros", type: "RequestMacro")

  /// A member of a request struct in the path: `@Path("todo_id") var id: Int` for `/todos/{todo_id}`.
  ///
  /// On a struct inside a struct with `@API` it is a scope: `@Path("pet", "{id: UUID}") struct Pet`.
  ///
  /// - Parameter name: the placeholder's name, a literal; the property's name without it. For a scope its segments, and
  ///   without them its name with a small first letter.
  @attached(peer)
  public macro Path(_ name: String...) = #externalMacro(module: "ContractMacros", type: "MemberLocationMacro")

  /// A member of a request struct in the query: `@Query("page_size") var limit: Int = 20`.
  ///
  /// nil and empty arrays are left out; an array repeats its key.
  ///
  /// - Parameter name: the key, a literal; the property's name without it.
  @attached(peer)
  public macro Query(_ name: String...) = #externalMacro(module: "ContractMacros", type: "MemberLocationMacro")

  /// A member of a request struct in a header field: `@Header("X-Account-Id") var account: String?`.
  ///
  /// `@Header("TOKEN") var token = nil` is a `String?`.
  ///
  /// - Parameter name: the field's name, a literal; the property's name, verbatim, without it.
  @attached(peer)
  public macro Header(_ name: String...) = #externalMacro(module: "ContractMacros", type: "MemberLocationMacro")

  /// A member of a request struct in the content, in the struct's coding: `@Field("model_id") var model = ""`.
  ///
  /// - Parameter name: the key, a literal; the property's name without it.
  @attached(peer)
  public macro Field(_ name: String...) = #externalMacro(module: "ContractMacros", type: "MemberLocationMacro")

  /// A member of the JSON object that is a request struct's content: `@JSON("push_reply") var reply: Bool?`.
  ///
  /// It is a ``Field(_:)`` of a struct whose content is JSON; beside `@URLForm`, `@Multipart` or `@Coder` on the struct it
  /// is an error. An endpoint that says another form of content for itself sends it in that form.
  ///
  /// - Parameter name: the key, a literal; the property's name without it.
  @attached(peer)
  public macro JSON(_ name: String...) = #externalMacro(module: "ContractMacros", type: "MemberLocationMacro")

  /// The member of a request struct that is the whole content: `@Body var todo: Todo`.
  ///
  /// `Codable` values travel as JSON, `String` as text, `Data` and `[UInt8]` as the bytes themselves.
  @attached(peer)
  public macro Body() = #externalMacro(module: "ContractMacros", type: "MemberLocationMacro")

  /// A query member without a value: `@KeyQuery("draft") var isDraft = false` is `?draft` when true and absent when not.
  ///
  /// - Parameter name: the key, a literal; the property's name without it.
  @attached(peer)
  public macro KeyQuery(_ name: String...) = #externalMacro(module: "ContractMacros", type: "MemberLocationMacro")

  /// Every query member that no other member of the struct claims: `@QueryDict var filters: [String: String]`.
  ///
  /// A client refuses entries that another member claims.
  @attached(peer)
  public macro QueryDict() = #externalMacro(module: "ContractMacros", type: "MemberLocationMacro")

  /// Every header field that no other member of the struct claims: `@HeaderDict var more: [String: String]`.
  ///
  /// Fields of framing and negotiation are no entries: `Accept`, `Accept-Encoding`, `Connection`, `Content-Encoding`,
  /// `Content-Length`, `Content-Type`, `Date`, `Expect`, `Host`, `Keep-Alive`, `Proxy-Connection`, `TE`, `Trailer`,
  /// `Transfer-Encoding`, `Upgrade` and `User-Agent`. A client refuses them, and those that another member claims; a
  /// server leaves them out and has whatever else a client or a proxy has sent.
  @attached(peer)
  public macro HeaderDict() = #externalMacro(module: "ContractMacros", type: "MemberLocationMacro")

  /// A part of a request struct's multipart/form-data content (RFC 7578), such as a file.
  ///
  /// ```swift
  /// @Request struct Transcribe {
  ///   @Field("model_id") var model = ""
  ///   @Part("file") var recording = .empty
  /// }
  /// ```
  ///
  /// The member is a `Part`, a `Part?` or a `[Part]`. Fields of such a struct are parts as well.
  ///
  /// - Parameter name: the name of the form's field, a literal; the property's name without it.
  @attached(peer)
  public macro Part(_ name: String...) = #externalMacro(module: "ContractMacros", type: "MemberLocationMacro")
#endif
