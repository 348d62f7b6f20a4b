import Contract
import ContractCoding
import ContractHTTP
import ContractOpenAPI
import Testing

/// The options of a form, the encodings of its members, and a request with these encodings.
struct FormEncodingRow: Sendable, CustomTestStringConvertible {
  let options: URLFormOptions
  let list: JSONValue?
  let object: JSONValue?
  let text: String
  let omissions: Int

  var testDescription: String { "\(options.arrays) \(options.nesting)" }

  init(_ options: URLFormOptions, list: JSONValue?, object: JSONValue?, _ text: String, omissions: Int = 0) {
    (self.options, self.list, self.object) = (options, list, object)
    (self.text, self.omissions) = (text, omissions)
  }

  private static let repeated: JSONValue = ["style": "form", "explode": true]
  private static let deep: JSONValue = ["style": "deepObject", "explode": true]

  static let all: [FormEncodingRow] = [
    FormEncodingRow(URLFormOptions(), list: repeated, object: deep, "tags=a&tags=b%2Cc&range%5Bfrom%5D=1"),
    FormEncodingRow(
      URLFormOptions(arrays: .brackets), list: repeated, object: deep, "tags=a&tags=b%2Cc&range%5Bfrom%5D=1"),
    FormEncodingRow(
      URLFormOptions(arrays: .separated(by: ",")), list: ["style": "form", "explode": false], object: deep,
      "tags=a,b%2Cc&range%5Bfrom%5D=1"),
    FormEncodingRow(
      URLFormOptions(arrays: .separated(by: "|")), list: ["style": "pipeDelimited", "explode": false], object: deep,
      "tags=a%7Cb%2Cc&range%5Bfrom%5D=1"),
    FormEncodingRow(
      URLFormOptions(arrays: .separated(by: " ")), list: ["style": "spaceDelimited", "explode": false], object: deep,
      "tags=a%20b%2Cc&range%5Bfrom%5D=1"),
    FormEncodingRow(
      URLFormOptions(arrays: .separated(by: ";")), list: repeated, object: deep,
      "tags=a&tags=b%2Cc&range%5Bfrom%5D=1", omissions: 1),
    FormEncodingRow(
      URLFormOptions(arrays: .indexed), list: repeated, object: deep, "tags=a&tags=b%2Cc&range%5Bfrom%5D=1",
      omissions: 1),
    FormEncodingRow(
      URLFormOptions(nesting: .dots), list: repeated, object: deep, "tags=a&tags=b%2Cc&range%5Bfrom%5D=1",
      omissions: 1),
    FormEncodingRow(
      URLFormOptions(nesting: .json), list: repeated, object: nil,
      "tags=a&tags=b%2Cc&range=%7B%22from%22%3A1%7D"),
  ]
}

@API protocol EncodedForms: Sendable {
  @POST("/members") @URLForm func members(tags: [String], range: Limits, note: String) async throws
  @POST("/lists") @URLForm func lists(tags: [String], counts: [String: Int]) async throws
  @POST("/elements") @URLForm func elements(ranges: [Limits]) async throws
  @GET("/query") func query(filter: [String: String], bounds: Query<Bounds>) async throws
  @POST("/parts") @Multipart func parts(range: Limits?, ranges: [Limits], since: Int?) async throws
}

struct Limits: Codable, Sendable {
  var low: Int?
  var high: Int?
}

struct Bounds: Codable, Sendable { var from: Int }

@Suite("Encodings of forms in OpenAPI documents")
struct FormEncodingTests {
  struct Range: Codable, Sendable, Hashable { var from: Int }
  struct Fields: Codable, Sendable, Hashable {
    var tags: [String]
    var range: Range?
  }
  struct Search: EndpointRequest {
    let fields: Fields
    static var content: RequestContent { .urlForm }
    static var inputs: [InputDescription] { [InputDescription(.body, "body", type: "Fields", isRequired: true)] }
    func encode(into encoder: inout RequestEncoder) throws { try encoder.body(fields) }
    static func decode(from decoder: inout RequestDecoder) -> Search? { decoder.body(as: Fields.self).map(Search.init) }
  }

