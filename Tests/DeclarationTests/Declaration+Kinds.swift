/// Kinds and contexts of declarations.
extension Declaration {
  static let kinds: [Declaration] = [
    Declaration(
      "a closure without @Sendable in Swift 5 mode", mode: 5,
      """
      @API final class G: EndpointGroup { @GET("/a") var a: () async throws -> String }
      """,
      []),
    Declaration(
      "a protocol that is not Sendable",
      """
      @API @Mock protocol X {
        @GET("/a") func a(id: Int) async throws -> String
      }
      """,
      [
        "2:21 error: 'X' must be Sendable, because a server calls it from many tasks; write 'protocol X: "
          + "Sendable'."
      ]),
    Declaration(
      "a default in a protocol that is not Sendable",
      """
      @API @Mock protocol X {
        @GET("/a") @Default("id", 3) func a(id: Int) async throws -> String
      }
      """,
      [
        "2:21 error: 'X' must be Sendable, because a server calls it from many tasks; write 'protocol X: "
          + "Sendable'."
      ]),
    Declaration(
      "a function all of a scope",
      """
      @API struct S {
        @GET func all() -> [Int] {}
      }
      """,
      [
        "3:13 error: 'all' and the list of all endpoints would have the same name; rename 'all'."
      ]),
    Declaration(
      "a function all of an inner scope",
      """
      @API struct S {
        @Path("pets") struct Pets {
          @GET func all() -> [Int] {}
        }
      }
      """,
      []),
    Declaration(
      "a function caller of a scope",
      """
      @API struct S {
        @GET func caller() -> [Int] {}
      }
      """,
      [
        "3:13 error: 'caller' and the property that sends requests would have the same name; rename 'caller'."
      ]),
    Declaration(
      "a function with the name of a scope",
      """
      @API struct S {
        @GET func pets() -> [Int] {}
        @Path("pets") struct Pets {
          @GET func list() -> [Int] {}
        }
      }
      """,
      [
        "4:24 error: 'pets' is generated for another member of this scope already; rename one of the two."
      ]),
    Declaration(
      "a request that is an enum",
      """
      @Request enum E { case a }
      """,
      [
        "2:1 error: '@Request' belongs on a struct, and this is an enum; move it there or remove it."
      ]),
    Declaration(
      "a request with an endpoint that is an enum",
      """
      @Request(.get, "/a") enum E { case a }
      """,
      [
        "2:1 error: '@Request' belongs on a struct, and this is an enum; move it there or remove it."
      ]),
    Declaration(
      "a protocol for classes",
      """
      @API @Mock protocol T: AnyObject, Sendable {
        @GET("/a") func a() async throws -> String
      }
      """,
      [
        "2:24 error: The generated client is a struct, so an API protocol cannot be limited to classes; "
          + "remove 'AnyObject'."
      ]),
    Declaration(
      "a contract that refines another protocol",
      """
      protocol Base: Sendable { func b() }
      @API @Mock protocol T: Base {
        @GET("/a") func a() async throws -> Int
      }
      """,
      [
        "3:21 error: type 'TAPI' does not conform to protocol 'Base'",
        "3:21 error: type 'TMock' does not conform to protocol 'Base'",
        "3:24 error: cannot find type 'BaseEndpoints' in scope",
        "3:24 error: cannot find type 'BaseMock' in scope",
      ]),
    Declaration(
      "a contract that refines another",
      """
      @API @Mock protocol Base: Sendable {
        @GET("/a") func a() async throws -> Int
      }
      @API @Mock protocol T: Base {
        @GET("/b") func b() async throws -> Int
      }
      """,
      []),
    Declaration(
      "a mock whose parent has none",
      """
      @API protocol Base: Sendable {
        @GET("/a") func a() async throws -> Int
      }
      @API @Mock protocol T: Base {
        @GET("/b") func b() async throws -> Int
      }
      """,
      [
        "5:21 error: type 'TMock' does not conform to protocol 'Base'",
        "5:24 error: cannot find type 'BaseMock' in scope",
      ]),
    Declaration(
      "pages without the members of '@Paged'",
      #"""
      struct Page: Codable { var items: [Int]; var next: Int? }
      @API protocol T: Sendable {
        @GET("/a") @Paged(items: \.item, next: \.next, cursor: "after") func a(after: Int?) async throws -> Page
        @GET("/b") @Paged(items: \.items, next: \.nxt, cursor: "after") func b(after: Int?) async throws -> Page
        @GET("/c") @Paged(items: \.items, next: \.next, cursor: "after") func c(after: String?) async throws -> Page
      }
      """#,
      [
        "4:30 error: value of type 'Page' has no member 'item'",
        "5:45 error: value of type 'Page' has no member 'nxt'",
        "6:45 error: cannot convert value of type 'Int?' to closure result type 'String?'",
      ]),
    Declaration(
      "a type alias in a protocol",
      """
      @API @Mock protocol T: Sendable {
        typealias ID = Int
        @GET("/a") func a(id: ID) async throws -> String
      }
      """,
      [
        "3:13 error: The types generated for the protocol cannot refer to 'ID'; declare it "
          + "outside the protocol."
      ]),
    Declaration(
      "a protocol inside a function",
      """
      func f() {
        @API @Mock protocol T: Sendable {
          @GET("/a") func a(id: Int) async throws -> String
        }
      }
      """,
      [
        "3:23 error: local type cannot have attached extension macro"
      ]),
    Declaration(
      "types inside a function",
      """
      func f() {
        @Schema struct S: Sendable { var a: Int }
        @APIError enum F { @Status(404) case a(Int) }
        @Request(.get, "/a") struct R { @Query var a: Int; typealias Response = Int }
      }
      """,
      [
        "3:18 error: local type cannot have attached extension macro",
        "4:18 error: local type cannot have attached extension macro",
        "5:31 error: local type cannot have attached extension macro",
      ]),
    Declaration(
      "an operator",
      """
      @API @Mock protocol T: Sendable {
        @GET("/a") func + (a: Int, b: Int) async throws -> String
      }
      """,
      [
        "3:19 error: An operator cannot be an endpoint; give the function a name.",
        "3:19 error: member operator '+' of protocol 'T' must have at least one argument of type 'Self'",
        "3:19 error: operator '+' declared in protocol must be 'static'",
      ]),
    Declaration(
      "the same attribute twice",
      """
      @API @API protocol T: Sendable {
        @GET("/a") func a(id: Int) async throws -> String
      }
      """,
      [
        "2:6 error: '@API' is repeated here; remove one of the two."
      ]),
    Declaration(
      "the same attribute twice on a struct and a class",
      """
      @API @API struct S { @GET func a() -> Int {} }
      @API @API final class G: EndpointGroup { @GET("/a") var a: () async throws -> Int }
      """,
      [
        "2:6 error: '@API' is repeated here; remove one of the two.",
        "3:6 error: '@API' is repeated here; remove one of the two.",
      ]),
    Declaration(
      "a protocol behind @_spi",
      """
      @_spi(X) @API @Mock public protocol T: Sendable {
        @GET("/a") func a(id: Int) async throws -> String
      }
      """,
      []),
    Declaration(
      "block comments and bodies with lines of Windows",
      """
      /**
       The things.
       */
      @API @Mock protocol T: Sendable {
        /** All of
            them. */
        @GET("/a") func a(id: Int) async throws -> String
      }
      /**
       A thing.
       */
      @Schema struct S: Sendable {
        /**
         Its name.
         */
        var a: String
      }
      @API struct P {
        /**
         One thing.
         */
        @GET func b() -> Int {}
      }
      """.replacing("\n", with: "\r\n"),
      []),
    Declaration(
      "types behind @_spi",
      """
      @_spi(X) @Schema public struct S: Sendable { public var a: Int }
      @_spi(X) @APIError public enum F { @Status(404) case a(Int) }
      @_spi(X) @Request(.get, "/a") public struct R { @Query var a: Int; public typealias Response = Int }
      """,
      []),
    Declaration(
      "attributes on other declarations",
      """
      @API actor A { }
      @Mock struct M {}
      @Schema class C {}
      """,
      [
        "2:1 error: '@API' belongs on a protocol, a class or a struct, and this is an actor; move it "
          + "there or remove it.",
        "3:1 error: '@Mock' belongs on a protocol, and this is a struct; move it there or remove it.",
        "4:1 error: '@Schema' belongs on a struct or an enum, and this is a class; move it there or "
          + "remove it.",
      ]),
    Declaration(
      "coding of one's own in a schema",
      """
      @Schema struct S: Sendable {
        @Validate(.length(1...3)) var name: String
        init(from decoder: any Decoder) throws { name = "" }
      }
      """,
      [
        "4:3 error: Both '@Schema' and this 'init(from:)' define the coding of 'S'; remove "
          + "'init(from:)', or '@Schema' to stay with plain Codable."
      ]),
    Declaration(
      "rules beside plain Codable",
      """
      struct S: Codable, Sendable {
        @Validate(.length(1...3)) var name: String
      }
      """,
      [
        "3:3 error: '@Validate' has no effect without '@Request' or '@Schema'; add one of them to 'S'."
      ]),
    Declaration(
      "other attributes twice",
      """
      @API @Mock @Mock protocol T: Sendable { @GET("/a") func a() async throws }
      @Schema @Schema struct S { var a: Int }
      @Schema @Schema enum E { case a(Int) }
      @Request @Request struct R { @Query var a: Int }
      @APIError @APIError enum F { @Status(404) case a }
      """,
      [
        "2:12 error: '@Mock' is repeated here; remove one of the two.",
        "3:9 error: '@Schema' is repeated here; remove one of the two.",
        "4:9 error: '@Schema' is repeated here; remove one of the two.",
        "5:10 error: '@Request' is repeated here; remove one of the two.",
        "6:11 error: '@APIError' is repeated here; remove one of the two.",
      ]),
    Declaration(
      "requirements that are not functions",
      """
      @API protocol T: Sendable {
        @GET("/a") var a: Int { get async throws }
        @GET("/b") init(a: Int) async throws
        @GET("/c") subscript(a: Int) -> Int { get async throws }
      }
      """,
      [
        "3:14 error: A property cannot be an endpoint; make it a function: an API protocol has 'async "
          + "throws' functions only.",
        "4:14 error: An initializer cannot be an endpoint; remove it from the protocol: an API protocol "
          + "has 'async throws' functions only.",
        "5:14 error: A subscript cannot be an endpoint; make it a function: an API protocol has 'async "
          + "throws' functions only.",
      ]),
  ]
}
