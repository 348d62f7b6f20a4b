import Contract
import ContractOpenAPI
import Testing

@API private protocol Feed: Sendable {
  @GET("/ticks") func ticks() async throws -> ServerEvents<FeedTick>
  @GET("/words") func words() async throws -> ServerEvents<String>
  @GET("/changes") func changes() async throws -> ServerEvents<FeedChange>
  @GET("/forms") func forms() async throws -> ServerEvents<FeedForm>
  @GET("/rows") func rows() async throws -> JSONLines<FeedTick>
  @POST("/rows") func load(rows: Body<JSONLines<FeedTick>>) async throws -> Int
  @GET("/backup") func backup() async throws -> ByteStream
  @PUT("/backup") func restore(data: Body<ByteStream>) async throws
  @POST("/sealed") @Checksum func seal(data: Body<ByteStream>) async throws -> ByteStream
}

@Schema struct FeedTick: Sendable { var n: Int }
@Schema @Tagged("type") enum FeedChange: Sendable { case added(FeedTick), cleared }
@Schema @Tagged("kind", content: "value") enum FeedForm: Sendable { case circle(Double), none }

@Suite("Streams in documents")
struct StreamExportTests {
  private static let json = #""contentMediaType":"application/json","contentSchema""#

  @Test("A checksum after a stream is described in text and by an extension, which other streams do not have")
  func checksums() throws {
    for version in [OpenAPIVersion.v30, .v31, .v32] {
      let document = try OpenAPI(title: "Feed", version: "1", FeedEndpoints.all).export(version).document
      let sealed = try #require(document["paths"]?["/sealed"]?["post"])
      for part in [sealed["requestBody"], sealed["responses"]?["200"]] {
        #expect(part?["x-content-digest"]?["algorithm"]?.description == #""sha-256""#)
        #expect(part?["description"]?.description.contains("`Content-Digest` (RFC 9530)") == true)
      }
      // Even an empty body needs its checksum.
      #expect(sealed["requestBody"]?["required"] == true)
      #expect(document["paths"]?["/backup"]?.description.contains("igest") == false)
    }
  }

  @Test(
    "OpenAPI 3.2 describes the values of a stream by itemSchema, earlier versions by an extension",
    arguments: [
      ("/ticks", "get", "text/event-stream", ##"\##(json):{"$ref":"#/components/schemas/FeedTick"}"##),
      ("/words", "get", "text/event-stream", #""data":{"type":"string"}"#),
      ("/changes", "get", "text/event-stream", #""event":{"type":"string","enum":["added","cleared"]}"#),
      ("/changes", "get", "text/event-stream", ##"\##(json):{"$ref":"#/components/schemas/FeedChange"}"##),
      (
        "/forms", "get", "text/event-stream",
        #"\#(json):{"anyOf":[{"type":"number","format":"double"},{"type":"null"}]}"#
      ),
      ("/rows", "get", "application/jsonl", ##"chema":{"$ref":"#/components/schemas/FeedTick"}"##),
      ("/rows", "post", "application/jsonl", ##"chema":{"$ref":"#/components/schemas/FeedTick"}"##),
    ])
  func values(_ path: String, _ method: String, _ mediaType: String, _ text: String) throws {
    for version in [OpenAPIVersion.v31, .v32] {
      let export = try OpenAPI(title: "Feed", version: "1", FeedEndpoints.all).export(version)
      let operation = try #require(export.document["paths"]?[path]?[method])
      let holder = operation["requestBody"] ?? operation["responses"]?["200"]
      let content = try #require(holder?["content"]?[mediaType])
      #expect(content[version == .v32 ? "itemSchema" : "x-itemSchema"] != nil)
      #expect(content.description.contains(text), "\(content)")
      #expect((export.omissions.count > 0) == (version == .v31))
    }
  }

  @Test(
    "A byte stream is described as binary",
    arguments: [("get", "responses", "200"), ("put", "requestBody", nil)] as [(String, String, String?)])
  func bytes(_ method: String, _ member: String, _ status: String?) throws {
    let document = try OpenAPI(title: "Feed", version: "1", FeedEndpoints.all).export().document
    let holder = document["paths"]?["/backup"]?[method]?[member]
    let content = status.map { holder?[$0]?["content"] } ?? holder?["content"]
    #expect(content?["application/octet-stream"] != nil, "\(String(describing: holder))")
    // A response also has `*/*`, because the service may choose another media type for each response.
    #expect((content?["*/*"] != nil) == (member == "responses"))
  }

  @Test("TypeScript has an iterator for each stream of values, and sends sequences")
  func typeScript() throws {
    for version in [OpenAPIVersion.v31, .v32] {
      let text = try OpenAPI(title: "Feed", version: "1", FeedEndpoints.all).json(version)
      let file = try TypeScriptFile(OpenAPIDocument(parsing: Array(text.utf8))).text
      #expect(file.contains("Promise<AsyncIterable<FeedTick>>"))
      #expect(file.contains("Promise<AsyncIterable<string>>"))
      #expect(file.contains("Promise<AsyncIterable<FeedChange>>"))
      #expect(file.contains(" Iterable<FeedTick> | AsyncIterable<FeedTick> | Blob | Uint8Array;"))
      #expect(file.contains(" Blob | Uint8Array | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;"))
    }
  }
}
