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
  public macro Security<Exemption: _SecurityExemption>(_ none: Exemption) =
    #externalMacro(module: "ContractMacros", type: "EndpointAttributeMacro")

  // The overloads below accept a wrong argument, so that the error of the macro is the only one. They are generic,
  // because the compiler's error about `.typo` would otherwise not name `SecurityScheme`.

  /// Rejects a missing scheme, with an error that shows how to write it.
  @attached(peer)
  public macro Security() = #externalMacro(module: "ContractMacros", type: "EndpointAttributeMacro")

  /// Rejects a scheme written as a string, with an error that shows how to write it.
  @attached(peer)
  public macro Security<Text: StringProtocol>(_ text: Text, scopes: String...) =
    #externalMacro(module: "ContractMacros", type: "EndpointAttributeMacro")
#endif
