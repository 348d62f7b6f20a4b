/// Types that cannot be sent.
extension Declaration {
  static let types: [Declaration] = [
    Declaration(
      "a result that is not Codable",
      """
      struct User: Sendable { var id: Int }
      @API @Mock protocol T: Sendable {
        @GET("/a") func a() async throws -> User
      }
      """,
      [
        "4:39 error: 'init(_:_:_:id:status:throws:summary:)' is unavailable: a result must be Codable: "
          + "declare its type with `: Codable, Sendable`, or mark it with @Schema"
      ]),
    Declaration(
      "inputs that are not Codable",
      """
      struct User: Sendable { var id: Int }
      @API @Mock protocol T: Sendable {
        @POST("/a") func a(user: User, others: [User]?) async throws
        @GET("/a/:user") func b(user: User, of: User?) async throws
        @POST("/b") func c(user: Body<User>) async throws
      }
      """,
      [
        "4:28 error: 'field' is unavailable: a field of the body must be Codable: declare its type with "
          + "`: Codable, Sendable`, or mark it with @Schema",
        "4:42 error: 'field' is unavailable: a field of the body must be Codable: declare its type with "
          + "`: Codable, Sendable`, or mark it with @Schema",
        "5:33 error: 'value' is unavailable: a value in the path, query or header must be one text: a "
          + "number, a String, a Date, an enumeration with raw values, or a type that is "
          + "LosslessStringConvertible or ParameterValue",
        "5:43 error: 'value' is unavailable: a value in the path, query or header must be one text: a "
          + "number, a String, a Date, an enumeration with raw values, or a type that is "
          + "LosslessStringConvertible or ParameterValue",
        "6:28 error: 'body' is unavailable: a body must be Codable: declare its type with `: Codable, "
          + "Sendable`, or mark it with @Schema",
      ]),
    Declaration(
      "a struct in a path",
      """
      struct User: Codable, Sendable { var id: Int }
      @API @Mock protocol T: Sendable {
        @GET("/a/:user") func a(user: User) async throws -> String
      }
      """,
      [
        "4:33 error: 'value' is unavailable: a value in the path, query or header must be one text: a "
          + "number, a String, a Date, an enumeration with raw values, or a type that is "
          + "LosslessStringConvertible or ParameterValue"
      ]),
    Declaration(
      "a struct in a header",
      """
      struct User: Codable, Sendable { var id: Int }
      @API @Mock protocol T: Sendable {
        @GET("/a") func a(user: Header<User>) async throws -> String
      }
      """,
      [
        "4:27 error: 'value' is unavailable: a value in the path, query or header must be one text: a "
          + "number, a String, a Date, an enumeration with raw values, or a type that is "
          + "LosslessStringConvertible or ParameterValue"
      ]),
    Declaration(
      "members of a request that are not Codable",
      """
      struct Plain {}
      @Request struct R { @Query var a: Plain; @Field var b: Plain; @Path var c: Plain }
      """,
      [
        "3:35 error: 'value' is unavailable: a value in the path, query or header must be one text: a "
          + "number, a String, a Date, an enumeration with raw values, or a type that is "
          + "LosslessStringConvertible or ParameterValue",
        "3:56 error: 'field' is unavailable: a field of the body must be Codable: declare its type with "
          + "`: Codable, Sendable`, or mark it with @Schema",
        "3:76 error: 'value' is unavailable: a value in the path, query or header must be one text: a "
          + "number, a String, a Date, an enumeration with raw values, or a type that is "
          + "LosslessStringConvertible or ParameterValue",
      ]),
    Declaration("a constant of a schema", "@Schema struct Versioned { var id: Int; let version = 2 }", []),
    Declaration(
      "placeholders of a scope with types that are not one string",
      """
      @API struct S {
        @Path("x", "{a: JSONValue}") struct One { @GET func get() -> Int {} }
        @GET("{b: JSONValue}") func find() -> Int {}
      }
      """,
      [
        "3:14 error: 'value' is unavailable: a value in the path, query or header must be one text: a "
          + "number, a String, a Date, an enumeration with raw values, or a type that is "
          + "LosslessStringConvertible or ParameterValue",
        "4:8 error: 'value' is unavailable: a value in the path, query or header must be one text: a "
          + "number, a String, a Date, an enumeration with raw values, or a type that is "
          + "LosslessStringConvertible or ParameterValue",
      ]),
    Declaration(
      "a scope with types that are not Codable",
      """
      struct Plain {}
      @API struct S {
        @POST func pets(@Query _ a: Plain, @Field b: Plain) -> [Plain] {}
      }
      """,
      [
        "4:31 error: 'value' is unavailable: a value in the path, query or header must be one text: a "
          + "number, a String, a Date, an enumeration with raw values, or a type that is "
          + "LosslessStringConvertible or ParameterValue",
        "4:48 error: 'field' is unavailable: a field of the body must be Codable: declare its type with "
          + "`: Codable, Sendable`, or mark it with @Schema",
        "4:58 error: 'init(_:_:_:id:status:throws:summary:)' is unavailable: a result must be Codable: "
          + "declare its type with `: Codable, Sendable`, or mark it with @Schema",
      ]),
    Declaration(
      "a group with a result that is not Codable",
      """
      struct Plain {}
      @API final class G: EndpointGroup { @GET("/a") var a: () async throws -> Plain }
      """,
      [
        "3:74 error: 'init(_:_:_:id:status:throws:summary:)' is unavailable: a result must be Codable: "
          + "declare its type with `: Codable, Sendable`, or mark it with @Schema"
      ]),
    Declaration(
      "a member of a schema that is not Codable",
      """
      struct Plain: Sendable { var id: Int }
      @Schema struct S: Sendable {
        var id: Int
        var plain: Plain
      }
      """,
      [
        "5:14 error: 'member' is unavailable: a member must be Codable: declare its type with `: "
          + "Codable, Sendable`, or mark it with @Schema"
      ]),
    Declaration(
      "optional members that are not Codable",
      """
      struct Plain: Sendable { var id: Int }
      @Schema struct S: Sendable {
        var id: Int
        var plain: [Plain]?
        @Validate(.length(1...3)) var name: String = "a"
      }
      """,
      [
        "5:14 error: 'optionalMember' is unavailable: a member must be Codable: declare its type with `: "
          + "Codable, Sendable`, or mark it with @Schema"
      ]),
    Declaration(
      "a value of a failure that is not Codable",
      """
      struct Plain {}
      @APIError enum F { @Status(404) case a(Plain) }
      """,
      [
        "3:40 error: 'member' is unavailable: a value of a failure must be Codable: declare its type "
          + "with `: Codable, Sendable`, or mark it with @Schema"
      ]),
    Declaration(
      "any error in a failure",
      """
      @APIError enum F { @Status(404) case a(any Error) }
      """,
      [
        "2:40 error: A client cannot decode 'any Error'; write a concrete type, such as a "
          + "'String' that describes it."
      ]),
    Declaration(
      "a closure in a failure",
      """
      @APIError enum F { @Status(404) case a(() -> Void) }
      """,
      [
        "2:40 error: JSON cannot hold a closure; remove '() -> Void'."
      ]),
    Declaration(
      "a generic failure",
      """
      @APIError enum F<T> { @Status(404) case a(T) }
      """,
      [
        "2:17 error: A client has to know which type to read, so an '@APIError' enum cannot be generic; "
          + "name the types."
      ]),
    Declaration(
      "a wrong initial value of a request's member",
      """
      @Request struct R { @Query var limit: Int = "x" }
      """,
      [
        "2:45 error: cannot convert value of type 'String' to specified type 'Int'"
      ]),
    Declaration(
      "members whose type is another name of an optional",
      """
      typealias Maybe = String?
      @Schema struct S: Sendable { var maybe: Maybe; var other: Maybe = "a"; var plain: Int }
      """,
      []),
    Declaration(
      "types of the user that can be sent",
      """
      enum Change<T: Codable & Sendable>: Codable, Sendable { case keep, clear, set(T) }
      @API @Mock protocol T: Sendable {
        @PATCH("/a/:id") func a(id: Int, name: Change<String>, sort: Sort, at: Header<Sort?>, by: Query<[Sort]>) async throws -> [Sort]?
      }
      enum Sort: String, Codable, Sendable { case newest }
      """,
      []),
    Declaration(
      "an alias as the raw type of an enum", generatesCode: true,
      """
      typealias Word = String
      protocol Sorting {}
      @Schema enum A: Word { case a, b }
      public enum Area { public typealias Number = Int }
      @Schema public enum B: Area.Number, CaseIterable { case a, b }
      @Schema enum C: Word { case a = "x", b }
      @Schema enum D: Sorting { case a, b }
      @Schema enum E: Sorting { case a(Int), b }
      @Schema enum F: Swift.String { case a, b }
      """,
      [
        "4:17 error: 'rawType()' is unavailable: a macro does not see the type of these raw values: write the "
          + "type itself, such as `String` or `Int`",
        "6:24 error: 'rawType()' is unavailable: a macro does not see the type of these raw values: write the "
          + "type itself, such as `String` or `Int`",
      ]),
    Declaration(
      "nested types with the names of Swift's types",
      """
      @Request(.post, "/a") struct R {
        enum Int: Swift.String, Codable { case one }
        struct String: Codable, Sendable { var text: Swift.String }
        @Query var a: Int
        @Query var b: [Int]?
        @JSON var c: String
        @JSON var d: [String]
        @Query var e = 3
        @Query var f: Swift.Int = 3
        @Header var g = nil
        typealias Response = Int
      }
      @API struct Store {
        enum Int: Swift.String, Codable, Sendable { case one }
        @GET("{a: Int}") func a(@Query b: Int, @Query c: Swift.Int) -> Int {}
      }
      @Schema struct S {
        enum Int: Swift.String, Codable { case one }
        var a: Int
        var b = 3
      }
      enum Area {
        enum Int: Swift.String, Codable { case one }
        @Request(.get, "/a") struct R { @Query var a: Area.Int; @Query var b: Swift.Int; typealias Response = Int }
      }
      """,
      []),
    Declaration(
      "a rule on a Bool",
      """
      @Schema struct S: Sendable { @Validate(.length(1...3)) var done: Bool }
      """,
      [
        "2:40 error: '.length' does not apply to 'done', which is of type 'Bool'; write '.custom(…)'."
      ]),
  ]
}
