#if Macros
  /// What a parameter must satisfy beside its type: `@Validate("limit", .range(1...100))`.
  ///
  /// ```swift
  /// @POST("/todos") @Validate("title", .length(1...80)) @Validate("tags", .count(...5), .each(.pattern("[a-z]+")))
  /// func create(title: String, tags: [String]) async throws -> Todo
  /// ```
  ///
  /// The client throws before it sends, the server answers 400 with every rule that is broken. nil satisfies all rules.
  ///
  /// - Parameters:
  ///   - name: the parameter's name, a literal.
  ///   - rules: what it must satisfy; see ``Validation``.
  @attached(peer)
  public macro Validate(_ name: String, _ rules: ValidationSpelling...) =
    #externalMacro(module: "ContractMacros", type: "ValidateMacro")

  /// What a member of a `@Request` struct must satisfy beside its type: `@Query @Validate(.range(1...100)) var limit = 20`.
  ///
  /// - Parameter rules: what it must satisfy; see ``Validation``.
  @attached(peer)
  public macro Validate(_ rules: ValidationSpelling...) =
    #externalMacro(module: "ContractMacros", type: "ValidateMacro")
#endif
