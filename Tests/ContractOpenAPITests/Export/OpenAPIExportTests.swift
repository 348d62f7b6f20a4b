import Contract
import ContractOpenAPI
import Foundation
import NotesContract
import Testing

@Suite("OpenAPI documents of contracts")
struct OpenAPIExportTests {
  static let notes = OpenAPI(
    title: "Notes", version: "1.2.0", description: "Things to remember.", servers: ["https://notes.example"],
    NotesEndpoints.all)

  @Test("Documents of all versions equal the golden files", arguments: OpenAPIVersion.allCases)
  func golden(_ version: OpenAPIVersion) throws {
    try Golden.check("notes-\(version.rawValue.prefix(3)).json", try Self.notes.json(version))
  }

  @Test("A deprecated operation announces its deprecation in headers, which the results in TypeScript omit")
  func deprecation() throws {
    let document = try Self.notes.export().document
    let delete = document["paths"]?["/v1/notes/{id}"]?["delete"]
    #expect(delete?["deprecated"] == true)
    #expect(delete?["responses"]?["204"]?["headers"]?.object?.map(\.name) == ["Deprecation", "Sunset"])
    let file = TypeScriptFile(try OpenAPIDocument(document)).text
    #expect(file.contains("delete(input: NotesDeleteInput, options?: CallOptions): Promise<void>"))
  }

  @Test("The YAML document equals the JSON document")
  func yaml() throws {
    try Golden.check("notes-3.1.yaml", try Self.notes.yaml())
  }

  @Test("Facts that an OpenAPI version cannot express are listed as omissions")
  func omissions() throws {
    #expect(try Self.notes.export(.v31).omissions == [])
    let omissions = try Self.notes.export(.v30).omissions
    #expect(
      omissions.filter { !$0.starts(with: "OpenAPI 3.0 cannot express the scopes") } == [
        "OpenAPI 3.0 has one example for each schema; others are omitted."
      ])
    #expect(omissions.contains("OpenAPI 3.0 cannot express the scopes of `bearer` that Notes.list requires."))
  }
}

struct FoundWords: Codable, Sendable {
  var words: [String]
}

@APIResult enum MixedResult {
  @Status(200) case found(FoundWords)
  @Status(202) case raw([UInt8])
}

/// Bodies whose media type is a constant header.
@API protocol FixedContents: Sendable {
  @POST("/json") @Headers(["Content-Type": "application/json-patch+json; charset=utf-8"])
  func json(changes: Body<[String]>) async throws
  @POST("/refused") @Headers(["Content-Type": "text/yaml"]) func refused(changes: Body<[String]>) async throws
  @POST("/yaml") @Headers(["Content-Type": "application/yaml"]) func yaml(data: Body<Data>) async throws
  @POST("/raw") @Headers(["Content-Type": "application/json"]) func raw(data: Body<Data>) async throws
  @POST("/image") @Headers(["Content-Type": "image/png"]) func image(data: Body<ByteStream>) async throws
  @POST("/csv") @Headers(["Content-Type": "text/csv"]) func csv(rows: Body<String>) async throws
  @POST("/form") @URLForm @Headers(["Content-Type": "application/json"]) func form(name: String) async throws
}

@Suite("Edge cases of OpenAPI documents")
struct OpenAPICornerTests {
  /// Two failures of different types with one name and one code.
  enum First {
    @APIError enum Refusal { @Status(409) case taken(by: String) }
  }
  enum Second {
    @APIError enum Refusal { @Status(409) case taken(since: Int) }
  }
  struct Search: Codable, Sendable {
    var text: String
    var limit: Int?
  }
  enum Third {
    @APIError enum Invalid { @Status(400) case empty }
  }
  struct Form: EndpointRequest {
    let search: Search
    static var content: RequestContent { .urlForm }
    static var inputs: [InputDescription] { [InputDescription(.body, "body", type: "Search", isRequired: true)] }
    func encode(into encoder: inout RequestEncoder) throws { try encoder.body(search) }
    static func decode(from decoder: inout RequestDecoder) -> Form? { decoder.body(as: Search.self).map(Form.init) }
  }

