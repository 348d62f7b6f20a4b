/// Arguments of attributes.
extension Declaration {
  static let arguments: [Declaration] = [
    Declaration(
      "wrong security schemes",
      """
      @API @Mock protocol T: Sendable {
        @GET("/a") @Security(.typo) func a() async throws -> Int
        @GET("/b") @Security(.typo, scopes: "a") func b() async throws -> Int
        @GET("/c") @Security(typo) func c() async throws -> Int
        @GET("/d") @Security(.none) func d() async throws -> Int
        @GET("/e") @Security(.bearer, scopes: "a", "b") @Security(.basic) func e() async throws -> Int
      }
      @API @Security(.typo) final class G: EndpointGroup { @GET("/a") var a: () async throws -> Int }
      """,
      [
        "3:25 error: type 'SecurityScheme' has no member 'typo'",
        "4:25 error: type 'SecurityScheme' has no member 'typo'",
        "5:24 error: cannot find 'typo' in scope",
        "9:17 error: type 'SecurityScheme' has no member 'typo'",
      ]),
    // A wrong name causes exactly one error, even in an attribute with several forms.
    Declaration(
      "wrong names in attributes of functions",
      """
      @API @Mock protocol T: Sendable {
        @GET("/a") @Wire(.typo) func a() async throws -> Int
        @GET("/b") @KeyMapping(.typo) func b() async throws -> Int
        @GET("/c") @Timeout(.typo) func c() async throws -> Int
        @GET("/d") @MaxBody(typo) func d() async throws -> Int
        @GET("/e") @Headers(["a": typo]) func e() async throws -> Int
        @GET("/f") @Meta(typo) func f() async throws -> Int
        @GET("/g") @JSON(encoder: typo) func g() async throws -> Int
        @GET("/h") @Authorization(.typo) func h() async throws -> Int
        @GET("/i") @Deprecated(typo) func i() async throws -> Int
        @GET("/j") @URLForm(.typo) func j() async throws -> Int
        @GET("/k") @Idempotent(key: typo) func k() async throws -> Int
      }
      """,
      [
        "3:21 error: type 'Wire' has no member 'typo'",
        "4:27 error: type 'KeyMapping' has no member 'typo'",
        "5:24 error: type 'Duration' has no member 'typo'",
        "6:23 error: cannot find 'typo' in scope",
        "7:29 error: cannot find 'typo' in scope",
        "8:20 error: cannot find 'typo' in scope",
        "9:29 error: cannot find 'typo' in scope",
        "10:30 error: type 'Authorization' has no member 'typo'",
        "11:26 error: cannot find 'typo' in scope",
        "12:24 error: type 'URLFormOptions' has no member 'typo'",
        "13:31 error: cannot find 'typo' in scope",
      ]),
    Declaration(
      "wrong names in attributes of declarations",
      """
      @API @Wire(.typo) protocol P: Sendable {
        @GET("/a") func a() async throws -> Int
        @GET("/b") func b() async throws -> Int
      }
      @API @Wire(.typo) final class G: EndpointGroup { @GET("/a") @Timeout(.typo) var a: () async throws -> Int }
      @API @Wire(.typo) struct S { @GET @Timeout(.typo) func a() -> Int {} }
      @Request(.get, "/a") @Wire(.typo) struct R { @Query var a: Int; typealias Response = Int }
      """,
      [
        "2:13 error: type 'Wire' has no member 'typo'",
        "6:13 error: type 'Wire' has no member 'typo'",
        "6:71 error: type 'Duration' has no member 'typo'",
        "7:13 error: type 'Wire' has no member 'typo'",
        "7:45 error: type 'Duration' has no member 'typo'",
        "8:29 error: type 'Wire' has no member 'typo'",
      ]),
    Declaration(
      "a default that is a variable of another type",
      """
      let limits = "x"
      @API @Mock protocol T: Sendable {
        @GET("/a") @Default("limit", limits) func a(limit: Int) async throws -> Int
      }
      @Request struct R { @Query var limit: Int = limits }
      @Schema struct S { var limit: Int = limits }
      """,
      [
        "4:32 error: cannot convert value of type 'String' to specified type 'Int'",
        "6:45 error: cannot convert value of type 'String' to specified type 'Int'",
        "7:37 error: cannot convert value of type 'String' to specified type 'Int'",
      ]),
    Declaration(
      "a default that is an unknown member",
      """
      enum Sort: String, Codable, Sendable { case newest }
      @API @Mock protocol T: Sendable {
        @GET("/a") @Default("sort", Sort.typo) func a(sort: Sort) async throws -> Int
      }
      """,
      [
        "4:36 error: type 'Sort' has no member 'typo'"
      ]),
    Declaration(
      "a literal as the default of a type of the user's own",
      """
      struct Own: Codable, Sendable { var a: Int }
      @API @Mock protocol T: Sendable {
        @POST("/a") @Default("own", 1) func a(own: Own) async throws -> Int
      }
      """,
      [
        "4:31 error: cannot convert return expression of type 'Int' to return type 'Own'"
      ]),
    Declaration(
      "a default of a type of the user's own",
      """
      enum Sort: String, Codable, Sendable { case newest }
      @API @Mock public protocol T: Sendable {
        @GET("/a") @Default("sort", "newest".count) func a(sort: Int, tag: String?) async throws -> Int
      }
      @API @Mock protocol U: Sendable {
        @GET("/a") @Default("sort", Sort.newest) func a(sort: Sort, tag: String?) async throws -> Int
      }
      func use(_ caller: any EndpointCaller, _ any: any U) async throws {
        _ = try await UAPI(caller).a() + any.a() + TAPI(caller).a(tag: "a")
      }
      """,
      []),
    Declaration(
      "rules of another kind for types of the user's own",
      """
      struct Own: Codable, Sendable { var x: Int }
      @API @Mock protocol T: Sendable {
        @POST("/a") @Validate("own", .range(1...3)) func a(own: Own) async throws -> Int
      }
      @Schema struct S: Sendable { @Validate(.length(1...3)) var own: Own }
      @Request struct R { @Validate(.length(1...3)) @Field var own: Own }
      """,
      [
        "4:33 error: no exact matches in call to static method 'range'",
        "6:41 error: referencing static method 'length' on 'Validation' requires the types 'Own' and 'String' be "
          + "equivalent",
        "7:32 error: referencing static method 'length' on 'Validation' requires the types 'Own' and 'String' be "
          + "equivalent",
      ]),
    // A macro does not see extensions, so the compiler reports both declarations. The generated one is located at the
    // attribute.
    Declaration(
      "coding of one's own in an extension of a schema",
      """
      @Schema struct S: Sendable {
        @Validate(.length(1...3)) var name: String
      }
      extension S {
        init(from decoder: any Decoder) throws { name = "" }
      }
      """,
      [
        "2:2 error: invalid redeclaration of synthesized 'init(from:)'",
        "2:2 error: invalid redeclaration of synthesized implementation for protocol requirement 'init(from:)'",
        "6:3 error: invalid redeclaration of 'init(from:)'",
      ]),
    Declaration(
      "literals of a wrong kind in attributes",
      """
      @API @Mock protocol T: Sendable {
        @GET("/a") @Timeout("2s") func a() async throws
        @POST("/b") @MaxBody(20.5) func b(x: Int) async throws
        @GET("/c") @Security() func c() async throws
        @GET("/d") @Security("bearer") func d() async throws
      }
      """,
      [
        "3:23 error: A timeout is a duration with its unit; write '.seconds(2)'.",
        "4:24 error: The size is a number of bytes; write an integer.",
        "5:14 error: '@Security' takes a scheme, such as '.bearer' or a custom scheme; write one.",
        "6:24 error: '@Security' takes a scheme, such as '.bearer' or a custom scheme; write one.",
      ]),
    Declaration(
      "nil, nothing, and numbers that are not positive in attributes",
      """
      @API @Mock protocol T: Sendable {
        @GET("/a") @Default("x", nil) func a(x: Int) async throws
        @GET("/b") @Default("x", nil) func b(x: Int?) async throws
        @GET("/c") @Throws() func c() async throws
        @GET("/d") @Timeout(.seconds(-1)) func d() async throws
        @GET("/e") @Timeout(.zero) func e() async throws
        @GET("/f") @Timeout(-2) func f() async throws
        @POST("/g") @MaxBody(0) func g() async throws
        @GET("/h") @Status(-1) func h() async throws
        @GET("/i") @Validate("x", .length(-1...3)) func i(x: String) async throws
        @GET("/j") @Validate("x", .range(3...1)) func j(x: Int) async throws
      }
      @API @Throws() @MaxBody(-1) final class G: EndpointGroup {
        @GET("/a") @Throws() @Timeout(Duration.milliseconds(0)) var a: () async throws -> Int
      }
      @API @Throws() @Timeout(.seconds(0)) struct S {
        @GET @Throws() @Timeout(.seconds(-0.5)) func a(@Query x: Int) -> Int {}
        @GET func b(@Query x: Int = nil) -> Int {}
      }
      @Request(.get, "/a") @Throws() @Timeout(.seconds(-3)) struct R { @Query var x: Int; typealias Response = Int }
      """,
      [
        "3:28 error: 'x' is of type 'Int', so nil cannot be its value; write a value of that type.",
        "4:28 error: 'x' is nil if it is absent; remove '@Default'.",
        "5:14 error: '@Throws' takes failure types, such as 'TodoError.self'; write one or remove '@Throws'.",
        "6:23 error: No call can complete in '.seconds(-1)'; write a longer time, or remove '@Timeout'.",
        "7:23 error: No call can complete in '.zero'; write a longer time, or remove '@Timeout'.",
        "8:23 error: No call can complete in '-2'; write a longer time, or remove '@Timeout'.",
        "9:24 error: A body of at most 0 bytes is always empty; write a larger number, or remove '@MaxBody'.",
        "10:22 error: A result has a status from 200 to 299, not -1; declare failures with '@Throws'.",
        "11:37 error: A size is never negative; write a bound of 0 or more.",
        "12:36 error: No value is from 3 to 1; write the lesser bound first.",
        "14:6 error: '@Throws' takes failure types, such as 'TodoError.self'; write one or remove '@Throws'.",
        "14:25 error: A body of at most -1 bytes is always empty; write a larger number, or remove '@MaxBody'.",
        "15:14 error: '@Throws' takes failure types, such as 'TodoError.self'; write one or remove '@Throws'.",
        "15:33 error: No call can complete in 'Duration.milliseconds(0)'; write a longer time, or remove '@Timeout'.",
        "17:6 error: '@Throws' takes failure types, such as 'TodoError.self'; write one or remove '@Throws'.",
        "17:25 error: No call can complete in '.seconds(0)'; write a longer time, or remove '@Timeout'.",
        "18:8 error: '@Throws' takes failure types, such as 'TodoError.self'; write one or remove '@Throws'.",
        "18:27 error: No call can complete in '.seconds(-0.5)'; write a longer time, or remove '@Timeout'.",
        "19:31 error: nil default argument value cannot be converted to type 'Int'",
        "21:22 error: '@Throws' takes failure types, such as 'TodoError.self'; write one or remove '@Throws'.",
        "21:41 error: No call can complete in '.seconds(-3)'; write a longer time, or remove '@Timeout'.",
      ]),
    Declaration(
      "two cases of one name",
      """
      @APIError enum F { @Status(404) case a; @Status(405) case a; @Status(406) case b(x: Int) }
      @APIError enum G { @Status(404) case a(x: Int); @Status(405, code: "other") case a }
      @API @Mock protocol T: Sendable { @GET("/a") func a() async throws(CallFailure<F>) -> Int }
      func failure() -> F { .b(x: 1) }
      """,
      [
        "2:59 error: invalid redeclaration of 'a'",
        "3:82 error: invalid redeclaration of 'a'",
      ]),
    Declaration(
      "a thrown type that is not an error",
      """
      struct User: Sendable {}
      @API @Mock protocol T: Sendable {
        @GET("/a") func a() async throws(User)
        @GET("/b") func b() async throws(Missing)
      }
      """,
      [
        "4:36 error: A call can also fail in transport, so 'a()' cannot throw only 'User'; write 'async "
          + "throws(CallFailure<User>)', or 'async throws' and '@Throws(User.self)'.",
        "4:36 error: thrown type 'User' does not conform to the 'Error' protocol",
        "5:36 error: A call can also fail in transport, so 'b()' cannot throw only 'Missing'; write "
          + "'async throws(CallFailure<Missing>)', or 'async throws' and '@Throws(Missing.self)'.",
        "5:36 error: cannot find type 'Missing' in scope",
      ]),
    Declaration(
      "pointers to a code",
      """
      @APIError(code: "/errors/~2/code") enum F { @Status(404) case a }
      @APIError(code: "/er~1rors/~0/code") enum G { @Status(404) case a }
      """,
      [
        "2:17 error: In a JSON Pointer '~' is written '~0'; write '~0' for each '~'."
      ]),
  ]
}
