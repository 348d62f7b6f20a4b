/// Names of the language, and availability.
extension Declaration {
  static let names: [Declaration] = [
    Declaration(
      "functions and parameters with names of the language",
      """
      @API @Mock protocol T: Sendable {
        @GET("/a") func `self`() async throws -> Int
        @GET("/b") func `Type`(`self`: Int) async throws -> Int
        @GET("/c") func `Protocol`(`await`: Int, `Type`: Int, `Protocol`: String) async throws -> Int
        @GET("/d") func d(`Self`: Int, `init`: Int?) async throws -> Int
        @GET("/e") func `init`(`self`: Header<Int>) async throws -> Int
        @POST("/f") func f(`Self`: Body<Int>) async throws -> Int
        @POST("/g/:await") func `await`(`await`: Int) async throws -> Int
      }
      struct Service: T {
        func `self`() async throws -> Int { 1 }
        func `Type`(`self`: Int) async throws -> Int { 1 }
        func `Protocol`(`await`: Int, `Type`: Int, `Protocol`: String) async throws -> Int { 1 }
        func d(`Self`: Int, `init`: Int?) async throws -> Int { 1 }
        func `init`(`self`: Header<Int>) async throws -> Int { 1 }
        func f(`Self`: Body<Int>) async throws -> Int { 1 }
        func `await`(`await`: Int) async throws -> Int { 1 }
      }
      """,
      []),
    Declaration(
      "functions self and Self",
      """
      @API @Mock protocol T: Sendable {
        @GET("/a") func `self`() async throws -> Int
        @GET("/b") func `Self`() async throws -> Int
      }
      """,
      [
        "4:19 error: 'Self()' and 'self()' would both be generated as 'TMock.mockSelf'; rename 'Self'."
      ]),
    Declaration(
      "members with names of the language",
      """
      @Schema struct S: Sendable {
        var `init`: Int
        var `Type`: String
        var `self`: Int
        var `Protocol`: Int?
        @Validate(.range(1...3)) var `Self`: Int
        var `await`: Int = 1
      }
      @Request struct R {
        @Query var `init`: Int
        @Query var `Type`: String
        @Query var `self`: Int
        @Query var `Protocol`: Int?
        @Query var `Self`: Int
        @Query var `await`: Int
      }
      """,
      []),
    Declaration(
      "cases with names of the language",
      """
      @APIError enum F {
        @Status(404) case `init`(Int)
        @Status(405) case `Type`(a: Int)
        @Status(406) case `Protocol`
        @Status(407) case `self`
        @Status(408) case `default`, none
      }
      @Schema enum E { case `init`(Int), `Type`, `Protocol`(x: Int), `self`(String), none(Int) }
      @Schema enum E2: String { case `init`, `Type`, `Protocol`, `self`, none }
      """,
      []),
    Declaration(
      "deprecated members", generatesCode: true,
      """
      @Schema struct S: Sendable {
        @available(*, deprecated) var old: Int
        var new: String?
        @available(*, deprecated) @Validate(.length(1...3)) var older: String
      }
      @Request struct R {
        @available(*, deprecated) @Query var old: Int
        @Query var new: Int
      }
      @Schema enum E { @available(*, deprecated) case a(Int); case b }
      @Schema enum E2: String { case a; @available(*, deprecated) case b }
      @Schema @Tagged("t") enum E3 { @available(*, deprecated) case a(S), b; case c(x: Int) }
      @Schema @Tagged("t", content: "c") enum E4 { @available(*, deprecated) case a(x: Int, y: String?); case b }
      @Schema @Tagged(.key) enum E5 { @available(*, deprecated) case a(Int), c; case b }
      struct Own: Codable {}
      @Schema enum E6 { @available(*, deprecated) case a(Own), c; case b(x: Own) }
      @Schema @Tagged(.key) enum E7 { @available(*, deprecated) case a(Own); @available(*, deprecated) case unknown(JSONValue) }
      """,
      []),
    // The compiler reports the function as written, without a remedy.
    Declaration(
      "types with the names of attributes of parameters",
      """
      struct Field: Codable, Sendable { var name: String }
      @API struct S {
        @POST func a(@Field x: Int) -> [Field] {}
        @GET func b(@Query x: Int) -> Int {}
      }
      func use(_ s: S) async throws { _ = try await s.b(x: 1) }
      """,
      [
        "4:35 error: In this struct 'Field' is the attribute of parameters; write the module of the type before it, as in "
          + "'App::Field'.",
        "4:35 error: reference to generic type 'S.Field' requires arguments in <...>",
      ]),
    // The compiler's message has no remedy.
    Declaration(
      "an unavailable function",
      """
      @API @Mock protocol T: Sendable {
        @available(*, unavailable) @GET("/a") func a(x: Int) async throws -> Int
        @available(swift, obsoleted: 5.0) @GET("/b") func b(x: Int) async throws -> Int
      }
      """,
      [
        "3:3 error: An unavailable function cannot be implemented; remove it from the protocol, or write "
          + "'@Deprecated(\"…\")'.",
        "3:4 error: protocol members can only be marked unavailable in an '@objc' protocol",
        "4:3 error: An unavailable function cannot be implemented; remove it from the protocol, or write "
          + "'@Deprecated(\"…\")'.",
        "4:4 error: protocol members can only be marked unavailable in an '@objc' protocol",
      ]),
  ]
}
