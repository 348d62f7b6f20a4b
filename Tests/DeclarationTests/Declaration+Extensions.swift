/// Declarations inside extensions, whose types a macro does not see.
extension Declaration {
  static let extensions: [Declaration] = [
    Declaration(
      "endpoints in extensions",
      """
      struct Box<T> {}
      extension Box {
        @Request(.get, "/a") struct R { @Query var a: Int; typealias Response = Int }
        @API struct Store { @GET func a() -> Int {} }
        @API final class G: EndpointGroup { @GET("/a") var a: () async throws -> Int }
        @Request struct Plain { @Query var a: Int }
      }
      enum Area {}
      extension Area {
        @Request(.get, "/a") struct R { @Query var a: Int; typealias Response = Int }
        @API struct Store {
          @GET func a() -> Int {}
          @Path struct Pets { @GET func b() -> Int {} }
        }
        @API final class G: EndpointGroup { @GET("/a") var a: () async throws -> Int }
      }
      """,
      [
        "4:31 error: static stored properties not supported in generic types",
        "5:33 error: static stored properties not supported in generic types",
        "6:54 error: static stored properties not supported in generic types",
      ])
  ]
}
