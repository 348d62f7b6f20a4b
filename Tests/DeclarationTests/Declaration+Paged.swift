/// Paged endpoints in groups, scopes and requests, and results of types that this package has for another purpose.
extension Declaration {
  static let pagedShapes: [Declaration] = [
    Declaration(
      "paged endpoints in every form of declaration", generatesCode: true,
      #"""
      public struct Page: Codable, Sendable { public var items: [Int]; public var next: Int? }
      @Request public struct Input { @Query public var after: Int?; @Query public var page: Int = 1 }
      @API public final class G: EndpointGroup {
        @GET("/a") @Paged(items: \.items, next: \.next, cursor: "after") public var a: Endpoint<Input, Page>
        @GET("/b") @Paged(.link, cursor: "page") public var b: (Input) async throws -> ([Int], HTTPResponse)
        @GET("/c") @Paged(next: \.last, cursor: "page", maxPages: 5) var c: Endpoint<Input, [Int]>
      }
      @API public struct S: Sendable {
        @GET @Paged(items: \.items, next: \.next, cursor: "after") public func a(@Query after: Int?) -> Page {}
        @Path("{id: Int}") fileprivate struct One {
          @GET("{kind}") @Paged(next: \.last, cursor: "page") func b(@Query page: Int = 1, @Query x: Int) -> [Int] {}
        }
      }
      @Request(.get, "/r") @Paged(items: \.items, next: \.next, cursor: "after") public struct R {
        public struct Response: Codable, Sendable { public var items: [Int]; public var next: Int? }
        @Query public var after: Int?
      }
      public enum Outer {
        @API @Mock public protocol T: Sendable {
          @GET("/a") @Paged(items: \.items, next: \.next, cursor: "after") func a(after: Int?) async throws -> Page
        }
      }
      func use(_ caller: any EndpointCaller) async throws {
        for try await _ in G(caller).allA(Input()) {}
        for try await _ in G(caller).allB(Input()) {}
        for try await _ in G(caller).allC(Input(page: 2)) {}
        for try await _ in S(caller).allA() {}
        for try await _ in S(caller)(1).allB(kind: "k", x: 1) {}
        for try await _ in R().all(with: caller) {}
        for try await _ in Outer.TAPI(caller).allA() {}
        for try await _ in Outer.TMock().allA() {}
      }
      """#, []),
    Declaration(
      "pages without the members of '@Paged', in groups, scopes and requests",
      #"""
      struct Page: Codable, Sendable { var items: [Int]; var next: Int? }
      @Request struct Input { @Query var after: Int?; @Query let fixed: Int? }
      @API final class G: EndpointGroup {
        @GET("/a") @Paged(items: \.item, next: \.next, cursor: "after") var a: Endpoint<Input, Page>
        @GET("/b") @Paged(items: \.items, next: \.nxt, cursor: "after") var b: (Input) async throws -> Page
        @GET("/c") @Paged(items: \.items, next: \.next, cursor: "befor") var c: (Input) async throws -> Page
        @GET("/d") @Paged(items: \.items, next: \.next, cursor: "fixed") var d: (Input) async throws -> Page
      }
      @API struct S {
        @GET @Paged(items: \.item, next: \.next, cursor: "after") func a(@Query after: Int?) -> Page {}
        @GET @Paged(items: \.items, next: \.nxt, cursor: "after") func b(@Query after: Int?) -> Page {}
        @GET @Paged(items: \.items, next: \.next, cursor: "after") func c(@Query after: String?) -> Page {}
      }
      @Request(.get, "/r") @Paged(items: \.item, next: \.next, cursor: "after") struct R {
        @Query var after: Int?
        typealias Response = Page
      }
      """#,
      [
        "5:30 error: value of type 'Page' has no member 'item'",
        "6:45 error: value of type 'Page' has no member 'nxt'",
        "7:60 error: value of type 'Input' has no member 'befor'",
        "8:60 error: cannot assign to property: 'fixed' is a 'let' constant",
        "11:24 error: value of type 'Page' has no member 'item'",
        "12:39 error: value of type 'Page' has no member 'nxt'",
        "13:39 error: cannot convert value of type 'Int?' to closure result type 'String?'",
        "15:38 error: value of type 'Page' has no member 'item'",
      ]),
    Declaration(
      "a labeled result of a scope whose members are only Codable", generatesCode: true,
      """
      struct Todo: Codable, Sendable { var id: Int }
      @API struct S { @GET func a() -> (todo: Todo, more: Bool) {} }
      func use(_ s: S) async throws -> Int { try await s.a().todo.id }
      """, []),
    Declaration(
      "a part as a result", generatesCode: true,
      """
      @API @Mock protocol T: Sendable {
        @GET("/a") func a() async throws -> Part
      }
      @API final class G: EndpointGroup { @GET("/a") var a: Endpoint<Empty, [Part]> }
      @API struct S { @GET func a() -> [Part] {} }
      @Request(.get, "/a") struct R { typealias Response = Part }
      """,
      [
        "3:39", "5:71", "6:34", "7:54",
      ].map {
        $0
          + " error: 'init(_:_:_:id:status:throws:summary:)' is unavailable: a result must be Codable: declare its type "
          + "with `: Codable, Sendable`, or mark it with @Schema"
      }),
  ]
}