  struct Limited: EndpointRequest {
    let limit: Int
    static var inputs: [InputDescription] { [InputDescription(.query, "limit", type: "Int", isRequired: true)] }
    func encode(into encoder: inout RequestEncoder) throws { try encoder.value(.query, "limit", limit) }
    static func decode(from decoder: inout RequestDecoder) -> Limited? {
      decoder.value(.query, "limit", as: Int.self).map(Limited.init)
    }
  }

  private func document(_ operations: [APIOperation]) throws -> JSONValue {
    try OpenAPI(title: "Corners", version: "1", operations).export().document
  }

  @Test("Different failures with one name have separate schemas, and equal failures share a schema")
  func failures() throws {
    let paths: [PathTemplate] = ["/a", "/b", "/c"]
    let types: [any APIFailure.Type] = [First.Refusal.self, Second.Refusal.self, First.Refusal.self]
    let document = try document(
      zip(paths, types).map { Endpoint<Empty, String>(.get, $0, throws: [$1]).operation })
    let references = paths.map { path in
      document["paths"]?[path.description]?["get"]?["responses"]?["409"]?["content"]?["application/problem+json"]?[
        "schema"]?["$ref"]?.string
    }
    #expect(
      references == [
        "#/components/schemas/RefusalTaken", "#/components/schemas/RefusalTaken2", "#/components/schemas/RefusalTaken",
      ])
    let schemas = document["components"]?["schemas"]
    #expect(schemas?["RefusalTaken"]?["properties"]?["by"] == ["type": "string"])
    #expect(schemas?["RefusalTaken2"]?["properties"]?["since"] == ["type": "integer", "format": "int64"])
  }

  @Test("A form type sent as the query is an exploded parameter")
  func queryForm() throws {
    let document = try document([Endpoint<Form, String>(.get, "/search").operation])
    let get = document["paths"]?["/search"]?["get"]
    let parameter: JSONValue = [
      "name": "form", "in": "query", "required": true, "style": "form", "explode": true,
      "schema": ["$ref": "#/components/schemas/Search"],
    ]
    #expect(get?["parameters"] == [parameter])
    #expect(get?["requestBody"] == nil)
  }

  static let search: JSONValue = ["schema": ["$ref": "#/components/schemas/Search"]]
  static let found: JSONValue = ["schema": ["$ref": "#/components/schemas/FoundWords"]]
  static let problem: JSONValue = ["schema": ["$ref": "#/components/schemas/Problem"]]
  static let binary: JSONValue = ["schema": ["type": "string", "format": "binary"]]

  static let contents: [(APIOperation, status: String, content: JSONValue)] = [
    (Endpoint<Empty, MixedResult>(.get, "/a").operation, "200", ["application/json": found]),
    (Endpoint<Empty, MixedResult>(.get, "/a").operation, "202", ["application/octet-stream": binary]),
    (
      Endpoint<Empty, Either<String, Search>>(.get, "/a").operation, "200",
      ["text/plain": ["schema": ["type": "string"]]]
    ),
    (Endpoint<Empty, Either<String, Search>>(.get, "/a").operation, "400", ["application/json": search]),
    (
      Endpoint<Limited, Either<String, Search>>(.get, "/a").operation, "400",
      ["application/json": search, "application/problem+json": problem]
    ),
    (
      Endpoint<Limited, Either<String, Void>>(.get, "/a").operation, "400",
      ["*/*": [:], "application/problem+json": problem]
    ),
    (
      Endpoint<Limited, Either<String, Search>>(.get, "/a", throws: [Third.Invalid.self]).operation, "400",
      [
        "application/json": search,
        "application/problem+json": [
          "schema": [
            "anyOf": [["$ref": "#/components/schemas/InvalidEmpty"], ["$ref": "#/components/schemas/Problem"]]
          ]
        ],
      ]
    ),
    (Endpoint<Empty, HTTPResponse>(.get, "/a").operation, "default", ["*/*": [:]]),
  ]

  @Test(
    "A response lists the media types of its own body and of refusals with the same status", arguments: contents)
  func content(_ operation: APIOperation, _ status: String, _ content: JSONValue) throws {
    let responses = try document([operation])["paths"]?["/a"]?["get"]?["responses"]
    #expect(responses?[status]?["content"] == content, "\(String(describing: responses))")
  }

  @Test("An optional second result has only its own status, and an optional first result may be a 204")
  func optionalAlternatives() throws {
    func responses(_ operation: APIOperation) throws -> JSONValue? {
      try document([operation])["paths"]?["/a"]?["get"]?["responses"]
    }
    let second = try responses(Endpoint<Empty, Either<String, Search?>>(.get, "/a").operation)
    #expect(second?["200"] != nil && second?["204"] == nil)
    #expect(second?["400"]?["content"] == ["application/json": Self.search])
    let first = try responses(Endpoint<Empty, Either<Search?, String>>(.get, "/a").operation)
    #expect(first?["200"] != nil && first?["204"] != nil && first?["400"] != nil)
    let tagged = try responses(Endpoint<Empty, Either<String, Search?>>(.get, "/a", .entityTag()).operation)
    #expect(tagged?["304"] != nil && tagged?["204"] == nil)
  }

  struct Merge: EndpointRequest {
    let search: Search
    static var content: RequestContent { .structured(.mergePatch) }
    static var inputs: [InputDescription] { [InputDescription(.body, "body", type: "Search", isRequired: true)] }
    func encode(into encoder: inout RequestEncoder) throws { try encoder.body(search) }
    static func decode(from decoder: inout RequestDecoder) -> Merge? { decoder.body(as: Search.self).map(Merge.init) }
  }

  @Test("A merge patch is described as JSON too, because a server accepts both media types")
  func mergePatch() throws {
    let operation = Endpoint<Merge, String>(.patch, "/merge").operation
    let document = try OpenAPI(title: "T", version: "1", [operation]).export().document
    let content = document["paths"]?["/merge"]?["patch"]?["requestBody"]?["content"]?.object
    #expect(content?.names == ["application/merge-patch+json", "application/json"])
    #expect(content?["application/json"] == content?["application/merge-patch+json"])
    for type in try #require(content?.names) {
      #expect(operation.requestContent.accepts(try #require(MediaType(type))), "\(type)")
    }
  }

  @Test(
    "A body has the media type of a constant header that the server accepts",
    arguments: [
      ("/json", "application/json-patch+json", ["type": "array", "items": ["type": "string"]]),
      ("/refused", "application/json", ["type": "array", "items": ["type": "string"]]),
      ("/yaml", "application/yaml", ["type": "string", "format": "binary"]), ("/raw", "application/json", [:]),
      ("/image", "image/png", ["type": "string", "format": "binary"]), ("/csv", "text/csv", ["type": "string"]),
      ("/form", "application/x-www-form-urlencoded", nil),
    ] as [(String, String, JSONValue?)])
  func fixedTypes(_ path: String, _ type: String, _ schema: JSONValue?) throws {
    let body = try document(FixedContentsEndpoints.all)["paths"]?[path]?["post"]?["requestBody"]
    let content = try #require(body?["content"]?.object)
    #expect(content.map(\.name) == [type])
    if let schema { #expect(content.first?.value["schema"] == schema) }
  }

  @Test("A set in the query is described as a list")
  func set() throws {
    let paths = try document(UnusualContentsEndpoints.all)["paths"]
    let list = try #require(paths?["/list"]?["get"]?["parameters"])
    #expect(paths?["/members"]?["get"]?["parameters"] == list)
    #expect(list.array?.first?["required"] == false && list.array?.first?["style"] == "form")
  }

  @Test(
    "415 is declared for bodies that are limited to some media types, but not for bytes and streams",
    arguments: [("/text", true), ("/bytes", false), ("/stream", false)])
  func mediaTypes(_ path: String, _ isDeclared: Bool) throws {
    let responses = try document(UnusualContentsEndpoints.all)["paths"]?[path]?["post"]?["responses"]
    #expect((responses?["415"] != nil) == isDeclared, "\(String(describing: responses))")
  }

  @Test("YAML escapes the characters that readers refuse or read as ends of lines")
  func escapes() throws {
    let characters = "\u{7F}\u{85}\u{9F}\u{A0}\u{2028}\u{2029}\u{FEFF}\u{FFFE}\u{FFFF}\u{FFFD}"
    let text = try OpenAPI(title: characters, version: "1", [Endpoint<Empty, String>(.get, "/a").operation]).yaml()
    #expect(text.contains(#""\u007F\u0085\u009F"# + "\u{A0}" + #"\u2028\u2029\uFEFF\uFFFE\uFFFF"# + "\u{FFFD}\""))
  }

  struct Conditional: EndpointRequest {
    let tag: String?
    static var inputs: [InputDescription] {
      [InputDescription(.header, "if-none-match", type: "String?", isRequired: false)]
    }
    func encode(into encoder: inout RequestEncoder) throws { try encoder.value(.header, "if-none-match", tag) }
    static func decode(from decoder: inout RequestDecoder) -> Conditional? {
      decoder.value(.header, "if-none-match", as: String?.self).map(Conditional.init)
    }
  }

  struct Guarded: EndpointRequest {
    let version: IfMatch
    static var inputs: [InputDescription] { [InputDescription(.header, "If-Match", type: "IfMatch", isRequired: true)] }
    func encode(into encoder: inout RequestEncoder) throws { encoder.ifMatch(.header, "If-Match", version) }
    static func decode(from decoder: inout RequestDecoder) -> Guarded? {
      decoder.ifMatch(.header, "If-Match", default: IfMatch.any).map(Guarded.init)
    }
  }

  @Test("A condition with a default is not required, and its absence is not refused")
  func conditionWithDefault() throws {
    let put = try document([Endpoint<Guarded, String>(.put, "/a").operation])["paths"]?["/a"]?["put"]
    #expect(put?["parameters"]?.array?.first?["name"] == "If-Match")
    #expect(put?["parameters"]?.array?.first?["required"] == false)
    #expect(put?["responses"]?["200"] != nil && put?["responses"]?["428"] == nil)
  }

  @Test("A declared header is not repeated in another letter case")
  func headers() throws {
    let operation = Endpoint<Conditional, String>(.get, "/a", .entityTag()).operation
    let get = try document([operation])["paths"]?["/a"]?["get"]
    #expect(get?["parameters"]?.array?.compactMap { $0["name"]?.string } == ["if-none-match"])
  }

  @Test("Raw routes are omitted and listed")
  func raw() throws {
    let export = try OpenAPI(title: "Raw", version: "1", routes: [Docs(at: "/docs")]).export()
    #expect(export.document["paths"] == [:])
    #expect(
      export.omissions
        == ["/docs", "/openapi.json", "/openapi.yaml"].map {
          "The raw route \($0) is not described, because its inputs are not declared."
        })
  }

  @Test("A type without a schema fails the export with a remedy")
  func problems() {
    enum Shape: Codable, Sendable { case circle(radius: Double), empty }
    let error = #expect(throws: OpenAPIError.self) {
      try document([Endpoint<Empty, [Shape]>(.get, "/shapes").operation])
    }
    #expect(error?.problems.count == 1)
    #expect(error?.description.contains("`Shape`") == true && error?.description.contains("add @Schema") == true)
  }
}

/// A file with the expected text, in the folder `Golden`.
enum Golden {
  /// Records an issue if the text is not that of the file. With `CONTRACT_BLESS=1` in the environment, the file is
  /// written instead.
  static func check(_ name: String, _ text: String, file: String = #filePath) throws {
    let url = URL(filePath: file).deletingLastPathComponent().appending(path: "Golden/\(name)")
    if ProcessInfo.processInfo.environment["CONTRACT_BLESS"] == "1" {
      try text.write(to: url, atomically: true, encoding: .utf8)
    }
    let expected = try String(contentsOf: url, encoding: .utf8)
    let lines = zip(expected.split(separator: "\n"), text.split(separator: "\n"))
    let first = lines.enumerated().first { $1.0 != $1.1 }
    #expect(text == expected, "\(name) differs, first in line \((first?.offset ?? 0) + 1): \(first?.element.1 ?? "")")
  }
}
