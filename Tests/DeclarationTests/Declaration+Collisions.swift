/// Names that generated code has as well, as members or as local names.
extension Declaration {
  static let collisions: [Declaration] = [
    Declaration(
      "values with the names of parameters and functions",
      """
      let limit = 3
      let list = 4
      enum Limits { static let limit = 3 }
      @API @Mock protocol T: Sendable {
        @GET("/a") @Default("limit", limit) func a(limit: Int) async throws -> Int
        @GET("/b") @Default("page", list) @Validate("page", .range(1...limit)) func b(page: Int) async throws -> Int
        @GET("/c") @Default("limit", Source::limit) func c(limit: Int) async throws -> Int
        @GET("/d") @Default("limit", Limits.limit) func d(limit: Int) async throws -> Int
        @GET("/e") func list() async throws
        @GET("/f") @Validate("limit", .range(1...max(2, limit))) func f(limit: Int) async throws -> Int
      }
      """,
      [
        "6:32 error: In generated code 'limit' is a part of the contract, which hides your value; write its module "
          + "and '::' before it, or rename one of the two.",
        "7:31 error: In generated code 'list' is a part of the contract, which hides your value; write its module "
          + "and '::' before it, or rename one of the two.",
        "11:51 error: In generated code 'limit' is a part of the contract, which hides your value; write its module "
          + "and '::' before it, or rename one of the two.",
      ]),
    Declaration(
      "endpoints inside a generic type",
      """
      struct Outer<T> {
        @API final class A: EndpointGroup { @GET("/a") var a: () async throws -> Int }
        @Request(.get, "/b") struct B { @Query var x: Int; typealias Response = Int }
        @API struct C { @GET func c(@Query x: Int) -> Int {}; @Path struct D { @GET func d() -> Int {} } }
        @Request struct E { @Query @Validate(.range(1...2)) var x: Int }
      }
      """,
      [
        "3:20 error: 'Outer' is generic, so a type inside it cannot store endpoints; move 'A' out of it.",
        "4:31 error: 'Outer' is generic, so a type inside it cannot store endpoints; move 'B' out of it.",
        "5:15 error: 'Outer' is generic, so a type inside it cannot store endpoints; move 'C' out of it.",
      ]),
    Declaration(
      "overloads whose optional parameters leave the same function",
      """
      @API @Mock protocol T: Sendable {
        @GET("/a") func find(name: String?) async throws -> Int
        @GET("/b") func find(id: Int?) async throws -> Int
        @GET("/e") func done(a: Int?, completion: @escaping @Sendable (Result<Int, any Error>) -> Void)
        @GET("/f") func done(b: Int?, completion: @escaping @Sendable (Result<Int, any Error>) -> Void)
      }
      func use(_ t: any T, _ caller: any EndpointCaller) async throws {
        _ = try await t.find(name: nil) + TAPI(caller).find(id: 1)
      }
      """,
      []),
    Declaration(
      "names of members that groups generate",
      """
      @API final class A: EndpointGroup { @GET("/a") var caller: () async throws -> Int; @GET("/b") var b: () async throws -> Int }
      @API final class B: EndpointGroup { @GET("/a") var Endpoints: Endpoint<Empty, Int>; @GET("/b") var b: () async throws -> Int }
      @API final class C: EndpointGroup { @GET("/a") var __functions: () async throws -> Int }
      @API final class D: EndpointGroup { @GET("/a") var `self`: () async throws -> Int; @GET("/b") var self_: () async throws -> Int }
      @API final class E: EndpointGroup { @GET("/a") var a: () async throws -> Int; @GET("/b") var a: () async throws -> String }
      @API final class F: EndpointGroup { let caller = 1; @GET("/b") var b: () async throws -> Int }
      @API final class G: EndpointGroup { static let all = 1; @GET("/b") var b: () async throws -> Int }
      @API final class H: EndpointGroup { enum Endpoints {}; @GET("/b") var b: () async throws -> Int }
      @API final class I: EndpointGroup { func caller() {}; static func all() {}; @GET("/b") var b: () async throws -> Int }
      @API final class J: EndpointGroup {
        init(_ caller: (any EndpointCaller)?) { self.caller = caller }
        @GET("/b") var b: () async throws -> Int
      }
      @API final class Free: EndpointGroup {
        @GET("/a") var all: () async throws -> Int
        @GET("/b") var __x: () async throws -> Int
        @GET("/c") var endpoint: () async throws -> Int
        @GET("/d") var newValue: Endpoint<Empty, Int>
        @GET("/e") var Contract: () async throws -> Int
        @GET("/f") var `init`: () async throws -> Int
        func caller(x: Int) {}
      }
      func use(_ caller: any EndpointCaller) { _ = (A(caller), B(caller), F(caller), G(caller), J(caller), Free(caller)) }
      """,
      [
        "2:52 error: Every group already has a member 'caller'; rename this one.",
        "3:52 error: Every group already has a member 'Endpoints'; rename this one.",
        "4:52 error: Every group already has a member '__functions'; rename this one.",
        "5:99 error: 'self_' and 'self' would both be generated as 'Endpoints.self_'; rename one of the two.",
        "6:94 error: invalid redeclaration of 'a'",
        "7:41 error: Every group already has a member 'caller'; rename this one.",
        "8:48 error: Every group already has a member 'all'; rename this one.",
        "9:42 error: Every group already has a member 'Endpoints'; rename this one.",
        "10:42 error: Every group already has a member 'caller'; rename this one.",
        "10:67 error: Every group already has a member 'all'; rename this one.",
        "12:3 error: '@API' generates this initializer; remove it.",
      ]),
    Declaration(
      "names of declarations that protocols generate",
      """
      @API @Mock protocol A: Sendable { @GET("/a") func caller() async throws -> Int; @GET("/b") func b() async throws }
      @API @Mock protocol B: Sendable { @GET("/a") func all() async throws -> Int; @GET("/b") func b() async throws }
      @API @Mock protocol C: Sendable { @GET("/a") func resetCalls() async throws -> Int; @GET("/b") func b() async throws }
      @API @Mock protocol D: Sendable { @GET("/a") func DEndpoints() async throws -> Int; @GET("/b") func b() async throws }
      @API @Mock protocol E: Sendable { @GET("/a") func b(EEndpoints: Int) async throws -> Int }
      @API @Mock protocol F: Sendable { @GET("/a") func `self`() async throws; @GET("/b") func self_() async throws }
      @API @Mock protocol G: Sendable { @GET("/a") func find(x: Int) async throws; @GET("/b") func FindInput() async throws }
      @API @Mock protocol H: Sendable { @GET("/a") func a() async throws; @GET("/b") func mockA() async throws }
      @API @Mock protocol I: Sendable { @GET("/a") func a() async throws; @GET("/b") func aCalls() async throws }
      @API @Mock protocol J: Sendable { @GET("/a") func a() async throws; @GET("/b") func __a() async throws }
      @API @Mock protocol K: Sendable { @GET("/a") func __mockPolicy() async throws }
      @API @Mock protocol L: Sendable { @GET("/a") func a(__x: Int) async throws }
      @API @Mock protocol M: Sendable {
        @POST("/c") func c(completion: String, completion: @escaping @Sendable (Result<Int, any Error>) -> Void)
      }
      @APIError enum Failing { @Status(404) case x }
      @API @Mock protocol Free: Sendable {
        @GET("/a") func routes() async throws -> Int
        @GET("/b") func service(service: String, request: Int?) async throws -> Int
        @GET("/c") func error(error: String, _encoder: Int, _decoder: Int) async throws(CallFailure<Failing>) -> Int
        @GET("/d") @Default("body", "x") func operation(body: String, inputs: Int?, content: Int) async throws -> Int
        @POST("/e") func input(
          input: String, caller: Int?, completion: @escaping @Sendable (Result<Int, any Error>) -> Void)
        @GET("/f") @Validate("encode", .length(1...3)) func codec(encode: String, decode: Int, Contract: Int) async throws
        @GET("/g") func policy(FreeAPI: Int, FreeMock: Int, Swift: Int, all: Int) async throws
      }
      func use(_ caller: any EndpointCaller) { _ = (AAPI(caller), ARoutes(AMock()), FreeRoutes(FreeMock())) }
      """,
      [
        "2:51 error: 'caller()' and the property that holds the caller would both be generated as "
          + "'AAPI.caller'; rename 'caller'.",
        "3:51 error: 'all()' and the list of all endpoints would both be generated as 'BEndpoints.all'; "
          + "rename 'all'.",
        "4:51 error: 'resetCalls()' and the function that forgets recorded calls would both be generated as "
          + "'CMock.resetCalls'; rename 'resetCalls'.",
        "5:51 error: 'DEndpoints' is the generated enum of all endpoints; rename the function.",
        "6:53 error: 'EEndpoints' is the generated enum of all endpoints; rename the parameter.",
        "7:90 error: 'self_()' and 'self()' would both be generated as 'FEndpoints.self_'; rename 'self_'.",
        "8:94 error: 'FindInput()' and 'find(x:)' would both be generated as 'GEndpoints.FindInput'; rename "
          + "'FindInput'.",
        "9:85 error: 'mockA()' and 'a()' would both be generated as 'HMock.mockA'; rename 'mockA'.",
        "10:85 error: 'aCalls()' and 'a()' would both be generated as 'IMock.aCalls'; rename 'aCalls'.",
        "11:85 error: '__a()' and 'a()' would both be generated as 'JMock.__a'; rename '__a'.",
        "12:51 error: '__mockPolicy()' and the property that holds the mock's policy would both be generated "
          + "as 'KMock.__mockPolicy'; rename '__mockPolicy'.",
        "13:53 error: Names that start with '__' belong to generated code; rename '__x'.",
        "15:22 error: 'c(completion:completion:)' has two parameters called 'completion', which is their key "
          + "on the wire; rename one of them.",
      ]),
    Declaration(
      "names of members that scopes generate",
      """
      @API struct A { @GET func caller() -> Int {}; @GET func b() -> Int {} }
      @API struct B { @GET func all() -> Int {}; @GET func b() -> Int {} }
      @API struct C { @Path struct Caller { @GET func b() -> Int {} }; @GET func b() -> Int {} }
      @API struct D { @Path struct Endpoints { @GET func b() -> Int {} }; @GET func b() -> Int {} }
      @API struct E { @Path struct pets { @GET func b() -> Int {} }; @GET func b() -> Int {} }
      @API struct F { @GET("a") func find(@Query z: Int) -> Int {}; @GET("b") func FindInput() -> Int {} }
      @API struct G { @GET("a") func find() -> (a: Int, b: Int) {}; @GET("b") func FindResponse() -> Int {} }
      @API struct H { @GET("a") func `self`() -> Int {}; @GET("b") func self_() -> Int {} }
      @API struct I { let caller = 1; @GET func b() -> Int {} }
      @API struct J { enum Endpoints {}; @GET func b() -> Int {} }
      @API struct K { func caller() {}; @Path struct Inner { let caller = 1; @GET func b() -> Int {} } }
      @API struct L { @GET func b(@Query __x: Int) -> Int {}; @GET("{__y}") func c() -> Int {} }
      @API struct Free {
        @GET func find(@Query caller: Int, @Header client: Int?, @Query _caller: Int) -> (all: Int, caller: Int) {}
        @GET("{caller}") func endpoints() -> Int {}
        @Path struct FindInput { @GET func list() -> Int {} }
        @Path struct Query2 { @GET func all(@Query all: Int) -> Int {} }
        @Path("{client}") struct One { @GET func `init`(@Query `self`: Int, @Query `init`: Int) -> Int {} }
        func caller(x: Int) {}
      }
      func use(_ caller: any EndpointCaller) { _ = (A(caller).b, C(caller).b, D(caller).b, E(caller).b, Free(caller)) }
      """,
      [
        "2:27 error: 'caller' and the property that sends requests would have the same name; rename 'caller'.",
        "3:27 error: 'all' and the list of all endpoints would have the same name; rename 'all'.",
        "4:30 error: 'caller' is generated for another member of this scope already; rename one of the two.",
        "5:30 error: Every scope already has a member 'Endpoints'; rename this one.",
        "6:30 error: A scope is opened by a property with the scope's name in lowercase, but 'pets' is already lowercase; "
          + "begin it with an uppercase letter.",
        "7:78 error: 'FindInput' is generated for another member of this scope already; rename one of the two.",
        "8:78 error: 'FindResponse' is generated for another member of this scope already; rename one of the two.",
        "9:67 error: 'self_' is generated for another member of this scope already; rename one of the two.",
        "10:21 error: Every scope already has a member 'caller'; rename this one.",
        "11:22 error: Every scope already has a member 'Endpoints'; rename this one.",
        "12:22 error: Every scope already has a member 'caller'; rename this one.",
        "12:60 error: Every scope already has a member 'caller'; rename this one.",
        "13:36 error: Names that start with '__' belong to generated code; rename '__x'.",
        "13:62 error: Names that start with '__' belong to generated code; rename '__y'.",
      ]),
    Declaration(
      "a type with the name of an attribute in a scope",
      """
      @API struct S {
        @Path struct Query { @GET func list() -> Int {} }
        @GET func find(@Query x: Int) -> Int {}
      }
      @API struct Free {
        @Path struct Query { @GET func list() -> Int {} }
        @GET func find() -> Int {}
      }
      """,
      [
        "3:16 error: 'Query' is the attribute of parameters in this struct; rename the type, and write its "
          + "path in '@Path'.",
        "4:18 error: 'peer' macro cannot be attached to parameter ('x')",
      ]),
    Declaration(
      "names of members that requests and failures generate",
      """
      @Request(.get, "/a", base: "http://h") struct A { @Query var x: Int; static let endpoint = 1; typealias Response = Int }
      @Request(.get, "/a", base: "http://h") struct B { @Query var x: Int; static let baseURL = 1; typealias Response = Int }
      @Request struct C { @Query var x: Int; static let inputs = 1 }
      @Request struct D { @Field var x: Int; static let content = 1 }
      @Request struct E { @Query var _a: Int; @Header("T") var a = nil }
      @Request struct F { @Query var __x: Int }
      @APIError enum G { @Status(404) case declaredCases; @Status(405) case b(x: Int) }
      @APIError(code: "kind") enum H { @Status(404) case codeMember; @Status(405) case b }
      @APIError enum I { @Status(404) case a; static let declaredCases = 1 }
      @Request(.post, "/a", base: "http://h") struct Free {
        @Query var endpoint: Int; @Query var inputs: Int; @Field var content: Int; @Query var baseURL: Int
        @Query var encode: Int; @Query var decode: Int; @Query var _encoder: Int; @Query var _decoder: Int
        @Query var perform: Int; @Query @Validate(.length(1...3)) var Rules: String = "ab"
        typealias Response = Int
      }
      @APIError enum FreeFailure {
        @Status(404) case declaredCase, codeMember, encodeMembers, decode
        @Status(405) case declaredCases2(declaredCases: Int, decoder: Int), error, status, none
      }
      func use(_ caller: any EndpointCaller) async throws { _ = A(x: 1); throw G.b(x: 1) }
      """,
      [
        "2:81 error: '@Request' generates 'endpoint'; rename this member.",
        "3:81 error: '@Request' generates 'baseURL'; rename this member.",
        "4:51 error: '@Request' generates 'inputs'; rename this member.",
        "6:32 error: invalid redeclaration of synthesized property '_a'",
        "7:32 error: Names that start with '__' belong to generated code; rename '__x'.",
        "8:38 error: '@APIError' generates 'declaredCases'; rename this member.",
        "9:52 error: '@APIError' generates 'codeMember'; rename this member.",
        "10:52 error: '@APIError' generates 'declaredCases'; rename this member.",
      ]),
    Declaration(
      "inputs with names of generated local variables",
      """
      import ContractClient
      @API struct S {
        @GET func find(@Query caller: Int) -> Int { client.header("X", "\\(caller)") }
        @GET func list(@Query client: Int) -> Int { client.header("X", "a") }
        @GET("{caller}") func one() -> Int { client.header("X", caller) }
      }
      """,
      [
        "5:25 error: In the body of 'list', the name 'client' refers to the client; rename this input."
      ]),
    Declaration(
      "two failures of one code",
      """
      @APIError enum F { @Status(404, code: "x") case a; @Status(405, code: "x") case b }
      """,
      [
        "2:81 error: Another case has the code 'x'; choose another code, or move the case to another '@APIError' enum "
          + "if its status differs."
      ]),
    // The compiler reports the stored property, to which no accessor can be added.
    Declaration(
      "two endpoints in one declaration of variables",
      """
      @API final class G: EndpointGroup {
        @GET("/a") var a: () async throws -> String, b: () async throws -> String
        @GET("/c") var c: () async throws -> String
      }
      func use(_ g: G) async throws { _ = try await g.c() }
      """,
      [
        "3:18 error: stored property 'a' of 'Sendable'-conforming class 'G' is mutable",
        "3:48 error: '@GET' belongs to one variable; declare 'b' separately with its own verb.",
      ]),
    Declaration(
      "a repeated placeholder, a generic scope and an open group",
      """
      @API struct S { @Path("{a}/{a}") struct P { @GET func x() -> Int {} } }
      @API struct Generic<T> { @GET func x() -> Int {} }
      @API open class G: EndpointGroup { @GET("/a") var a: () async throws -> Int }
      """,
      [
        "2:23 error: The path has two placeholders called 'a' (see also the enclosing scopes); rename one of them.",
        "3:20 error: A scope cannot be generic, because its endpoints are concrete.",
        "4:11 error: A group is shared between tasks, so subclasses must not add state; write 'final class'.",
        "4:17 error: non-final class 'G' cannot conform to the 'Sendable' protocol",
      ]),
  ]
}
