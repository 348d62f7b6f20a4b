/// Versions and conditions.
extension Declaration {
  static let versions: [Declaration] = [
    Declaration(
      "versions and conditions, in every form of declaration", generatesCode: true,
      """
      public struct Todo: Codable, Sendable { var id: Int }
      @API @Mock public protocol T: Sendable {
        @GET("/a") func a(known: IfNoneMatch?) async throws -> Versioned<Todo>?
        @PUT("/b") @ETag func b(title: String, version: IfMatch) async throws -> Contract.Versioned<Todo>
        @PATCH("/c") @Default("version", IfMatch.any) func c(version: Header<IfMatch>) async throws -> Versioned<String>
        @DELETE("/d") func d(version: IfMatch?, other: IfNoneMatch?) async throws -> Versioned<Empty>
        @GET("/e") @ETag func e() async throws -> ([Todo], total: Header<Int>)
        @GET("/f") func f(done: @escaping @Sendable (Result<Versioned<Todo>, any Error>) -> Void)
        @HEAD("/g") func g() async throws -> Versioned<Empty>
        @GET("/h") func h() async throws -> (todo: Todo, etag: Header<EntityTag>)
      }
      @Request(.put, "/e") struct Edit {
        typealias Response = Versioned<Todo>
        @Header var version: IfMatch
        @Header var other: IfNoneMatch? = nil
      }
      @Request(.get, "/e") @ETag struct List { typealias Response = [Todo] }
      @API final class G: EndpointGroup {
        @PUT("/f") var f: (Edit) async throws -> Versioned<Todo>
        @GET("/g") @ETag var g: Endpoint<Empty, [Todo]>
      }
      @API struct S {
        @PUT("/h") func h(@Header version: IfMatch = .any) -> Versioned<Todo> {}
        @GET("/i") @ETag func i() -> [Todo] {}
      }
      """, []),
    Declaration(
      "a version of a value that is not Codable, and of an unknown type", generatesCode: true,
      """
      struct Todo: Sendable { var id: Int }
      @API @Mock protocol T: Sendable {
        @GET("/a") func a() async throws -> Versioned<Todo>
      }
      """,
      [
        "4:49 error: 'codec' is unavailable: a result must be Codable: declare its type with `: Codable, Sendable`, or mark "
          + "it with @Schema"
      ]),
    Declaration(
      "a version of an unknown type",
      """
      @API @Mock protocol T: Sendable {
        @GET("/a") func a() async throws -> Versioned<Todo>?
      }
      """, ["3:49 error: cannot find type 'Todo' in scope"]),
    Declaration(
      "versions of endpoints by hand, and a condition written as a value", generatesCode: true,
      """
      struct Todo: Codable { var id: Int }
      struct Edit: EndpointRequest {
        var version: IfMatch
        static var inputs: [InputDescription] { [] }
        func encode(into encoder: inout RequestEncoder) throws { try encoder.value(.header, "If-Match", version) }
        static func decode(from decoder: inout RequestDecoder) -> Edit? { nil }
      }
      let a = Endpoint<Empty, Versioned<Todo>>(.get, "/a")
      let b = Endpoint<Empty, Versioned<Todo>?>(.get, "/a")
      let c = Endpoint<Edit, Versioned<Empty>>(.put, "/a")
      let d = Endpoint<Empty, (Todo, HTTPResponse)>(.get, "/a")
      """,
      ["6:72 error: 'value' is unavailable: a condition is a header: write `ifMatch(.header, \"If-Match\", …)`"]),
    Declaration(
      "OAuth as a scheme of security",
      """
      @API protocol T: Sendable {
        @GET("/a") @Security(.oauth2) func a() async throws
      }
      """,
      [
        "3:25 error: 'oauth2' is unavailable: OAuth 2 has bearer tokens: write '@Security(.bearer)', and let the client get "
          + "them from a TokenStore"
      ]),
  ]
}
