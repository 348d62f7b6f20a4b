#if Macros
  /// Adds rules for a parameter in addition to its type: `@Validate("limit", .range(1...100))`.
  ///
  /// ```swift
  /// @POST("/todos") @Validate("title", .length(1...80)) @Validate("tags", .count(...5), .each(.pattern("[a-z]+")))
  /// func create(title: String, tags: [String]) async throws -> Todo
  /// ```
  ///
  /// The client throws before anything is sent; the server responds with 400 and all violated rules. nil satisfies all
  /// rules.
  ///
  /// - Parameters:
  ///   - name: the parameter's name, a literal.
  ///   - rules: the rules; see ``Validation``.
  @attached(peer)
  public macro Validate(_ name: String, _ rules: ValidationSpelling...) =
    #externalMacro(module: "ContractMacros", type: "ValidateMacro")

  /// Adds rules for a member of a `@Request` struct in addition to its type:
  /// `@Query @Validate(.range(1...100)) var limit = 20`.
  ///
  /// - Parameter rules: the rules; see ``Validation``.
  @attached(peer)
  public macro Validate(_ rules: ValidationSpelling...) =
    #externalMacro(module: "ContractMacros", type: "ValidateMacro")
#endif
