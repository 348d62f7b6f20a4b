/// Types that do not exist, or that cannot be sent, which a macro does not see.
extension Declaration {
  private static let uncodedResult =
    "a result must be Codable: declare its type with `: Codable, Sendable`, or mark it with @Schema"
  private static let uncodedMember =
    "a member must be Codable: declare its type with `: Codable, Sendable`, or mark it with @Schema"

  static let unknownTypes: [Declaration] = [
    Declaration(
      "types of the standard library that are not Codable, and types named like locations",
      """
      @API protocol T: Sendable {
        @GET("/a/:d") func a(d: Duration) async throws -> Int
        @GET("/b") func b() async throws -> [Character]
        @GET("/c") func c() async throws -> Void?
      }
      struct Path {}
      struct Header {}
      @Schema struct S { var initial: Character? }
      @Schema struct S2 { var three: [3 of Int] }
      @Schema struct S3 { var p: Path; var h: Header }
      """,
      [
        "3:27 error: 'value' is unavailable: a value in the path, query or header must be one text: a number, a String, "
          + "a Date, an enumeration with raw values, or a type that is LosslessStringConvertible or ParameterValue",
        "4:39 error: 'init(_:_:_:id:status:throws:summary:)' is unavailable: \(uncodedResult)",
        "5:39 error: 'init(_:_:_:id:status:throws:summary:)' is unavailable: \(uncodedResult)",
        "9:33 error: 'optionalMember' is unavailable: \(uncodedMember)",
        "10:32 error: 'member' is unavailable: \(uncodedMember)",
        "11:28 error: 'member' is unavailable: \(uncodedMember)",
        "11:41 error: 'member' is unavailable: \(uncodedMember)",
      ]),
    Declaration(
      "unknown types of placeholders",
      """
      @API struct S {
        @Path("{id: UUID}") struct One {
          @GET func get() -> Int {}
          @GET("{x: UUID}") func find() -> Int {}
        }
        @GET("{id: Missing}") func find(@Query a: Int) -> Int {}
      }
      """,
      [
        "3:9 error: cannot find type 'UUID' in scope", "5:10 error: cannot find type 'UUID' in scope",
        "7:8 error: cannot find type 'Missing' in scope",
      ]),
    Declaration(
      "unknown types beside optional parameters",
      """
      @API @Mock protocol T: Sendable {
        @GET("/h") func h(b: Missing, e: Int?) async throws -> Int
        @GET("/i") func i(b: Missing?) async throws -> Int
        @GET("/j") @Default("e", 3) func j(b: Missing?, e: Int) async throws -> Int
        @GET("/k") func k(b: Missing?, _ c: Int?, `self`: Int?) async throws
        @GET("/l") func l(b: Missing?, completion: @escaping @Sendable (Result<Int, any Error>) -> Void)
      }
      """,
      [
        "3:24 error: cannot find type 'Missing' in scope", "4:24 error: cannot find type 'Missing' in scope",
        "5:41 error: cannot find type 'Missing' in scope", "6:24 error: cannot find type 'Missing' in scope",
        "7:24 error: cannot find type 'Missing' in scope",
      ]),
    Declaration(
      "an unknown type as a result",
      """
      @API @Mock protocol T: Sendable {
        /// Documentation moves with the function.
        @GET("/a") func a() async throws -> Foo
        @GET("/b") func b() async throws -> [Foo]?
        @GET("/c") func c() async throws -> (value: Foo, response: HTTPResponse)
      }
      """,
      [
        "4:39 error: cannot find type 'Foo' in scope",
        "5:40 error: cannot find type 'Foo' in scope",
        "6:47 error: cannot find type 'Foo' in scope",
      ]),
    Declaration(
      "unknown types of parameters",
      """
      @API @Mock protocol T: Sendable {
        @GET("/a/:id") func a(id: Foo, q: Bar?, h: Header<Baz>) async throws -> Int
        @POST("/b") func b(x: Foo, y: [Bar]?) async throws
        @POST("/c") func c(x: Body<Foo>) async throws
        @GET("/d") @Default("a", 1) func d(a: Int, b: Foo) async throws -> Int
      }
      """,
      [
        "3:29 error: cannot find type 'Foo' in scope",
        "3:37 error: cannot find type 'Bar' in scope",
        "3:53 error: cannot find type 'Baz' in scope",
        "4:25 error: cannot find type 'Foo' in scope",
        "4:34 error: cannot find type 'Bar' in scope",
        "5:30 error: cannot find type 'Foo' in scope",
        "6:49 error: cannot find type 'Foo' in scope",
      ]),
    Declaration(
      "an unknown type of a completion handler",
      """
      @API @Mock protocol T: Sendable {
        @GET("/a") func a(id: Foo, completion: @escaping @Sendable (Result<Bar, any Error>) -> Void)
      }
      """,
      [
        "3:25 error: cannot find type 'Foo' in scope",
        "3:70 error: cannot find type 'Bar' in scope",
      ]),
    Declaration(
      "an unknown type of a function with another mistake",
      """
      @API @Mock protocol T: Sendable {
        @GET("/a/:id") func a(id: Foo?) async throws -> Bar
      }
      """,
      [
        "3:29 error: 'id' is in the path, where it always has exactly one value; write a type that is neither "
          + "optional nor an array.",
        "3:29 error: cannot find type 'Foo' in scope",
        "3:51 error: cannot find type 'Bar' in scope",
      ]),
    Declaration(
      "an unknown failure",
      """
      @API @Mock @Throws(Missing.self) protocol T: Sendable {
        @GET("/a") @Throws(Typo.self) func a() async throws -> Int
        @GET("/b") func b() async throws(CallFailure<Other>) -> Int
      }
      """,
      [
        "2:20 error: cannot find 'Missing' in scope",
        "3:22 error: cannot find 'Typo' in scope",
        "4:48 error: cannot find type 'Other' in scope",
      ]),
    Declaration(
      "unknown types in a group",
      """
      @API final class G: EndpointGroup {
        @GET("/a") var a: () async throws -> Foo
        @GET("/b") var b: Endpoint<Bar, Int>
      }
      """,
      [
        "3:40 error: cannot find type 'Foo' in scope",
        "4:30 error: cannot find type 'Bar' in scope",
      ]),
    Declaration(
      "unknown types in a scope",
      """
      @API struct S {
        @GET func a(@Query x: Foo) -> Bar {}
      }
      """,
      [
        "3:25 error: cannot find type 'Foo' in scope",
        "3:33 error: cannot find type 'Bar' in scope",
        "3:46 error: cannot find type 'Bar' in scope",
      ]),
    Declaration(
      "unknown types in a request",
      """
      @Request(.get, "/a") struct R {
        @Query var a: Foo
        @Field var b: [Bar]?
        typealias Response = Baz
      }
      """,
      [
        "3:17 error: cannot find type 'Foo' in scope",
        "4:18 error: cannot find type 'Bar' in scope",
        "5:24 error: cannot find type 'Baz' in scope",
        "5:24 error: type 'R' does not conform to protocol 'CallableRequest'",
      ]),
    Declaration(
      "unknown types in a schema",
      """
      @Schema struct S: Sendable {
        var a: Foo
        @Validate(.count(1...3)) var b: [Bar]?
      }
      """,
      [
        "3:10 error: cannot find type 'Foo' in scope",
        "4:36 error: cannot find type 'Bar' in scope",
      ]),
    Declaration(
      "unknown types in a schema on one line",
      """
      @Schema struct S: Sendable { var a: Foo; var b: Foo? }
      """,
      [
        "2:37 error: cannot find type 'Foo' in scope",
        "2:49 error: cannot find type 'Foo' in scope",
      ]),
    Declaration(
      "unknown types in arrays, dictionaries and members with values of a schema",
      """
      @Schema struct S: Sendable {
        var a: [Foo]
        var b: [String: Foo] = [:]
        var c: Foo!, d: Foo? = nil
        let e: Int
        init(e: Int) { self.e = e }
      }
      """,
      [
        "3:11 error: cannot find type 'Foo' in scope",
        "4:19 error: cannot find type 'Foo' in scope",
        "5:10 error: cannot find type 'Foo' in scope",
        "5:19 error: cannot find type 'Foo' in scope",
      ]),
    Declaration(
      "unknown types in a schema that is an enum",
      """
      @Schema enum E: Sendable { case a(Foo), b(x: Int, y: [Bar]) }
      """,
      [
        "2:35 error: cannot find type 'Foo' in scope",
        "2:55 error: cannot find type 'Bar' in scope",
      ]),
    Declaration(
      "an unknown type in a failure",
      """
      @APIError enum F { @Status(404) case a(Foo) }
      """,
      [
        "2:40 error: cannot find type 'Foo' in scope"
      ]),
    Declaration(
      "associated values of a schema that are not Codable", generatesCode: true,
      """
      struct Plain: Sendable {}
      @Schema enum E: Sendable { case a(Plain), b(x: Int, y: [Plain]?) }
      """,
      [
        "3:35 error: 'member' is unavailable: a member must be Codable: declare its type with `: Codable, Sendable`, or "
          + "mark it with @Schema",
        "3:56 error: 'optionalMember' is unavailable: a member must be Codable: declare its type with `: Codable, "
          + "Sendable`, or mark it with @Schema",
      ]),
    Declaration(
      "types of Foundation without its import",
      """
      @API @Mock protocol T: Sendable {
        @GET("/a") @Default("limit", 1) func a(id: UUID, limit: Int) async throws -> Int
        @POST("/b") func b(at: Date, links: [URL]?) async throws
        @GET("/c") func c() async throws -> Data
      }
      @APIError enum F { @Status(404) case a(UUID) }
      @API final class G: EndpointGroup { @GET("/a") var a: () async throws -> Date }
      @API struct S { @POST func a(@Query x: UUID) {} }
      """,
      [
        "3:46 error: cannot find type 'UUID' in scope",
        "4:26 error: cannot find type 'Date' in scope",
        "4:40 error: cannot find type 'URL' in scope",
        "5:39 error: cannot find type 'Data' in scope",
        "7:40 error: cannot find type 'UUID' in scope",
        "8:74 error: cannot find type 'Date' in scope",
        "9:40 error: cannot find type 'UUID' in scope",
      ]),
    Declaration(
      "a default that is no value of an unknown type",
      """
      @API @Mock protocol T: Sendable {
        @GET("/a") @Default("id", "x") func a(id: UUID) async throws -> Int
      }
      """,
      [
        "3:29 error: 'id' is of type 'UUID', so \"x\" cannot be its value; write a value of that type.",
        "3:45 error: cannot find type 'UUID' in scope",
      ]),
  ]
}
