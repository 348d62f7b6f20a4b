import ContractCoding
import FoundationEssentials
import Testing

@testable import ContractOpenAPI

@Suite struct TypeScriptFileTests {
  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().appending(path: "TypeScript")

  private static func read(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: folder.appending(path: path)))
  }

  /// Creates the file for an API with components and paths.
  private func file(
    title: String = "Test", schemas: JSONValue = [:], paths: JSONValue = [:], security: JSONValue = [:]
  ) throws -> TypeScriptFile {
    let document: JSONValue = [
      "openapi": "3.1.0", "info": ["title": .string(title), "version": "1"], "paths": paths,
      "components": ["schemas": schemas, "securitySchemes": security],
    ]
    return TypeScriptFile(try OpenAPIDocument(document))
  }

  @Test("The generated file equals the golden file byte for byte", arguments: ["nodes", "rooms", "cases", "inherited"])
  func golden(name: String) throws {
    let document = try OpenAPIDocument(parsing: try Self.read("Documents/\(name).json"))
    let expected = String(decoding: try Self.read("Golden/\(name).ts"), as: UTF8.self).split(separator: "\n")
    let found = TypeScriptFile(document).text.split(separator: "\n")
    let difference = zip(found, expected).enumerated().first { $1.0 != $1.1 }
    #expect(
      found == expected,
      """
      line \(difference.map { "\($0.offset + 1) is `\($0.element.0)`, expected `\($0.element.1)`" } ?? "count"). If the \
      change is intended: contract-tool typescript Tests/TypeScript/Documents/\(name).json --out \
      Tests/TypeScript/Golden/\(name).ts
      """)
  }

  @Test("The client class has the configured name, or that of the document's title")
  func clientName() throws {
    let document = try OpenAPIDocument(["openapi": "3.1.0", "info": ["title": "Shop", "version": "1"], "paths": [:]])
    #expect(TypeScriptFile(document).text.contains("export class ShopClient {"))
    var options = TypeScriptOptions()
    options.clientName = "Store"
    let text = TypeScriptFile(document, options: options).text
    #expect(text.contains("export class Store {"))
    #expect(!text.contains("ShopClient"))
  }

  @Test("Names of types are unique, and names that the language or the file uses are escaped")
  func names() throws {
    let any: JSONValue = ["type": "string"]
    let schemas: JSONValue = [
      "todo-item": any, "TodoItem": any, "Date": any, "2d": any, "WireShape": any, "": any, "JSONValue": any,
      "größe": any,
    ]
    let text = try file(schemas: schemas).text
    for name in ["TodoItem", "TodoItem2", "Date_", "_2d", "WireShape_", "Unnamed", "JSONValue_", "Größe"] {
      #expect(text.contains("export type \(name) = string;"), "\(name)")
    }
  }

  @Test(
    "A channel without a description sends strings and bytes, and only files with channels reserve the names of its runtime"
  )
  func channels() throws {
    let schemas: JSONValue = ["Channel": ["type": "string"]]
    let plain = try file(schemas: schemas).text
    #expect(plain.contains("export type Channel = string;") && !plain.contains("WebSocket"))
    let operation: JSONValue = ["operationId": "open", "responses": ["101": ["description": ""]]]
    let text = try file(schemas: schemas, paths: ["/a": ["get": operation]]).text
    #expect(text.contains("open(options?: ChannelOptions): Channel<string | Blob | Uint8Array, string | Uint8Array> {"))
    #expect(text.contains("export type Channel2 = string;"))
  }

  @Test("A string is sent as the data of an event, but as JSON in a line")
  func streamedStrings() throws {
    let string: JSONValue = ["type": "string"]
    let content: JSONValue = [
      "application/jsonl": ["x-itemSchema": string],
      "text/event-stream": ["x-itemSchema": ["type": "object", "properties": ["data": string]]],
    ]
    let operation: JSONValue = ["operationId": "a", "responses": ["200": ["description": "", "content": content]]]
    let text = try file(paths: ["/a": ["get": operation]]).text
    #expect(text.contains(#"{ type: "application/jsonl", stream: "lines" }"#))
    #expect(text.contains(#"{ type: "text/event-stream", stream: "events", isText: true }"#))
  }

  @Test("A list that contains itself is not a file of a multipart form")
  func recursivePart() throws {
    let tree: JSONValue = ["type": "array", "items": ["$ref": "#/components/schemas/Tree"]]
    let form: JSONValue = ["type": "object", "properties": ["tree": ["$ref": "#/components/schemas/Tree"]]]
    let operation: JSONValue = [
      "operationId": "a", "requestBody": ["content": ["multipart/form-data": ["schema": form]]], "responses": [:],
    ]
    let text = try file(schemas: ["Tree": tree], paths: ["/a": ["post": operation]]).text
    #expect(text.contains("tree?: Tree"))
  }

  @Test("An operation id names the group before its last dot and the method after it")
  func methods() throws {
    let responses: JSONValue = ["204": ["description": ""]]
    func operation(_ id: String) -> JSONValue { ["operationId": .string(id), "responses": responses] }
    let text = try file(paths: [
      "/a": ["get": operation("Todo.Lists.getAll"), "put": operation("constructor"), "post": operation("create-item")],
      "/b/{id}": ["get": ["responses": responses], "put": operation("create_item"), "post": operation("createItem")],
      "/c": ["get": operation("todoLists"), "put": operation("URLPath")],
    ]).text
    for line in [
      "  readonly todoLists2: TodoListsOperations;", "  getAll(options?: CallOptions): Promise<void> {",
      "  constructor2(options?: CallOptions): Promise<void> {", "  createItem(options?: CallOptions): Promise<void> {",
      "  createItem2(options?: CallOptions): Promise<void> {", "  create_item(options?: CallOptions): Promise<void> {",
      "  getBId(options?: CallOptions): Promise<void> {", "  todoLists(options?: CallOptions): Promise<void> {",
      "  urlPath(options?: CallOptions): Promise<void> {",
    ] {
      #expect(text.contains(line + "\n"), "\(line)")
    }
  }

  @Test("Strings of a document cannot end comments or literals")
  func hostileStrings() throws {
    let attack = "*/ } evil(); \"'`${evil()}\\ \u{2028}\r\nevil() //"
    let text = try file(
      title: attack,
      schemas: [
        "A": [
          "description": .string(attack),
          "properties": [attack: ["const": .string(attack)], "__proto__": ["type": "integer"]],
        ]
      ],
      paths: [
        "/\(attack)": [
          "get": [
            "operationId": .string(attack), "summary": .string(attack),
            "responses": [
              "200": [
                "description": "",
                "content": ["application/json; \(attack)": ["schema": ["$ref": "#/components/schemas/A"]]],
              ]
            ],
          ]
        ]
      ], security: [attack: ["type": "apiKey", "in": "header", "name": .string(attack)]]
    ).text
    // The injected call is only in literals and comments.
    var code = ""
    var rest = text[...]
    while let range = rest.firstRange(of: /\/\*(?s:.)*?\*\/|\/\/[^\n\u2028]*|"(?:[^"\\\n\u2028]|\\.)*"/) {
      code += rest[..<range.lowerBound]
      rest = rest[range.upperBound...]
    }
    code += rest
    #expect(!code.contains("evil()"), "\(code.split(separator: "\n").filter { $0.contains("evil()") })")
    #expect(!text.contains("\u{2028}"))
    #expect(text.contains(#"["__proto__"]: "integer""#))
  }

  @Test("Facts that the file cannot express are listed with their locations")
  func notes() throws {
    let file = try file(
      schemas: ["A": ["properties": ["b/c": ["$ref": "http://example.com/x.json"]]], "B": ["type": "strong"]],
      paths: [
        "/{m}": [
          "get": [
            "parameters": [
              ["name": "m", "in": "header", "style": "matrix", "schema": ["type": "string"]],
              ["name": "q", "in": "querystring", "content": ["application/json": [:]]],
            ],
            "responses": [:],
          ]
        ]
      ])
    #expect(
      file.notes == [
        "/components/schemas/A/properties/b~1c refers to `http://example.com/x.json`, which is not in the document; it is read as any value.",
        "/components/schemas/B has the unknown type `strong`; it is read as any value.",
        "/paths/~1{m}/get/parameters/0 has the style `matrix`, which only paths have; use another style.",
        "/paths/~1{m}/get/parameters/1 is the whole query, which the client cannot send; the parameter is left out.",
      ])
  }

  @Test("Components may refer to each other and to themselves")
  func recursion() throws {
    let file = try file(schemas: [
      "A": ["properties": ["b": ["$ref": "#/components/schemas/B"]]],
      "B": [
        "oneOf": [
          ["$ref": "#/components/schemas/A"], ["type": "array", "items": ["$ref": "#/components/schemas/B"]],
          ["type": "integer"],
        ]
      ],
      "C": [
        "allOf": [
          ["$ref": "#/components/schemas/C"], ["properties": ["c": ["type": "string", "format": "date-time"]]],
        ]
      ],
      "D": ["oneOf": [["$ref": "#/components/schemas/D"], ["type": "integer"]]],
    ])
    #expect(file.text.contains("export type B = A | B[] | bigint;"))
    #expect(file.text.contains(#"A: { members: { b: { type: "B" } } },"#))
    // TypeScript refuses an alias that is its own alternative or part.
    #expect(file.text.contains("export interface C {\n  c?: Date;\n}"))
    #expect(file.text.contains("export type D = JSONValue;"))
    #expect(file.notes.contains { $0.utf8.starts(with: "/components/schemas/D refers to itself".utf8) })
  }

  @Test("A subtype includes the members of its base, but not the base's list of subtypes")
  func subtypes() throws {
    func subtype(_ member: String) -> JSONValue {
      let properties = JSONObject([(member, ["type": "string"] as JSONValue)])
      let own: JSONValue = ["properties": .object(properties)]
      return ["allOf": [["$ref": "#/components/schemas/Pet"], own]]
    }
    let text = try file(schemas: [
      "Pet": [
        "type": "object", "required": ["kind"], "properties": ["kind": ["type": "string"]],
        "oneOf": [["$ref": "#/components/schemas/Cat"], ["$ref": "#/components/schemas/Dog"]],
        "discriminator": ["propertyName": "kind"],
      ],
      "Cat": subtype("a"), "Dog": subtype("b"),
    ]).text
    #expect(
      text.contains(#"export type Pet = { kind: string } & ((Cat & { kind: "Cat" }) | (Dog & { kind: "Dog" }));"#))
    #expect(text.contains("export type Cat = { kind: string } & { a?: string };"))
  }

  @Test("Versions 3.0, 3.1 and 3.2 of a document result in the same types")
  func versions() throws {
    let texts = try [
      ("3.0.3", #"{"type":"string","nullable":true}"#), ("3.1.1", #"{"type":["string","null"]}"#),
      ("3.2.0", #"{"type":["string","null"]}"#),
    ]
    .map { version, schema in
      TypeScriptFile(
        try OpenAPIDocument(
          parsing:
            #"{"openapi":"\#(version)","info":{"title":"T","version":"1"},"paths":{},"components":{"schemas":{"A":\#(schema)}}}"#
        )
      ).text
    }
    #expect(texts[0].contains("export type A = string | null;"))
    #expect(texts[0] == texts[1] && texts[1] == texts[2])
  }
}
