import ContractCoding
import ContractHTTP
import Testing

@testable import ContractOpenAPI

@Suite struct StreamedBodyTests {
  private func operation(_ body: JSONValue) throws -> (OpenAPIDocument, OpenAPIOperation) {
    let document = try OpenAPIDocument([
      "openapi": "3.2.0", "info": ["title": "T", "version": "1"],
      "paths": ["/a": ["post": ["requestBody": body, "responses": [:]]]],
    ])
    return (document, try #require(document.operations.first))
  }

  private func request(_ text: String, as type: String, _ body: JSONValue) throws -> (HTTPRequest, [String]) {
    let (document, operation) = try operation(body)
    var request = OperationRequest(operation, in: document)
    request.body = OperationBody(.bytes(Array(text.utf8)), as: type)
    let message = try request.httpRequest(to: try #require(ServerURL("http://a.test")))
    let findings = RequestChecker(document).findings(in: message, body: Array(text.utf8), for: operation)
    return (message, findings.map(\.description))
  }

  static let lines: [(String, [String])] = [
    ("", []), ("{\"n\":1}\n{\"n\":2}\n", []), ("{\"n\":1}\r\n\r\n{\"n\":2}", []),
    ("\u{1E}{\"n\":1}\n\u{1E}{\"n\":2}\n", []), ("\u{1E}{\n\"n\":1\n}\n", []), ("{\"n\":1}\n \t\r\n{\"n\":\r2}", []),
    ("{\"n\":1}\n{}\n", ["body value `/1/n` is required"]),
    ("{\"n\":-1}\n", ["body value `/0/n` must be at least 0"]),
    (
      "{\"n\":1}\n{,\n",
      ["the body must have JSON in each line. Value 2, column 2: A member name in quotation marks is expected."]
    ),
  ]

  @Test("Each line of a body of JSON lines is checked against the schema of the items", arguments: lines)
  func checked(_ text: String, _ expected: [String]) throws {
    let item: JSONValue = [
      "type": "object", "required": ["n"], "properties": ["n": ["type": "integer", "minimum": 0]],
    ]
    for type in ["application/jsonl", "application/x-ndjson", "application/json-seq"] {
      for keyword in ["itemSchema", "x-itemSchema"] {
        let body: JSONValue = ["required": true, "content": .object([type: .object([keyword: item])])]
        #expect(try request(text, as: type, body).1 == expected, "\(type) with \(keyword)")
      }
    }
  }

  @Test("A body with a declared checksum is sent with its SHA-256, and other bodies without one")
  func checksums() throws {
    let binary: JSONValue = ["content": ["application/octet-stream": [:]]]
    let sealed: JSONValue = [
      "content": ["application/octet-stream": [:]], "x-content-digest": ["algorithm": "sha-256", "in": "trailer"],
    ]
    // The digest of `hello`, as `printf hello | openssl dgst -sha256 -binary | base64` prints it.
    let digest = "sha-256=:LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=:"
    #expect(try request("hello", as: "application/octet-stream", sealed).0.fields["Content-Digest"]?.rawValue == digest)
    #expect(try request("hello", as: "application/octet-stream", binary).0.fields["Content-Digest"] == nil)
  }
}
