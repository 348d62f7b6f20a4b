/// Types that are not one value.
extension Declaration {
  static let values: [Declaration] = [
    Declaration(
      "an example of another type",
      """
      struct Owner: Codable, Sendable { var id: Int }
      @Schema struct Todo {
        @Example(Owner(id: 1)) var size: Int
        @Example(Owner(id: 2)) var owner: Owner
      }
      """,
      ["4:12 error: cannot convert value of type 'Owner' to type 'Int' in coercion"]),
    Declaration(
      "examples and defaults of generic types",
      """
      protocol Named: Codable, Sendable { static var first: Self { get } }
      @Schema struct Box<Value: Named> { @Example(Value.first) var value: Value }
      @Schema struct Page<Item: Codable> {
        var items: [Item] = [], sizes: Set<Int> = []
        @Example(1 + 1) var size: Int
      }
      struct Shell<T> { var raw: T? }
      extension Shell: Codable where T: Codable {}
      extension Shell: Sendable where T: Sendable {}
      @Schema struct Shelled<Item> {
        @Example(Shell<Item>(raw: nil)) var box: Shell<Item>
        @Example([Item]()) var items: [Item]
      }
      @Schema struct Unique<Item: Hashable & Sendable> { @Example(Shell<Item>(raw: nil)) var box: Shell<Item>? }
      protocol Stored: Codable { }
      @Schema struct Pair<Left: Stored, Right: Codable> { var left: Left; var right: [Right]? }
      """,
      []),
    Declaration(
      "an opaque result",
      """
      @API @Mock protocol T: Sendable {
        @GET("/a") func a() async throws -> Any
        @GET("/b") func b() async throws -> [(Int, Int)]
      }
      """,
      [
        "3:39 error: The result needs a concrete type to be decoded; replace 'Any' by the type itself.",
        "4:40 error: JSON has no tuples; declare a struct with its elements.",
      ]),
    Declaration(
      "parameters that are tuples, Void or opaque",
      """
      @API @Mock protocol T: Sendable {
        @POST("/a") func a(x: (Int, Int), y: [(a: Int, b: Int)], z: Void) async throws
        @POST("/b") func b(x: any Codable, y: Any) async throws
      }
      """,
      [
        "3:25 error: 'x' is sent as one value, so it cannot be a tuple or 'Void'; declare a struct.",
        "3:41 error: 'y' is sent as one value, so it cannot be a tuple or 'Void'; declare a struct.",
        "3:63 error: 'z' is sent as one value, so it cannot be a tuple or 'Void'; declare a struct.",
        "4:25 error: 'x' needs a concrete type to be sent; replace 'any' by the type itself.",
        "4:41 error: 'y' needs a concrete type to be sent; replace 'Any' by the type itself.",
      ]),
    Declaration(
      "objects and lists of lists in headers and paths",
      """
      @API @Mock protocol T: Sendable {
        @GET("/a") func a(x: Header<[String: Int]>, y: Header<[[Int]]>, z: Header<[[String: Int]]?>) async throws
        @GET("/b/:x") func b(x: [String: Int]) async throws
      }
      """,
      [
        "3:24 error: A header value is one string, and '[String: Int]' is an object; send 'x' in the query "
          + "or the body, or make it a type that is a 'ParameterValue'.",
        "3:50 error: A header value is one string, and '[[Int]]' is a list of lists; send 'y' in the query "
          + "or the body, or make it a type that is a 'ParameterValue'.",
        "3:70 error: A header value is one string, and '[[String: Int]]' is a list of objects; send 'z' in "
          + "the query or the body, or make it a type that is a 'ParameterValue'.",
        "4:27 error: A path value is one string, and '[String: Int]' is an object; send 'x' in the query "
          + "or the body, or make it a type that is a 'ParameterValue'.",
      ]),
    Declaration(
      "members of a request that are tuples or objects",
      """
      @Request(.post, "/a") struct R {
        @Field var a: (Int, Int)
        @Header var b: [String: Int]
        typealias Response = Any
      }
      """,
      [
        "3:17 error: 'a' is sent as one value, so it cannot be a tuple or 'Void'; declare a struct.",
        "4:18 error: A header value is one string, and '[String: Int]' is an object; send 'b' in the query "
          + "or the body, or make it a type that is a 'ParameterValue'.",
        "5:24 error: The result needs a concrete type to be decoded; replace 'Any' by the type itself.",
      ]),
    Declaration(
      "dictionaries that collect headers and queries",
      """
      @Request(.get, "/a") struct R {
        @HeaderDict var headers: [String: String]
        @QueryDict var queries: [String: String]
        typealias Response = Int
      }
      """,
      []),
    Declaration(
      "parameters of a scope that are tuples or opaque",
      """
      @API struct S {
        @POST func a(@Field x: (Int, Int), @Field y: Any) -> Int {}
        @GET("/b") func b(query: (a: Int, b: String?)) -> Int {}
      }
      """,
      [
        "3:26 error: 'x' is sent as one value, so it cannot be a tuple or 'Void'; declare a struct.",
        "3:48 error: 'y' needs a concrete type to be sent; replace 'Any' by the type itself.",
      ]),
    Declaration(
      "results of a group that are tuples or opaque",
      """
      @API final class G: EndpointGroup {
        @GET("/a") var a: () async throws -> Any
        @GET("/b") var b: () async throws -> [(Int, Int)]
        @GET("/c") var c: Endpoint<Empty, (Int, Int)>
        @GET("/d") var d: Endpoint<Empty, (Int, HTTPResponse)>
      }
      func use(_ group: G) async throws { _ = try await (group.a(), group.b(), group.c.request()) }
      """,
      [
        "3:40 error: The result needs a concrete type to be decoded; replace 'Any' by the type itself.",
        "4:41 error: JSON has no tuples; declare a struct with its elements.",
        "5:37 error: A response has one body; return one type instead of a tuple.",
      ]),
    Declaration(
      "a content type beside the body of a request or a scope",
      """
      @Request(.post, "/a") struct R {
        @Header("Content-Type") var type: String
        @Field var x: Int
        typealias Response = Int
      }
      @Request struct Typed { @Header("content-type") var type: String; @Body var x: [String: Int] }
      @Request struct Raw { @Header("content-type") var type: String; @Body var x: [UInt8] }
      @API struct S { @POST func a(@Header("Content-Type") type: String, @Field x: Int) -> Int {} }
      """,
      [
        "3:31 error: 'x' is the body, whose type sets 'Content-Type'; remove the parameter, or "
          + "write '@Body var x: [UInt8]' for a body of any type.",
        "7:53 error: 'x' is the body, whose type sets 'Content-Type'; remove the parameter, or "
          + "write '@Body var x: [UInt8]' for a body of any type.",
        "9:54 error: 'x' is the body, whose type sets 'Content-Type'; remove the parameter, or "
          + "write '@Body x: [UInt8]' for a body of any type.",
      ]),
  ]
}
