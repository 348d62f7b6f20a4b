/// Results and statuses.
extension Declaration {
  static let results: [Declaration] = [
    Declaration(
      "results that may be ignored",
      """
      @API @Mock protocol A: Sendable {
        @discardableResult @GET("/a") func a(x: Int?) async throws -> Int
        @GET("/b") @discardableResult @Default("x", 1) func b(x: Int) async throws -> Int
      }
      func use(_ caller: any EndpointCaller, _ a: any A, _ mock: AMock) async throws {
        try await AAPI(caller).a(x: 1)
        try await AAPI(caller).a()
        try await AAPI(caller).b()
        try await a.a()
        try await a.b()
        try await mock.a(x: 1)
      }
      """,
      []),
    Declaration(
      "responses of HEAD, and of a status without content",
      """
      @Request(.head, "/a") struct H { typealias Response = (Empty, HTTPResponse) }
      @Request(.delete, "/a/:id") @Status(204) struct D { @Path var id: Int; typealias Response = HTTPResponse }
      @API protocol A: Sendable {
        @HEAD("/a") func a() async throws -> (Empty, HTTPResponse)
        @DELETE("/a") @Status(204) func b() async throws -> HTTPResponse
      }
      """,
      []),
    Declaration(
      "a Result",
      """
      @API @Mock protocol T: Sendable {
        @GET("/a") func a() async throws -> Result<Int, any Error>
      }
      """,
      [
        "3:39 error: A function of a contract throws its failures; return 'Int' and declare them with "
          + "'@Throws'."
      ]),
    Declaration(
      "a labelled tuple of a scope, with unusual members", generatesCode: true,
      """
      @Schema struct Todo: Sendable { var id: Int }
      enum Region: String, Codable, Sendable { case north, south }
      typealias Later = Todo?
      @API struct S {
        @GET func a() -> (todo: Todo, next: Later, `self`: Todo?, `init`: Region, `default`: [Todo]) {}
        @GET func b() -> (CodingKeys: Todo, encode: [String: Region], `X-A`: Patch<Todo>) {}
        @Path struct Inner { @GET func c() -> (todo: Todo, count: Int) {} }
      }
      """, []),
    Declaration(
      "members of a labelled tuple that are not Codable", generatesCode: true,
      """
      struct Todo: Sendable { var id: Int }
      struct Written: Encodable, Sendable { var id: Int }
      struct Read: Decodable, Sendable { var id: Int }
      @API struct S {
        @GET func a() -> (todos: [Todo], count: Int) {}
        @GET func b() -> (count: Int, written: Written?, read: Read) {}
        @GET func c() -> (todo: Missing, count: Int) {}
      }
      """,
      [
        "6:28 error: '_contractMember' is unavailable: a member must be Codable: declare its type with `: Codable, "
          + "Sendable`, or mark it with @Schema",
        "7:42 error: '_contractMember' is unavailable: a member must be Codable: declare its type with `: Codable, "
          + "Sendable`, or mark it with @Schema",
        "7:58 error: '_contractMember' is unavailable: a member must be Codable: declare its type with `: Codable, "
          + "Sendable`, or mark it with @Schema",
        "8:27 error: cannot find type 'Missing' in scope",
      ]),
    Declaration(
      "a type in parentheses",
      """
      @API @Mock protocol T: Sendable {
        @GET("/a") func a() async throws -> (Int)
      }
      """,
      [
        "3:39 error: One type needs no parentheses; return 'Int'."
      ]),
    Declaration(
      "optionals of optionals",
      """
      @API @Mock protocol T: Sendable {
        @POST("/a") func a(name: Optional<String?>) async throws -> String??
      }
      """,
      [
        "3:28 error: An absent member and null both read as nil, so 'name' cannot distinguish the two nils of 'Optional<String?>'; write 'Patch<String>' to leave, clear or set it, or one '?'.",
        "3:63 error: A response has only one nil, so it cannot distinguish the two nils of 'String??'; "
          + "write one '?'.",
      ]),
    Declaration(
      "an AsyncStream as a result",
      """
      @API @Mock protocol T: Sendable {
        @GET("/a") func a() async throws -> AsyncStream<Int>
      }
      """,
      [
        "3:39 error: 'AsyncStream<Int>' cannot be sent; return 'ServerEvents<Int>', 'JSONLines<Int>', or "
          + "'ByteStream' for bytes."
      ]),
    Declaration(
      "an AsyncThrowingStream as a result",
      """
      @API @Mock protocol T: Sendable {
        @GET("/a") func a() async throws -> AsyncThrowingStream<Int, any Error>
      }
      """,
      [
        "3:39 error: 'AsyncThrowingStream<Int, any Error>' cannot be sent; return 'ServerEvents<Int>', "
          + "'JSONLines<Int>', or 'ByteStream' for bytes."
      ]),
    Declaration(
      "a body as a result",
      """
      @API @Mock protocol T: Sendable {
        @GET("/a") func a() async throws -> HTTPBody
      }
      """,
      [
        "3:39 error: 'HTTPBody' cannot be sent; return 'ByteStream'."
      ]),
    Declaration(
      "bodies on both ends",
      """
      @API @Mock protocol T: Sendable {
        @POST("/a") func a(data: Body<HTTPBody>) async throws -> HTTPBody
      }
      """,
      [
        "3:28 error: 'HTTPBody' cannot be part of a request, so 'data' cannot be sent; write 'Body<ByteStream>'.",
        "3:60 error: 'HTTPBody' cannot be sent; return 'ByteStream'.",
      ]),
    Declaration(
      "two statuses",
      """
      @API @Mock protocol T: Sendable {
        @GET("/a") @Status(200, 201) func a() async throws -> Int
      }
      """,
      [
        "3:27 error: '@Status' takes one status; return '(Int, HTTPResponse)' to choose the status of each response."
      ]),
    Declaration(
      "a failure that is none",
      """
      struct X {}
      @API protocol T: Sendable {
        @GET("/a") @Throws(X.self) func a() async throws -> String
      }
      """,
      [
        "4:22 error: argument type 'X' does not conform to expected type 'APIFailure'"
      ]),
    Declaration(
      "a timeout without a unit",
      """
      @API protocol T: Sendable {
        @GET("/a") @Timeout(2) func a() async throws -> String
      }
      """,
      [
        "3:23 error: A timeout is a duration with its unit; write '.seconds(2)'."
      ]),
    Declaration(
      "a timeout without a unit on a protocol",
      """
      @API @Timeout(2) protocol T: Sendable {
        @GET("/a") func a(x: UInt) async throws -> Int
      }
      """,
      [
        "2:15 error: A timeout is a duration with its unit; write '.seconds(2)'."
      ]),
    Declaration(
      "a size as text",
      """
      @API protocol T: Sendable {
        @GET("/a") @MaxBody("20MB") func a() async throws -> String
      }
      """,
      [
        "3:23 error: The size is a number of bytes; write '20 * 1024 * 1024'."
      ]),
    Declaration(
      "a value beside a response that is not Codable", generatesCode: true,
      """
      struct Todo: Sendable { var id: Int }
      struct User: Codable, Sendable { var id: Int }
      @API @Mock protocol T: Sendable {
        @GET("/a") func a() async throws -> (Todo, HTTPResponse)
        @GET("/b") func b() async throws -> (todos: [Todo]?, response: HTTPResponse)
        @GET("/c") func c() async throws -> ([User], HTTPResponse)
      }
      @API struct S { @GET func a() -> (Todo, HTTPResponse) {} }
      @API final class G: EndpointGroup {
        @GET("/a") var a: () async throws -> (Todo, HTTPResponse)
      }
      """,
      ["5:40", "6:47", "9:35", "11:41"].map { place in
        "\(place) error: 'withResponse' is unavailable: a result must be Codable: declare its type with `: Codable, "
          + "Sendable`, or mark it with @Schema"
      }),
  ]
}
