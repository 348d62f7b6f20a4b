/// Parameters and their defaults.
extension Declaration {
  static let parameters: [Declaration] = [
    Declaration(
      "a default value behind a parameter",
      """
      @API protocol T: Sendable {
        @GET("/a") func a(limit: Int = 3) async throws -> String
      }
      """,
      [
        "3:14 error: default argument not permitted in a protocol method",
        "3:34 error: A protocol cannot have default values; write '@Default(\"limit\", 3)' before the "
          + "function.",
      ]),
    Declaration(
      "an attribute of a parameter",
      """
      @API @Mock protocol T: Sendable {
        @POST("/a") func a(@Body t: String) async throws -> String
      }
      """,
      [
        "3:22 error: 'peer' macro cannot be attached to parameter ('t')",
        "3:22 error: In a protocol the type of a parameter sets its location; write 't: Body<String>'.",
      ]),
    Declaration(
      "attributes of two parameters",
      """
      @API protocol T: Sendable {
        @POST("/a") func a(@Query t: String, @Field("x") u: Int) async throws -> String
      }
      """,
      [
        "3:22 error: 'peer' macro cannot be attached to parameter ('t')",
        "3:22 error: In a protocol the type of a parameter sets its location; write 't: Query<String>'.",
        "3:40 error: 'peer' macro cannot be attached to parameter ('u')",
        "3:40 error: In a protocol the type of a parameter sets its location; write 'u: Field<Int>', "
          + "and '@Name(\"u\", \"x\")' before the function.",
      ]),
    Declaration(
      "attributes with a placeholder",
      """
      @API protocol T: Sendable {
        @GET("/a/:id") func a(@Header t: String, @Path id: Int) async throws -> String
      }
      """,
      [
        "3:25 error: 'peer' macro cannot be attached to parameter ('t')",
        "3:25 error: In a protocol the type of a parameter sets its location; write 't: "
          + "Header<String>'.",
        "3:44 error: 'peer' macro cannot be attached to parameter ('id')",
        "3:44 error: In a protocol the type of a parameter sets its location; write 'id: Path<Int>'.",
      ]),
    Declaration(
      "a default without its type",
      """
      enum Sort: String, Codable, Sendable { case newest, oldest }
      @API protocol T: Sendable {
        @GET("/a") @Default("sort", .newest) func a(sort: Sort) async throws -> String
      }
      """,
      [
        "4:31 error: An attribute does not know the type of '.newest'; write 'Sort.newest'.",
        "4:32 error: cannot infer contextual base in reference to member 'newest'",
      ]),
    Declaration(
      "a text as the default of a number",
      """
      @API protocol T: Sendable {
        @GET("/a") @Default("limit", "x") func a(limit: Int) async throws -> String
      }
      """,
      [
        "3:32 error: 'limit' is of type 'Int', so \"x\" cannot be its value; write a value of that type."
      ]),
    Declaration(
      "a number as the default of a text",
      """
      @API protocol T: Sendable {
        @GET("/a") @Default("limit", 1) func a(limit: String) async throws -> String
      }
      """,
      [
        "3:32 error: 'limit' is of type 'String', so 1 cannot be its value; write a value of that type."
      ]),
    Declaration(
      "a negative default of an unsigned number",
      """
      @API protocol T: Sendable {
        @GET("/a") @Status(200, 201) @Default("x", -1) func a(x: UInt) async throws -> Int
      }
      """,
      [
        "3:27 error: '@Status' takes one status; return '(Int, HTTPResponse)' to choose the status of each response.",
        "3:46 error: 'x' is of type 'UInt', so -1 cannot be its value; write a value of that type.",
      ]),
    Declaration(
      "a place inside an array",
      """
      @API @Mock protocol T: Sendable {
        @POST("/a") func a(ids: [Query<Int>]) async throws -> String
      }
      """,
      [
        "3:27 error: 'Query' is the location of the whole parameter, so it must be outermost; write "
          + "'Query<[Int]>'."
      ]),
    Declaration(
      "an optional around a place",
      """
      @API @Mock protocol T: Sendable {
        @POST("/a") func a(ids: Optional<Query<Int>>) async throws -> String
      }
      """,
      []),
    Declaration(
      "a place inside a place",
      """
      @API @Mock protocol T: Sendable {
        @POST("/a") func a(ids: Query<Header<Int>>) async throws -> String
      }
      """,
      [
        "3:27 error: 'Header' is the location of the whole parameter, so it must be outermost; write "
          + "'Query<Int>'."
      ]),
    Declaration(
      "a content type beside fields",
      """
      @API @Mock protocol T: Sendable {
        @POST("/a") func a(contentType: Header<String>, x: Int) async throws -> String
      }
      """,
      [
        "3:22 error: 'x' is the body, whose type sets 'Content-Type'; remove the parameter, or "
          + "write 'Body<[UInt8]>' for a body of any type."
      ]),
    Declaration(
      "a range in a header",
      """
      @API @Mock protocol T: Sendable {
        @GET("/a") func a(span: Header<Range<Int>>) async throws -> String
      }
      """,
      [
        "3:27 error: A header value is one string, and 'Range<Int>' is two values; make 'span' a 'String', "
          + "or a type that is a 'ParameterValue'."
      ]),
    Declaration(
      "an optional of an optional",
      """
      @API @Mock protocol T: Sendable {
        @POST("/a") func a(name: String??) async throws -> String
      }
      """,
      [
        "3:28 error: An absent member and null both read as nil, so 'name' cannot distinguish the two nils of 'String??'; write 'Patch<String>' to leave, clear or set it, or one '?'."
      ]),
    Declaration(
      "a stream as a body",
      """
      @API @Mock protocol T: Sendable {
        @POST("/a") func a(data: Query<ByteStream>) async throws
      }
      """,
      [
        "3:28 error: A stream is the whole body of a request, so 'data' cannot be one value of several; write "
          + "'Body<ByteStream>'."
      ]),
    Declaration(
      "a rule for numbers on a text",
      """
      @API @Mock protocol T: Sendable {
        @GET("/a") @Validate("name", .range(1...3)) func a(name: String) async throws -> String
      }
      """,
      [
        "3:32 error: '.range' does not apply to 'name', which is of type 'String'; write '.length(…)' or "
          + "'.pattern(…)'."
      ]),
    Declaration(
      "two parameters of one name",
      """
      @API @Mock protocol T: Sendable {
        @GET("/a") func a(id: Int, id: String) async throws -> String
      }
      """,
      [
        "3:30 error: 'a(id:id:)' has two parameters called 'id', which is their key on the wire; rename one of them."
      ]),
  ]
}