  private static let type = "application/x-www-form-urlencoded"

  private static func export(_ operation: APIOperation) throws -> OpenAPIExport {
    try OpenAPI(title: "Forms", version: "1", [operation]).export()
  }

  private static func body(_ path: String, _ document: JSONValue) -> JSONValue? {
    document["paths"]?[path]?["post"]?["requestBody"]
  }

  @Test(
    "A document declares the encodings of lists and objects, and requests built from it follow them",
    arguments: FormEncodingRow.all)
  func encodings(_ row: FormEncodingRow) throws {
    let export = try Self.export(Endpoint<Search, String>(.post, "/form", .form(row.options)).operation)
    let encoding = Self.body("/form", export.document)?["content"]?[Self.type]?["encoding"]
    #expect(encoding?["tags"] == row.list)
    #expect(encoding?["range"] == row.object)
    #expect(export.omissions.count == row.omissions, "\(export.omissions)")

    let document = try OpenAPIDocument(export.document)
    let operation = try #require(document.operations.first)
    var request = OperationRequest(operation, in: document)
    request.body = OperationBody(.value(["tags": ["a", "b,c"], "range": ["from": 1]]), as: Self.type)
    let written = try request.httpRequest(to: try #require(ServerURL("http://a.test")))
    guard case .bytes(let bytes) = written.body else {
      Issue.record("The request has no bytes")
      return
    }
    #expect(String(decoding: bytes, as: UTF8.self) == row.text)
    let fields = try URLFormDecoder(options: row.options).decode(Fields.self, from: bytes)
    #expect(fields == Fields(tags: ["a", "b,c"], range: Range(from: 1)))
    let findings = RequestChecker(document).findings(in: written, body: bytes, for: operation)
    #expect(findings.isEmpty, "\(findings)")
    let wrong = try #require(row.text.contains("from%22%3A1") ? "range=%7B%7D" : "range%5Bfrom%5D=x")
    #expect(!RequestChecker(document).findings(in: written, body: Array(wrong.utf8), for: operation).isEmpty)
  }

  @Test("Members of a form have the encodings of their types, and a list of objects is listed as an omission")
  func members() throws {
    let export = try OpenAPI(title: "Forms", version: "1", EncodedFormsEndpoints.all).export()
    #expect(
      Self.body("/members", export.document)?["content"]?[Self.type]?["encoding"] == [
        "tags": ["style": "form", "explode": true], "range": ["style": "deepObject", "explode": true],
      ])
    #expect(Self.body("/elements", export.document)?["content"]?[Self.type]?["encoding"] == nil)
    #expect(export.omissions.count == 1 && export.omissions[0].contains("`ranges` of EncodedForms.elements"))
  }

  @Test("A form, or an object in a query, is not required if none of its members is")
  func required() throws {
    let document = try OpenAPI(title: "Forms", version: "1", EncodedFormsEndpoints.all).export().document
    #expect(Self.body("/members", document)?["required"] == true)
    #expect(Self.body("/lists", document)?["required"] == false)
    let query = document["paths"]?["/query"]?["get"]?["parameters"]
    #expect(query?[0]?["required"] == false)
    #expect(query?[1]?["required"] == true)
  }

  @Test("Objects in multipart forms are JSON, whose optional members may be null but not empty")
  func parts() throws {
    let document = try Self.export(EncodedFormsEndpoints.parts.operation).document
    let schema = Self.body("/parts", document)?["content"]?["multipart/form-data"]?["schema"]
    let reference: JSONValue = ["$ref": "#/components/schemas/Limits"]
    #expect(schema?["properties"]?["range"]?["anyOf"]?[0] == reference)
    #expect(schema?["properties"]?["ranges"]?["items"] == reference)
    #expect(schema?["properties"]?["since"]?["anyOf"]?[1] == ["const": ""])
    #expect(schema?["required"] == nil)
    let limits = document["components"]?["schemas"]?["Limits"]
    #expect(limits?["properties"]?["low"]?["type"] == ["integer", "null"])
  }
}
