/// `Self` in attributes and types.
extension Declaration {
  static let selfTypes: [Declaration] = [
    Declaration(
      "Self in the attributes of types inside another type",
      """
      enum Area {
        static let limit = Duration.seconds(3)
        static let host = "https://example.com"
        enum Europe { static let limit = Duration.seconds(3) }
        @API @Timeout(Self.limit) struct Store {
          static let own = Duration.seconds(3)
          @GET func a() -> Int {}
          @Path @Timeout(Self.own) struct Pets { @GET func b() -> Int {} }
        }
        @API @Timeout(Self.limit) final class G: EndpointGroup { @GET("/a") var a: () async throws -> Int }
        @Request(.post, "/a", base: Self.host) @Timeout(Self.limit) @Multipart(boundary: Self.mark)
        struct R { @Field var a: Int; typealias Response = Int }
        static let mark = "mark"
      }
      extension Area.Europe {
        @Request(.get, "/a") @Timeout(Self.limit) struct R { @Query var a: Int; typealias Response = Int }
      }
      """,
      [])
  ]
}
