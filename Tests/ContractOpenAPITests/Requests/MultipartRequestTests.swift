import ContractCoding
import ContractHTTP
import Testing

@testable import ContractOpenAPI

@Suite struct MultipartRequestTests {
  static let schema: JSONValue = [
    "type": "object", "required": ["meta"],
    "properties": [
      "meta": ["type": "object", "properties": ["a": ["type": "integer"]]], "note": ["type": "string"],
      "csv": ["type": "string"], "count": ["type": "integer"], "file": ["type": "string", "format": "binary"],
      "pics": ["type": "array", "items": ["type": "string", "contentMediaType": "image/png"]], "raw": true,
      "code": ["type": "string", "contentMediaType": "text/plain", "contentEncoding": "base64"],
      "points": ["type": "array", "items": ["type": "object", "required": ["x"]]],
    ],
  ]
  static let encoding: JSONValue = [
    "meta": ["contentType": "application/json"], "csv": ["contentType": "text/csv"],
    "count": ["contentType": "application/json"], "file": ["contentType": "*/*"],
    "pics": ["contentType": "image/*, image/jpeg, image/gif"], "raw": ["contentType": "application/pdf"],
  ]

  private func document() throws -> OpenAPIDocument {
    let media: JSONValue = ["schema": Self.schema, "encoding": Self.encoding]
    return try OpenAPIDocument([
      "openapi": "3.1.1", "info": ["title": "T", "version": "1"],
      "paths": [
        "/a": ["post": ["requestBody": ["content": ["multipart/form-data": media]], "responses": [:]]]
      ],
    ])
  }

  /// Returns the parts of a request with the members.
  private func parts(_ members: JSONValue) throws -> [Part] {
    let document = try document()
    var request = OperationRequest(document.operations[0], in: document)
    request.body = OperationBody(.value(members), as: "multipart/form-data")
    let message = try request.httpRequest(to: try #require(ServerURL("http://a.test")))
    let bytes = message.body.heldBytes
    let findings = RequestChecker(document).findings(in: message, body: bytes, for: document.operations[0])
    #expect(findings.isEmpty, "\(findings)")
    let type = try #require(MediaType(message.fields[.contentType]?.rawValue ?? ""))
    return try MultipartDecoder().decode(bytes, mediaType: type).parts
  }

  static let members: [(name: String, value: JSONValue, text: String, type: String?, isFile: Bool)] = [
    ("meta", ["a": 1], #"{"a":1}"#, "application/json", false), ("note", "n", "n", nil, false),
    ("csv", "a,b", "a,b", "text/csv", false), ("count", 7, "7", "application/json", false),
    ("file", "f", "f", "application/octet-stream", true), ("pics", ["p"], "p", "image/jpeg", true),
    ("raw", "r", "r", "application/pdf", true), ("code", "Yg==", "Yg==", nil, false),
    ("points", [["x": 1]], #"{"x":1}"#, "application/json", false),
  ]

  @Test("A part has the first declared media type, and a file name only if its member is binary", arguments: members)
  func part(_ name: String, _ value: JSONValue, _ text: String, _ type: String?, _ isFile: Bool) throws {
    var members: JSONValue = ["meta": [:]]
    members[name] = value
    let part = try #require(try parts(members).first { $0.name == name })
    #expect(part.text == text && part.mimeType == type && (part.fileName != nil) == isFile)
  }

  @Test("Parts with the name of a list are its elements, each as JSON")
  func lists() throws {
    #expect(try parts(["meta": [:], "points": [["x": 1], ["x": 2]]]).count == 3)
    let document = try document()
    var request = OperationRequest(document.operations[0], in: document)
    request.body = OperationBody(.value(["meta": [:], "points": [["x": 1], ["y": 2]]]), as: "multipart/form-data")
    let message = try request.httpRequest(to: try #require(ServerURL("http://a.test")))
    let bytes = message.body.heldBytes
    let findings = RequestChecker(document).findings(in: message, body: bytes, for: document.operations[0])
    #expect(findings.map(\.description) == ["body value `/points/1/x` is required"])
  }

  @Test("Only binary members accept files, whose bytes are sent unchanged")
  func files() throws {
    let document = try document()
    let inputs = OperationInput.all(of: document.operations[0], in: document)
    #expect(inputs.filter(\.isFile).map(\.name) == ["file", "pics", "raw"])
    #expect(inputs.first { $0.name == "file" }?.type == "text|@file")
    var request = OperationRequest(document.operations[0], in: document)
    for input in inputs {
      request.set(input, toFiles: [("one.png", [0xFF, 0]), ("two.png", [1])])
      if input.name == "note" { try request.set(input, to: ["n"]) }
    }
    let message = try request.httpRequest(to: try #require(ServerURL("http://a.test")))
    let bytes = message.body.heldBytes
    let type = try #require(MediaType(message.fields[.contentType]?.rawValue ?? ""))
    let parts = try MultipartDecoder().decode(bytes, mediaType: type).parts
    #expect(parts.map(\.name) == ["note", "file", "file", "pics", "pics", "raw", "raw"])
    #expect(parts[1].bytes == [0xFF, 0] && parts[1].fileName == "one.png" && parts[3].mimeType == "image/jpeg")
  }
}
