/// Single wrong or missing words, whose errors would be repeated in generated code.
extension Declaration {
  static let words: [Declaration] = [
    Declaration(
      "attributes without their arguments",
      """
      @API @Mock protocol A: Sendable { @GET("/a") @Deprecated func a() async throws }
      @API @Deprecated() protocol B: Sendable { @GET("/b") func b() async throws }
      @API struct C { @GET @Deprecated func c() -> Int {} }
      @API final class D: EndpointGroup { @GET("/d") @Deprecated var d: () async throws -> Int }
      @API protocol E: Sendable { @GET("/e") @Timeout @Headers @KeyMapping func e() async throws }
      @API protocol F: Sendable { @POST("/f") @Coder func f(a: Int) async throws }
      """,
      [
        "2:57 error: missing argument for parameter #1 in macro expansion",
        "3:18 error: missing argument for parameter #1 in macro expansion",
        "4:33 error: missing argument for parameter #1 in macro expansion",
        "5:59 error: missing argument for parameter #1 in macro expansion",
        "6:48 error: missing argument for parameter #1 in macro expansion",
        "6:57 error: missing argument for parameter #1 in macro expansion",
        "6:69 error: missing argument for parameter #1 in macro expansion",
        "7:41 error: missing arguments for parameters 'encoder', 'decoder' in macro expansion",
      ])
  ]
}
