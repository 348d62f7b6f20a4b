/// Results with typed headers.
extension Declaration {
  static let headerTuples: [Declaration] = [
    Declaration(
      "results with headers, in every form of declaration", generatesCode: true,
      """
      public struct Todo: Codable, Sendable { var id: Int }
      @Schema public struct Job: Sendable { var id: Int }
      public enum Region: String, Sendable { case north, south }
      @API @Mock public protocol T: Sendable {
        @GET("/a") func a(id: Int) async throws -> (todos: [Todo], total: Header<Int>, region: Header<Region?>)
        @GET("/b") @Name("total", "X-Total") func b() async throws -> (Body<Job?>, `X-A`: Header<[Region]>, total: Header<Int?>)
        @HEAD("/c") func c() async throws -> (Empty, digest: Header<String>)
        @DELETE("/d") @Status(202) func d() async throws -> (`default`: Header<Int>, `in`: Header<Double>)
        @GET("/p") @Status(206) func p() async throws -> ([UInt8], contentRange: Header<String>)
        @GET("/e") func e(done: @escaping @Sendable (Result<(job: Job, age: Header<Int>), any Error>) -> Void)
      }
      @Request(.post, "/e") struct Edit {
        typealias Response = (job: Job, location: Header<String>)
        @Query var id: Int
      }
      @API final class G: EndpointGroup {
        @POST("/f") var f: (Edit) async throws -> (job: Job, location: Header<String>)
        @GET("/g") var g: Endpoint<Empty, ([Todo], total: Header<Int>)>
      }
      @API struct S {
        @POST("/h") func h(@Query id: Int) -> (jobs: [Job], total: Header<Int>) {}
      }
      @API struct S2 {
        @GET func a() -> (Job?, total: Header<Int>, region: Header<Region?>) {}
        @GET @Paged(items: \\.jobs, next: \\.total, cursor: "after")
        func b(@Header token: String, @Query after: Int? = nil) -> (jobs: [Job], total: Header<Int?>) {}
        @Path struct Inner { @GET func c() -> (Empty, total: Header<Int>) {} }
      }
      """, []),
    Declaration(
      "a body that is not Codable, a header that is not text, and unknown types", generatesCode: true,
      """
      struct Todo: Sendable { var id: Int }
      struct Owner: Codable, Sendable { var id: Int }
      @API @Mock protocol T: Sendable {
        @GET("/a") func a() async throws -> (todo: Todo, total: Header<Int>)
        @GET("/b") func b() async throws -> (todo: String, owner: Header<Owner>)
      }
      """,
      [
        "5:46 error: 'codec' is unavailable: a result must be Codable: declare its type with `: Codable, Sendable`, or mark "
          + "it with @Schema",
        "6:68 error: 'value' is unavailable: a value in the path, query or header must be one text: a number, a String, a "
          + "Date, an enumeration with raw values, or a type that is LosslessStringConvertible or ParameterValue",
      ]),
    Declaration(
      "an unknown type of a body and of a header",
      """
      @API @Mock protocol T: Sendable {
        @GET("/a") func a() async throws -> (todo: [Todo], owner: Header<Ownr>)
      }
      """,
      ["3:47 error: cannot find type 'Todo' in scope", "3:68 error: cannot find type 'Ownr' in scope"]),
    Declaration(
      "an unknown type of a body and of a header in a scope with header parameters",
      """
      @API struct S {
        @GET func a(@Header token: String) -> (todo: [Todo], owner: Header<Ownr>) {}
      }
      """,
      ["3:49 error: cannot find type 'Todo' in scope", "3:70 error: cannot find type 'Ownr' in scope"]),
    Declaration(
      "an enum with statuses beside headers",
      """
      @APIResult enum Created: Sendable { @Status(200) case existing(String) }
      @API protocol T: Sendable {
        @POST("/a") func a() async throws -> (Created, location: Header<String>)
      }
      """,
      [
        "4:41 error: 'codec' is unavailable: the cases of an @APIResult enum have their own headers; write the "
          + "headers in the cases, and return the enum alone"
      ]),
  ]
}
