import ContractCoding
import ContractHTTP
import ContractOpenAPI
import Testing

@Suite struct OpenAPIDocumentTests {
  static let todos = """
    {"openapi":"3.1.1","info":{"title":"Todos","version":"2"},"servers":[{"url":"/v1"}],
    "security":[{"token":[]}],
    "paths":{"/todos/{id}":{
      "parameters":[{"$ref":"#/components/parameters/ID"},{"name":"X-Trace","in":"header","schema":{"type":"string"}}],
      "get":{"operationId":"todo","tags":["todos"],"parameters":[{"name":"x-trace","in":"header","required":true,
        "schema":{"type":"integer"}},{"name":"accept","in":"header","required":true},
        {"name":"Content-Type","in":"header","required":true},{"name":"AUTHORIZATION","in":"header","required":true},
        {"name":"fields","in":"query","style":"pipeDelimited"}],
        "responses":{"200":{"$ref":"#/components/responses/Todo"},"4XX":{"description":"no"},"default":{"description":"other"}}},
      "put":{"security":[],"deprecated":true,"requestBody":{"required":true,"content":{
        "application/json":{"schema":{"$ref":"#/components/schemas/Todo"}},"image/*":{}}},"responses":{}}}},
    "components":{"parameters":{"ID":{"name":"id","in":"path","required":true,"schema":{"type":"integer"}}},
      "responses":{"Todo":{"description":"a todo","headers":{"ETag":{"required":true,"schema":{"type":"string"}}},
        "content":{"application/json":{"schema":{"$ref":"#/components/schemas/Todo"}}}}},
      "schemas":{"Todo":{"type":"object","properties":{"parent":{"$ref":"#/components/schemas/Todo"}}},
        "a/b~c":{"type":"string"},"Loop":{"$ref":"#/components/schemas/Loop2"},"Loop2":{"$ref":"#/components/schemas/Loop"},
        "Alias":{"$ref":"#/components/schemas/a~1b~0c"},"Gone":{"$ref":"#/components/schemas/None"},
        "Far":{"$ref":"other.json#/Todo"}},
      "securitySchemes":{"token":{"type":"http","scheme":"bearer"}}}}
    """

  @Test("Operations are read in order, inherit the parameters of their path, and have no headers that OpenAPI ignores")
  func operations() throws {
    let document = try OpenAPIDocument(parsing: Self.todos)
    #expect(document.version == .v31 && document.title == "Todos" && document.apiVersion == "2")
    #expect(document.servers == ["/v1"])
    #expect(document.operations.map(\.title) == ["GET /todos/{id}", "PUT /todos/{id}"])
    let get = try #require(document.operation("todo"))
    #expect(get.tags == ["todos"] && get.pointer == "/paths/~1todos~1{id}/get")
    #expect(get.parameters.map(\.name) == ["id", "x-trace", "fields"])
    #expect(get.parameters.map(\.isRequired) == [true, true, false])
    #expect(get.parameters[0].node.pointer == "/components/parameters/ID")
    #expect(get.parameters.map(\.style) == ["simple", "simple", "pipeDelimited"])
    #expect(get.parameter(.header, "X-TRACE")?.schema?["type"]?.value == "integer")
    #expect(get.security.map { $0.schemes.map(\.name) } == [["token"]])
    let put = try #require(document.operation("PUT /todos/{id}"))
    #expect(put.id == nil && put.isDeprecated && put.security.isEmpty)
    #expect(put.requestBody?.isRequired == true)
    #expect(put.requestBody?.content.map(\.name) == ["application/json", "image/*"])
    #expect(put.requestBody?.content.map { $0.mediaType?.essence } == ["application/json", nil])
  }

  @Test("A status has its own response, the response of its range, or the default response")
  func responses() throws {
    let get = try #require(OpenAPIDocument(parsing: Self.todos).operation("todo"))
    for (status, expected) in [(200, "200"), (404, "4XX"), (500, "default")] {
      #expect(get.response(for: status)?.status == expected, "\(status)")
    }
    #expect(get.responses[0].headers.map(\.name) == ["ETag"])
    #expect(
      get.responses[0].content[0].schema?.pointer == "/components/responses/Todo/content/application~1json/schema")
  }

  @Test("A missing, external or circular reference is an error with its location")
  func references() throws {
    let document = try OpenAPIDocument(parsing: Self.todos)
    let alias = try document.resolve(#require(document.schema(named: "Alias")))
    #expect(alias.pointer == "/components/schemas/a~1b~0c" && alias["type"]?.value == "string")
    for (name, words) in [("Loop", "is circular"), ("Gone", "has no target"), ("Far", "outside the document")] {
      let node = try #require(document.schema(named: name))
      let error = #expect(throws: OpenAPIDocumentError.self, "\(name)") { try document.resolve(node) }
      #expect(error?.message.contains(words) == true, "\(name): \(String(describing: error))")
      #expect(error?.pointer.hasPrefix("/components/schemas/") == true, "\(name)")
    }
  }

  @Test("An unreadable document is refused with the location and a remedy")
  func refused() {
    let paths = { (item: String) in #"{"openapi":"3.1.0","paths":{"/a":\#(item)}}"# }
    let cases: [(text: String, pointer: String, words: String)] = [
      ("openapi: 3.1.0", "", "YAML"), ("swagger: '2.0'", "", "YAML"), ("# An API\r\n\r\ninfo:\r\n", "", "YAML"),
      ("{\"openapi\":\n}", "", "Line 2"),
      ("[]", "", "not a JSON object"),
      ("{}", "", "has no member `openapi`"),
      (#"{"swagger":"2.0"}"#, "", "convert"),
      (#"{"openapi":"4.0.0"}"#, "/openapi", "use 3.0, 3.1 or 3.2"),
      (#"{"openapi":"3.10.0"}"#, "/openapi", "use 3.0, 3.1 or 3.2"),
      (#"{"openapi":"3.1.0","paths":[]}"#, "/paths", "not an object"),
      (paths("7"), "/paths/~1a", "not an object"),
      (paths(#"{"get":7}"#), "/paths/~1a/get", "not an object"),
      (paths(#"{"get":{"operationId":7}}"#), "/paths/~1a/get/operationId", "in quotes"),
      (paths(#"{"get":{"parameters":[{"in":"query"}]}}"#), "/paths/~1a/get/parameters/0", "no `name`"),
      (paths(#"{"get":{"parameters":[{"name":"a","in":"body"}]}}"#), "/paths/~1a/get/parameters/0", "location `body`"),
      (paths(##"{"get":{"parameters":[{"$ref":"#/x"}]}}"##), "/paths/~1a/get/parameters/0/$ref", "has no target"),
      (paths(##"{"get":{"parameters":[{"$ref":"#/50%"}]}}"##), "/paths/~1a/get/parameters/0/$ref", "as `%25`"),
      (paths(#"{"get":{"responses":{"ok":{}}}}"#), "/paths/~1a/get/responses/ok", "use one such as 200"),
      (paths(#"{"get":{"responses":{"200":{"$ref":7}}}}"#), "/paths/~1a/get/responses/200/$ref", "not a string"),
    ]
    for (text, pointer, words) in cases {
      let error = #expect(throws: OpenAPIDocumentError.self, "\(text)") { try OpenAPIDocument(parsing: text) }
      #expect(error?.pointer == pointer, "\(text)")
      #expect(error?.message.contains(words) == true, "\(text): \(error?.message ?? "")")
    }
  }
}
