/// Members with the names of generated ones, functions without a name, and trait arguments that are invalid on the wire.
extension Declaration {
  static let members: [Declaration] = [
    Declaration(
      "errors that do not spread to other declarations",
      """
      @API @Mock protocol A: Sendable {
        @GET("x") func a() async throws -> Int
        @GET("/y") func y() async throws -> Int
      }
      @API @Mock protocol B: A {
        @GET("/b") func b() async throws -> Int
      }
      @API @Mock protocol T: Sendable {
        @GET("/b") mutating func b() async throws -> Int
        @GET("/c") func c(x: Self) async throws -> Int
        @GET("/d") func d() async throws -> Self
      }
      @API class G: EndpointGroup { @GET("/a") var a: Endpoint<Empty, Int> }
      @API final class J<T>: EndpointGroup {
        @GET("/a") var a: Endpoint<Empty, Int>
        @GET("/b") var b: () async throws -> Int
      }
      """,
      [
        "3:8 error: A path must start with '/': write \"/x\".",
        "10:14 error: An endpoint is called on a shared value, so 'b()' cannot be 'mutating'; remove 'mutating'.",
        "11:24 error: 'x' needs a concrete type to be sent; replace 'Self' by the type itself.",
        "12:39 error: The result needs a concrete type to be decoded; replace 'Self' by the type itself.",
        "14:6 error: A group is shared between tasks, so subclasses must not add state; write 'final class'.",
        "14:12 error: non-final class 'G' cannot conform to the 'Sendable' protocol",
        "15:19 error: A group cannot be generic, because its endpoints are concrete.",
      ]),
    Declaration(
      "a nested response that is not Codable",
      """
      @Request(.get, "/a") struct R {
        @Query var a: Int
        struct Response { var x: Int }
      }
      """,
      [
        "4:10 error: 'init(_:_:_:id:status:throws:summary:)' is unavailable: a result must be Codable: declare its type "
          + "with `: Codable, Sendable`, or mark it with @Schema"
      ]),
    Declaration(
      "a response that is less visible than its request",
      """
      @Request(.get, "/a") public struct R { @Query public var a: Int; struct Response: Codable {} }
      @Request(.get, "/a") public struct R2 { @Query public var a: Int; typealias Response = Int }
      @Request(.get, "/a") struct R3 { @Query var a: Int; private enum Response: Codable { case a } }
      @Request(.get, "/a") private struct R4 { @Query var a: Int; struct Response: Codable {} }
      """,
      [
        "2:73 error: Callers of 'R' get a 'Response', so it must be visible to them; make it 'public'.",
        "3:77 error: Callers of 'R2' get a 'Response', so it must be visible to them; make it 'public'.",
        "4:66 error: Callers of 'R3' get a 'Response', so it must be visible to them; make it 'internal'.",
      ]),
    Declaration(
      "requests with inferred members that are compared",
      """
      @Request struct R: Hashable { @Header("X") var token = nil; @Query var a: Int }
      @Request struct R2: Hashable { @Part("file") var recording = .empty }
      """,
      []),
    Declaration(
      "endpoints of a scope with modifiers",
      """
      @API struct S {
        @GET mutating func h() -> Int {}
        @GET static func i() -> Int {}
      }
      """,
      [
        "3:8 error: An endpoint is called on a value of its scope, so 'h' cannot be 'mutating'; remove 'mutating'.",
        "4:8 error: An endpoint is called on a value of its scope, so 'i' cannot be 'static'; remove 'static'.",
      ]),
    Declaration(
      "types in a private type",
      """
      enum O {
        private enum In {
          @Schema struct S { var a: Int }
          @Request struct R { @Query var a: Int }
          @Request(.get, "/a") struct R2 { @Query var a: Int; typealias Response = Int }
          @APIError enum F { @Status(404) case a }
          @APIResult enum E { @Status(204) case a }
        }
        @Request(.get, "/a") private struct R3 { @Query var a: Int; typealias Response = Int }
      }
      """,
      [
        "4:20 error: '@Schema' extends 'S' at the top of the file, where the private type 'In' around it is not seen; "
          + "make that 'fileprivate'.",
        "5:21 error: '@Request' extends 'R' at the top of the file, where the private type 'In' around it is not seen; "
          + "make that 'fileprivate'.",
        "6:33 error: '@Request' extends 'R2' at the top of the file, where the private type 'In' around it is not seen; "
          + "make that 'fileprivate'.",
        "7:20 error: '@APIError' extends 'F' at the top of the file, where the private type 'In' around it is not seen; "
          + "make that 'fileprivate'.",
        "8:21 error: '@APIResult' extends 'E' at the top of the file, where the private type 'In' around it is not seen; "
          + "make that 'fileprivate'.",
        "10:24 error: '@Request' extends 'R3' at the top of the file, where a private type is not seen; write "
          + "'fileprivate'.",
      ]),
    Declaration(
      "functions of a schema with the names of coding",
      """
      struct Row { var id: Int }
      @Schema struct S: Sendable {
        var id: Int
        init(from row: Row) { id = row.id }
        func encode(to path: String) {}
      }
      @Schema enum E: Sendable {
        case a(Int)
        init(from row: Row) { self = .a(row.id) }
        func encode(to path: String) {}
      }
      """,
      []),
    Declaration(
      "types in a public extension", generatesCode: true,
      """
      public enum V1 {}
      public extension V1 {
        @Schema struct S: Sendable { public var a: Int }
        @Schema enum E: String { case a, b }
        @API @Mock protocol P: Sendable {
          @GET("/a") @Default("id", 3) func a(id: Int, b: Int?) async throws -> Int
        }
        @Request(.get, "/a") struct R { @Query public var a: Int; public typealias Response = Int }
        @APIError enum F { @Status(404) case a }
        @APIResult enum F2 { @Status(204) case a }
        @API final class G: EndpointGroup {
          @GET("/a") public var a: Endpoint<Empty, Int>
          @GET("/b") public var b: () async throws -> Int
        }
        @API struct C {
          @GET func a() -> Int {}
          @Path("x") struct D { @GET public func b(@Query x: Int) -> Int {} }
        }
        struct Outer { @Schema struct Inner { var a: Int } }
      }
      fileprivate extension V1 { @API @Mock protocol Q: Sendable { @GET("/a") func a(id: Int) async throws -> Int } }
      func use(_ service: V1.PMock, _ caller: any EndpointCaller) async throws -> V1.PRoutes {
        _ = try await V1.PAPI(caller).a(id: 1, b: nil) + V1.G(caller).b() + V1.C(caller).a()
        return V1.PRoutes(service)
      }
      """,
      []),
    Declaration(
      "members that schemas generate", generatesCode: true,
      """
      @Schema struct A { var id: Int; static let schema = 1 }
      @Schema struct B { var id: Int; static func schema() -> Int { 1 } }
      @Schema struct C {
        var id: Int
        static func read(_ reader: inout SchemaReader) -> Int? { nil }
        func write(_ writer: inout Contract.SchemaWriter) {}
      }
      @Schema struct D { var id: Int; struct schema {}; struct read {}; struct write {} }
      @Schema enum E { case schema, other }
      @Schema enum F: String { case schema, other }
      @Schema struct Free {
        var schema: Int, read: Int, write: Int
        static func read(x: Int) {}
        static func schema(x: Int) {}
        func write(x: Int) {}
      }
      @Schema enum FreeCases { case schema(Int), read(Int), write }
      func use() { _ = (A(id: 1), B(id: 1), C(id: 1), D(id: 1), E.other, F.other) }
      """,
      [
        "2:44 error: '@Schema' generates 'schema'; rename this member.",
        "3:45 error: '@Schema' generates 'schema'; rename this member.",
        "6:15 error: '@Schema' generates 'read'; rename this member.",
        "7:8 error: '@Schema' generates 'write'; rename this member.",
        "9:40 error: '@Schema' generates 'schema'; rename this member.",
        "9:58 error: '@Schema' generates 'read'; rename this member.",
        "10:23 error: 'schema' is the JSON Schema of the type; rename the case, and keep 'schema' in JSON with a raw "
          + "value or a coding key.",
        "11:31 error: 'schema' is the JSON Schema of the type; rename the case, and keep 'schema' in JSON with a raw "
          + "value or a coding key.",
      ]),
    Declaration(
      "members that results and failures generate", generatesCode: true,
      """
      @APIResult enum A { @Status(200) case declaredResults; @Status(201) case b }
      @APIResult enum B { @Status(200) case a; static let declaredResults = 1 }
      @APIResult enum C {
        @Status(200) case a
        struct decode {}
        func encode(into encoder: inout ResultEncoder) throws {}
      }
      @APIResult enum FreeResult {
        @Status(200) case encode
        @Status(201) case decode
        static func decode(x: Int) {}
      }
      @APIError enum F { @Status(404) case a; var declaredCase: Int { 1 } }
      @APIError enum G {
        @Status(404) case a
        func encodeMembers(into encoder: inout FailureEncoder) throws {}
        static func decode(_ code: FailureCode, from decoder: FailureDecoder) throws -> Self? { nil }
      }
      @API protocol T: Sendable {
        @GET("/a") @Throws(F.self, G.self) func a() async throws -> A
        @GET("/b") func b() async throws -> B
        @GET("/c") func c() async throws -> C
      }
      """,
      [
        "2:39 error: '@APIResult' generates 'declaredResults'; rename this member.",
        "3:53 error: '@APIResult' generates 'declaredResults'; rename this member.",
        "6:10 error: '@APIResult' generates 'decode'; rename this member.",
        "7:8 error: '@APIResult' generates 'encode'; rename this member.",
        "14:45 error: '@APIError' generates 'declaredCase'; rename this member.",
        "17:8 error: '@APIError' generates 'encodeMembers'; rename this member.",
        "18:15 error: '@APIError' generates 'decode'; rename this member.",
      ]),
    // The compiler's message has the remedy.
    Declaration(
      "a function without a name",
      """
      @API @Mock protocol T: Sendable {
        @GET("/a") func _() async throws -> Int
        @GET("/b") func b() async throws -> Int
      }
      @API struct S { @GET func _() -> Int {}; @GET("b") func b() -> Int {} }
      """,
      [
        "3:19 error: keyword '_' cannot be used as an identifier here",
        "6:27 error: keyword '_' cannot be used as an identifier here",
      ]),
    Declaration(
      "a nested scope with the name of an attribute that is used beside it",
      """
      @API struct S {
        @Path struct Pets { @Path struct Query { @GET func list() -> Int {} }; @GET func find(@Query x: Int) -> Int {} }
      }
      @API struct Free {
        @Path struct Pets { @Path struct Query { @GET func list() -> Int {} } }
        @Path struct Header { @GET func find(@Query x: Int) -> Int {} }
      }
      """,
      [
        "3:36 error: 'Query' is the attribute of parameters in this struct; rename the type, and write its path in "
          + "'@Path'.",
        "3:89 error: 'peer' macro cannot be attached to parameter ('x')",
      ]),
    Declaration(
      "keys and days that do not exist",
      """
      @API @Mock protocol T: Sendable {
        @POST("/a") @Idempotent(key: "") func a() async throws
        @POST("/b") @Idempotent(key: "a b") func b() async throws
        @POST("/c") @Idempotent(key: "Host") func c() async throws
        @GET("/d") @Deprecated("x", since: "2026-02-30") func d() async throws
        @GET("/e") @Deprecated("x", since: "2026-02-01", sunset: "2026-01-01") func e() async throws
        @GET("/f") @Deprecated("x", since: "2024-02-29", sunset: "2024-02-29") func f() async throws
      }
      @API(prefix: "/g") @Deprecated("x", sunset: "soon") final class G: EndpointGroup {
        @GET("/g") var g: () async throws -> Int
      }
      """,
      [
        "3:32 error: \"\" cannot be a header name; use ASCII letters, digits and hyphens, such as \"Idempotency-Key\".",
        "4:32 error: \"a b\" cannot be a header name; use ASCII letters, digits and hyphens, such as \"Idempotency-Key\".",
        "5:32 error: 'Host' is set by the connection itself; choose another name, such as \"Idempotency-Key\".",
        "6:38 error: \"2026-02-30\" is not a day; write year, month and day, such as \"2027-01-31\".",
        "7:60 error: The endpoint would end on 2026-01-01, before its deprecation on 2026-02-01; write a later day.",
        "10:45 error: \"soon\" is not a day; write year, month and day, such as \"2027-01-31\".",
      ]),
  ]
}
