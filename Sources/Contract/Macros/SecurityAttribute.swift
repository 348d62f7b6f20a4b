#if Macros
  /// Who may call: `@Security(.bearer, scopes: "todos:write")`.
  ///
  /// A server answers 401 or 403 from the head alone, before it reads any content; a client sends its credentials of this
  /// scheme. Several on one declaration are alternatives. On a function they count instead of those of its protocol.
  ///
  /// - Parameters:
  ///   - scheme: how a client says who it is.
  ///   - scopes: what it must be allowed to do, all of it.
  @attached(peer)
  public macro Security(_ scheme: SecurityScheme, scopes: String...) =
    #externalMacro(module: "ContractMacros", type: "EndpointAttributeMacro")

  /// Everybody may call, whatever the protocol says: `@Security(.none)`.
  @attached(peer)
  public macro Security(_ none: NoSecurity) =
    #externalMacro(module: "ContractMacros", type: "EndpointAttributeMacro")
#endif
