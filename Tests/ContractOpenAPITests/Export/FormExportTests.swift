import Contract
import ContractOpenAPI
import Foundation
import Testing

@Suite("Values of forms in OpenAPI documents")
struct FormExportTests {
  enum State: String, Codable, Sendable { case open, done }
  enum Blank: String, Codable, Sendable { case none = "", some }
  struct Range: Codable, Sendable { var from: Int? }
  struct Fields: Codable, Sendable {
    var number: Int
    var limit: Int?
    var state: State?
    var blank: Blank?
    var since: Date?
    var text: String?
    var bytes: Data?
    var range: Range?
    var ids: [Int]
    var names: [String]?
    var counts: [String: Int]
  }
  struct Search: EndpointRequest {
    let fields: Fields
    static var content: RequestContent { .urlForm }
    static var inputs: [InputDescription] { [InputDescription(.body, "body", type: "Fields", isRequired: true)] }
    func encode(into encoder: inout RequestEncoder) throws { try encoder.body(fields) }
    static func decode(from decoder: inout RequestDecoder) -> Search? { decoder.body(as: Fields.self).map(Search.init) }
  }
  struct Same: EndpointRequest {
    let fields: Fields
    static var content: RequestContent { .json }
    static var inputs: [InputDescription] { [InputDescription(.body, "body", type: "Fields", isRequired: true)] }
    func encode(into encoder: inout RequestEncoder) throws { try encoder.body(fields) }
    static func decode(from decoder: inout RequestDecoder) -> Same? { decoder.body(as: Fields.self).map(Same.init) }
  }

  static func export(_ version: OpenAPIVersion = .v31) throws -> JSONValue {
    let operations = [
      Endpoint<Search, String>(.post, "/form").operation, Endpoint<Same, String>(.post, "/json").operation,
    ]
    return try OpenAPI(title: "Forms", version: "1", operations).export(version).document
  }

  /// Returns the schema of the fields in a media type.
  static func schema(_ path: String, _ type: String, _ document: JSONValue) -> JSONValue? {
    let reference = document["paths"]?[path]?["post"]?["requestBody"]?["content"]?[type]?["schema"]?["$ref"]?.string
    return reference.flatMap { document[pointer: String($0.dropFirst())] }
  }

  @Test(
    "An optional member of a form may be empty unless its type accepts an empty string",
    arguments: OpenAPIVersion.allCases)
  func optionalMembers(_ version: OpenAPIVersion) throws {
    let schema = Self.schema("/form", "application/x-www-form-urlencoded", try Self.export(version))
    let empty: JSONValue = version == .v30 ? ["enum": [""]] : ["const": ""]
    let names = schema?["properties"]?.object?.filter { $0.value["anyOf"]?.array?.last == empty }.map(\.name)
    #expect(names == ["limit", "state", "since", "range", "ids", "counts"])
    #expect(schema?["required"] == ["number"])
  }

  @Test("An optional member of JSON may be null, but not an empty string")
  func json() throws {
    let schema = Self.schema("/json", "application/json", try Self.export())
    #expect(schema?["required"] == ["number", "ids", "counts"])
    #expect(schema?.description.contains(#""const":"""#) == false)
  }

  static let accepted = [
    "number=1", "number=1&limit=&state=&since=&range=&ids=&counts=", "number=1&text=&bytes=",
    "number=1&limit=2&state=open&ids=1&ids=2&range[from]=3&counts[a]=1", "number=1&range[from]=",
  ]
  static let refused = [
    "number=", "limit=1", "number=1&state=x", "number=1&limit=x", "number=1&number=2", "number=1&text=a&text=b",
    "number=1&range[from]=1&range[from]=2",
  ]

  /// Returns whether the codec reads a form, and what a checker of the document finds in it.
  private static func judgments(of body: String) throws -> (isDecoded: Bool, findings: [RequestFinding]) {
    let isDecoded = (try? URLFormDecoder().decode(Fields.self, from: Array(body.utf8))) != nil
    let document = try OpenAPIDocument(try export())
    let operation = try #require(document.operations.first { $0.path == "/form" })
    let request = HTTPRequest(.post, "/form", fields: [.contentType: "application/x-www-form-urlencoded"])
    let findings = RequestChecker(document).findings(in: request, body: Array(body.utf8), for: operation)
    return (isDecoded: isDecoded, findings: findings)
  }

  @Test("The codec and `RequestChecker` accept the same forms", arguments: accepted)
  func acceptance(_ body: String) throws {
    let (isDecoded, findings) = try Self.judgments(of: body)
    #expect(isDecoded)
    #expect(findings.isEmpty, "\(findings)")
  }

  @Test("The codec and `RequestChecker` refuse the same forms", arguments: refused)
  func refusal(_ body: String) throws {
    let (isDecoded, findings) = try Self.judgments(of: body)
    #expect(!isDecoded)
    #expect(!findings.isEmpty)
  }

  @Test("Allowing empty members is compatible, and refusing them is breaking")
  func comparison() throws {
    let new = try Self.export()
    let text = new.description.replacing(#",{"const":""}"#, with: "")
    let old = try JSONValue(parsing: text)
    #expect(old != new)
    let changes = try OpenAPIDiff(from: OpenAPIDocument(old), to: OpenAPIDocument(new)).changes
    #expect(!changes.isEmpty && changes.allSatisfy { $0.severity != .breaking }, "\(changes)")
    let back = try OpenAPIDiff(from: OpenAPIDocument(new), to: OpenAPIDocument(old)).changes
    #expect(back.contains { $0.severity == .breaking })
  }
}
