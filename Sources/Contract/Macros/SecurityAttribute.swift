#if Macros
  /// Requires credentials: `@Security(.bearer, scopes: "todos:write")`.
  ///
  /// A server responds with 401 or 403 before it reads the body; a client sends its credentials of this scheme. Several
  /// attributes on one declaration are alternatives. Those on a function replace those of its protocol.
  ///
  /// - Parameters:
  ///   - scheme: the scheme of the credentials.
  ///   - scopes: the required scopes; credentials must have all of them.
  @attached(peer)
  public macro Security(_ scheme: SecurityScheme, scopes: String...) =
    #externalMacro(module: "ContractMacros", type: "EndpointAttributeMacro")

  /// Requires no credentials, whatever the protocol requires: `@Security(.none)`.
  @attached(peer)
  public macro Security(_ none: NoSecurity) =
    #externalMacro(module: "ContractMacros", type: "EndpointAttributeMacro")
#endif
