/// Enumerations with `@APIResult`.
extension Declaration {
  static let resultEnums: [Declaration] = [
    Declaration(
      "results with a status for each case, in every form of declaration",
      """
      public struct Todo: Codable, Sendable { var id: Int }
      @Schema public struct Job: Sendable { var id: Int }
      public enum Region: String, Sendable { case north, south }
      @APIResult public enum Created: Sendable {
        @Status(200) case existing(Todo)
        @Status(201) case created(job: Body<Job>, location: Header<String>, `X-Region`: Header<Region?>)
        @Status(202) case queued([Job], tags: Header<[String]>, retryAfter: Header<Int?>)
        @Status(204) case `default`(etag: Header<String>)
        @Status(303) case elsewhere(_: String, location: Header<String>)
      }
      @APIResult enum Probe: Equatable, Sendable {
        @Status(200) case found(digest: Header<String>)
        @Status(206) case part(contentRange: Header<String>)
        @Status(304) case unchanged
      }
      @APIResult enum Cached<Value: Codable & Sendable>: Sendable {
        @Status(200) case value(Value, etag: Header<String>)
        @Status(304) case unchanged
      }
      enum Outer { @APIResult fileprivate enum Inner { @Status(200) case text(String) } }
      @API @Mock protocol T: Sendable {
        @POST("/a") func a(title: String) async throws -> Created
        @GET("/b/:id") func b(id: Int) async throws -> Cached<[Todo]>
        @HEAD("/c") func c() async throws -> Probe
        @GET("/d") func d(done: @escaping @Sendable (Result<Probe, any Error>) -> Void)
      }
      @Request(.post, "/e") struct Edit {
        typealias Response = Created
        @Query var id: Int
      }
      @API final class G: EndpointGroup {
        @POST("/f") var f: (Edit) async throws -> Created
        @HEAD("/g") var g: Endpoint<Empty, Probe>
      }
      @API struct S {
        @POST("/h") func h(@Query id: Int) -> Created {}
      }
      func use(_ t: any T) async throws -> Int? {
        switch try await t.a(title: "") {
        case .existing(let todo): todo.id
        case .created(let job, let location, let region): region == nil ? location.count : job.id
        case .queued(let jobs, let tags, let seconds): jobs.count + tags.count + (seconds ?? 0)
        case .default, .elsewhere: nil
        }
      }
      """, []),
    Declaration(
      "a body that is not Codable, and a header that is not text", generatesCode: true,
      """
      struct Todo: Sendable { var id: Int }
      struct Owner: Codable, Sendable { var id: Int }
      @APIResult enum Created {
        @Status(200) case existing(Todo)
        @Status(201) case created(owner: Header<Owner>)
      }
      """,
      [
        "5:30 error: 'init(_:body:headers:)' is unavailable: a body must be Codable: declare its type with "
          + "`: Codable, Sendable`, or mark it with @Schema",
        "6:43 error: 'value' is unavailable: a value in the path, query or header must be one text: a number, a String, a "
          + "Date, an enumeration with raw values, or a type that is LosslessStringConvertible or ParameterValue",
      ]),
    Declaration(
      "an unknown type of a body and of a header",
      """
      @APIResult enum Created {
        @Status(201) case created([Todo], owner: Header<Ownr>)
        @Status(202) case queued(Jobb)
      }
      """,
      [
        "3:30 error: cannot find type 'Todo' in scope", "3:51 error: cannot find type 'Ownr' in scope",
        "4:28 error: cannot find type 'Jobb' in scope",
      ]),
    Declaration(
      "a status beside those of the cases, an optional, and a response beside the result",
      """
      @APIResult enum Created: Sendable { @Status(200) case existing(String) }
      @API @Mock protocol T: Sendable {
        @POST("/a") @Status(201) func a() async throws -> Created
        @POST("/b") func b() async throws -> Created?
        @POST("/c") func c() async throws -> (Created, HTTPResponse)
      }
      """,
      [
        "4:53 error: 'init(_:_:_:id:status:throws:summary:)' is unavailable: each case of an @APIResult enum has its own "
          + "status; remove @Status from the function",
        "5:40 error: 'init(_:_:_:id:status:throws:summary:)' is unavailable: an @APIResult enum is never nil; remove the "
          + "'?', and declare a case with @Status(204)",
        "6:41 error: 'withResponse' is unavailable: an @APIResult enum has the status and the headers of its response; "
          + "return it without HTTPResponse",
      ]),
    Declaration(
      "results of HEAD with a body",
      """
      @Schema struct Todo { var id: Int }
      @APIResult enum Created: Sendable { @Status(200) case existing(String) }
      @API @Mock protocol T: Sendable {
        @HEAD("/a") func a() async throws -> Created
        @HEAD("/b") func b() async throws -> Todo
      }
      """,
      [5, 6].map { line in
        "\(line):40 error: 'init(_:_:_:id:status:throws:summary:_bodiless:)' is unavailable: a HEAD response has no body: "
          + "return nothing or an @APIResult enum without bodies, or use @GET"
      }),
    Declaration(
      "cases with errors, which cause one message each",
      """
      @APIResult enum Created: Sendable {
        @Status(200) case existing(String), found
        case created
        @Status(204) case nothing(Int)
        @Status(201) case two(Int, location: String)
        @Status(202) case queued(Header<String>)
      }
      @API @Mock protocol T: Sendable {
        @POST("/a") func a() async throws -> Created
      }
      """,
      [
        "3:11 error: 'existing' already has the status 200, so a client could not distinguish the two cases; give "
          + "'found' another status.",
        "4:8 error: 'created' has no status; write '@Status(201) case created' with a status from 200 to 399.",
        "5:29 error: A 204 response has no body, so 'Int' could not be sent; choose another status, or remove the value.",
        "6:40 error: A response has one body, which is 'Int' here; write 'location: Header<String>' for a header.",
        "7:28 error: The label of a value is the name of its header; write 'location: Header<String>'.",
      ]),
  ]
}
