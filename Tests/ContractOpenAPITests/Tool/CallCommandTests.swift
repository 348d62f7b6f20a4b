import ContractCoding
import ContractHTTP
import ContractServer
import Foundation
import Testing

@testable import contract_tool

/// A file with a document, which is removed at the end.
final class DocumentFixture: Sendable {
  let path: String

  init(_ text: String = ItemProvider.text) throws {
    path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).json").path
    try text.write(toFile: path, atomically: true, encoding: .utf8)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}

@Suite struct CallCommandTests {
  static let calls: [(arguments: [String], status: ToolStatus, output: String, errors: String)] = [
    (["listItems", "--bearer", "secret", "--limit", "5", "--state", "open"], .fine, #"[{"id":7,"title":"milk""#, ""),
    (["GET /items/{id}", "--bearer=secret", "--id=8"], .fine, #"{"id":8,"#, ""),
    (["createItem", "--bearer", "secret", "--X-Client", "me", "--title", "7"], .fine, #""title":"7""#, ""),
    (
      ["createItem", "--bearer", "secret", "--X-Client", "me", "--body", #"{"title":"raw"}"#], .fine, #""title":"raw""#,
      ""
    ),
    (["getItem", "--bearer", "secret", "--id", "9"], .findings, "", "404 Not Found\nnotFound: Refused"),
    (["listItems", "--limit", "5"], .findings, "", "401 Unauthorized\nno credentials"),
    (["listItems", "--bearer", "secret", "--limit", "x"], .findings, "", "400 Bad Request\nlimit"),
    (["listItems", "--bearer", "secret", "--include"], .fine, "200 OK\nDate: ", ""),
    (
      ["getItem", "--bearer", "secret", "--id", "9", "--json"], .findings, #"{"status":404,"headers":{"#, ""
    ),
    (
      ["listItems", "--bearer", "secret", "--header", "X-A: b", "--path.id", "7"], .unusable, "",
      "has no option `--path.id`"
    ),
    (["getItem", "--bearer", "secret"], .unusable, "", "getItem needs --id int64"),
    (["createItem", "--bearer", "secret", "--X-Client", "me"], .unusable, "", "createItem needs --title string"),
    (["listItem"], .unusable, "", "Did you mean `listItems`?"),
    (["listItems", "--limti", "5"], .unusable, "", "Did you mean `--limit`?"),
    (["listItems", "--limit", "5", "--limit", "6"], .unusable, "", "`limit` has 2 values; give one"),
    (["listItems", "more"], .unusable, "", "`more` is a second operation"),
    (["listItems", "--limit"], .unusable, "", "`--limit` needs a value: --limit integer"),
    (["listItems", "--basic", "a:b"], .unusable, "", "the operation requires token"),
    (["listItems", "--basic", "a"], .unusable, "", "expected USER:PASSWORD"),
    (["listItems", "--header", "x"], .unusable, "", "expected NAME:VALUE"),
    (["listItems", "--timeout", "0"], .unusable, "", "expected a number of seconds"),
    (["listItems", "--url", "localhost"], .unusable, "", "expected http://HOST"),
    (["listItems", "--url"], .unusable, "", "`--url` needs a value: --url URL"),
    ([], .unusable, "", "`call` needs an operation."),
  ]

  @Test("A call prints the body, a problem or the fault of the command line, and exits with its status")
  func results() async throws {
    let document = try DocumentFixture()
    let server = ItemProvider().server
    let address = try await server.start()
    for call in Self.calls {
      let url = call.arguments.contains("--url") ? [] : ["--url", address.url]
      let run = await ToolRun(["call", "--document", document.path] + url + call.arguments)
      #expect(
        run.status == call.status && (call.output.isEmpty || run.output.contains(call.output)),
        "\(call.arguments): \(run)")
      #expect(call.errors.isEmpty || run.errors.contains(call.errors), "\(call.arguments): \(run)")
      if call.status == .fine { #expect(run.errors.isEmpty, "\(call.arguments): \(run)") }
    }
    await server.stop(drain: .zero)
  }

  @Test("A terminal shows indented JSON, and a failed connection exits with 2")
  func terminal() async throws {
    let document = try DocumentFixture()
    let server = ItemProvider().server
    let address = try await server.start()
    let arguments = [
      "call", "getItem", "--document", document.path, "--url", address.url, "--bearer", "secret", "--id", "7",
    ]
    let run = await ToolRun(arguments, usesColor: true)
    #expect(run.output.hasPrefix("{\n  \"id\": 7,\n"), "\(run)")
    await server.stop(drain: .zero)
    let failed = await ToolRun(arguments)
    #expect(failed.status == .unusable && failed.errors.hasPrefix("contract-tool: "), "\(failed)")
  }

  @Test("A body that is not text is written unchanged, as base64 within JSON, and never to a terminal")
  func bytes() async throws {
    let document = try DocumentFixture(
      """
      {"openapi":"3.1.0","info":{"title":"T","version":"1"},"paths":{"/bytes":{"get":{"operationId":"bytes",
       "responses":{"200":{"description":"ok"}}}}}}
      """)
    let body: [UInt8] = [0x89, 0x50, 0x0D, 0x0A, 0x00, 0xFF]
    var router = Router()
    router.on(.get, "/bytes") { _ in HTTPResponse(.ok, body: .bytes(body)) }
    let server = Server(port: 0, threads: 1, router: router)
    let address = try await server.start()
    let arguments = ["call", "bytes", "--document", document.path, "--url", address.url]
    for isTerminal in [false, true] {
      let (written, errors) = (Lock<[UInt8]>([]), Lock<[String]>([]))
      let console = ToolConsole(
        isTerminal: isTerminal, output: { line in written.withLock { $0 += Array(line.utf8) } },
        bytes: { bytes in written.withLock { $0 += bytes } },
        errors: { line in errors.withLock { $0.append(line) } })
      #expect(await ContractTool.run(arguments, console) == .fine)
      #expect(written.withLock { $0 } == (isTerminal ? [] : body))
      #expect(errors.withLock { $0.first?.contains("6 bytes that are not text") ?? false } == isTerminal)
    }
    let json = try JSONValue(parsing: await ToolRun(arguments + ["--json"]).output)
    #expect(json["body"] == "iVANCgD/" && json["bodyEncoding"] == "base64")
    await server.stop(drain: .zero)
  }

  @Test("Without a URL, the first server is called with the defaults of its variables, and no other server")
  func servers() async throws {
    var router = Router()
    router.on(.get, "/v1/a") { _ in .text("first") }
    router.on(.get, "/v2/a") { _ in .text("second") }
    let server = Server(port: 0, threads: 1, router: router)
    let address = try await server.start()
    let variables: JSONValue = [
      "scheme": ["default": "http"], "rest": ["default": .string("\(address.url.dropFirst(7))/v1")],
    ]
    let second: JSONValue = ["url": .string(address.url + "/v2")]
    for (first, output, errors) in [
      (["url": "{scheme}://{rest}", "variables": variables], "first", ""),
      (["url": "/v1"], "", "The first server of the document, `/v1`, is not an HTTP URL."),
      (["url": "{scheme}://{rest}"], "", "is not an HTTP URL.\n"), (second, "second", ""),
    ] as [(JSONValue, String, String)] {
      let value: JSONValue = [
        "openapi": "3.1.1", "info": ["title": "T", "version": "1"], "servers": [first, second],
        "paths": ["/a": ["get": ["operationId": "read", "responses": ["200": ["description": "ok"]]]]],
      ]
      let document = try DocumentFixture(value.description)
      let run = await ToolRun("call", "read", "--document", document.path)
      #expect(run.status == (errors.isEmpty ? .fine : .unusable) && run.output == output, "\(first): \(run)")
      #expect(run.errors.contains(errors) || errors.isEmpty, "\(first): \(run)")
    }
    await server.stop(drain: .zero)
  }

  @Test("The help lists operations, and the options of an operation with types, defaults and descriptions")
  func help() async throws {
    let document = try DocumentFixture()
    let list = await ToolRun("call", "--document", document.path, "--help")
    #expect(list.status == .fine && list.output.contains("listItems   GET /items  List items."), "\(list)")
    let help = await ToolRun("call", "createItem", "--document", document.path, "--help")
    for text in [
      "--X-Client string", "--title string", "the words. (required)", "--priority integer", "credentials: token",
    ] {
      #expect(help.output.contains(text), "expected \(text) in \(help.output)")
    }
    let other = await ToolRun("call", "listItems", "--document", document.path, "--help")
    #expect(other.output.contains("--limit integer    the maximum number. Default: 20."), "\(other)")
    #expect(other.output.contains("--state open|done"), "\(other)")
    let own = await ToolRun("call", "--help")
    #expect(own.status == .fine && own.output.hasPrefix("usage: contract-tool call"), "\(own)")
  }

  @Test("A document is loaded from a URL, and an error names the URL")
  func documentURL() async throws {
    var router = Router()
    router.on(.get, "/api.json") { _ in .text(ItemProvider.text) }
    let server = Server(port: 0, threads: 1, router: router)
    let address = try await server.start()
    let run = await ToolRun("call", "--document", address.url + "/api.json", "--help")
    #expect(run.status == .fine && run.output.contains("listItems"), "\(run)")
    let absent = await ToolRun("call", "--document", address.url + "/other.json", "--help")
    #expect(
      absent.status == .unusable && absent.errors.contains("/other.json: the server responded with 404"), "\(absent)")
    await server.stop(drain: .zero)
  }

  @Test("A parameter named like an option of the command is written with its location")
  func reserved() async throws {
    let document = try DocumentFixture(
      """
      {"openapi":"3.1.0","info":{"title":"T","version":"1"},"paths":{"/echo":{"post":{"operationId":"echo",
       "parameters":[{"name":"url","in":"query","schema":{"type":"string"}},
        {"name":"id","in":"query","schema":{"type":"integer"}},{"name":"id","in":"header","schema":{"type":"string"}},
        {"name":"all","in":"query","schema":{"type":"boolean"}}],
       "requestBody":{"content":{"application/x-www-form-urlencoded":{"schema":{"type":"object","properties":{
        "id":{"type":"string"},"tags":{"type":"array","items":{"type":"string"}},"place":{"type":"object"}}}}}},
       "responses":{"200":{"description":"ok"}}}}}}
      """)
    var router = Router()
    router.on(.post, "/echo") { request in
      let header = request.head.fields["id"]?.rawValue ?? ""
      return .text("\(request.head.query ?? "") \(header) \(String(decoding: request.body, as: UTF8.self))")
    }
    let server = Server(port: 0, threads: 1, router: router)
    let address = try await server.start()
    let run = await ToolRun(
      "call", "echo", "--document", document.path, "--url", address.url, "--query.url", "a b", "--id", "7",
      "--header.id", "h", "--body.id", "b", "--tags", "x", "--tags", "y", "--place", #"{"x":1}"#, "--all")
    await server.stop(drain: .zero)
    #expect(run.output == "url=a%20b&id=7&all=true h id=b&tags=x&tags=y&place=%7B%22x%22%3A1%7D", "\(run)")
  }

  static let formats: JSONValue = [
    "image/*": [:],
    "multipart/form-data": [
      "schema": ["type": "object", "properties": ["file": ["format": "binary"], "meta": ["type": "string"]]]
    ],
    "application/x-www-form-urlencoded": [
      "schema": [
        "oneOf": [
          ["properties": ["kind": ["const": "made"], "by": ["type": "string"]]],
          ["properties": ["kind": ["const": "moved"], "by": ["type": "integer"]]],
        ]
      ]
    ],
  ]

  static let bodies: [(arguments: [String], output: String)] = [
    (["--kind", "moved", "--by", "7"], "application/x-www-form-urlencoded kind=moved&by=7"),
    (["--body", "kind=made"], "application/x-www-form-urlencoded kind=made"),
    (["--type", "multipart/form-data", "--meta", "m"], "name=\"meta\"\r\n\r\nm\r\n"),
    (["--type", "image/png", "--body", "x"], "image/png x"),
    (["--type", "multipart/form-data", "--kind", "moved"], "has no option `--kind`"),
    (["--help"], "--kind made|moved"), (["--help"], "--by string|integer"),
    (["--help", "--type", "multipart/form-data"], "--meta string"),
  ]

  @Test("The options for a body are the members of its format, including all its alternatives", arguments: bodies)
  func bodyFormats(_ arguments: [String], _ output: String) async throws {
    let value: JSONValue = [
      "openapi": "3.1.1", "info": ["title": "T", "version": "1"],
      "paths": [
        "/echo": [
          "post": [
            "operationId": "echo", "requestBody": ["content": Self.formats],
            "responses": ["200": ["description": "ok"]],
          ]
        ]
      ],
    ]
    let document = try DocumentFixture(value.description)
    var router = Router()
    router.on(.post, "/echo") { request in
      let type = request.head.fields[.contentType]?.rawValue ?? ""
      return .text("\(type) \(String(decoding: request.body, as: UTF8.self))")
    }
    let server = Server(port: 0, threads: 1, router: router)
    let address = try await server.start()
    let run = await ToolRun(["call", "echo", "--document", document.path, "--url", address.url] + arguments)
    #expect((run.output + run.errors).contains(output), "\(run)")
    await server.stop(drain: .zero)
  }

  @Test("`@` before the value of a file reads a file; other values are sent as they are")
  func files() async throws {
    let form: JSONValue = [
      "type": "object", "properties": ["file": ["type": "string", "format": "binary"], "note": ["type": "string"]],
    ]
    let value: JSONValue = [
      "openapi": "3.1.1", "info": ["title": "T", "version": "1"],
      "paths": [
        "/echo": [
          "post": [
            "operationId": "echo", "requestBody": ["content": ["multipart/form-data": ["schema": form]]],
            "responses": ["200": ["description": "ok"]],
          ]
        ]
      ],
    ]
    let (document, file) = (try DocumentFixture(value.description), try DocumentFixture("content"))
    var router = Router()
    router.on(.post, "/echo") { request in .text(String(decoding: request.body, as: UTF8.self)) }
    let server = Server(port: 0, threads: 1, router: router)
    let address = try await server.start()
    let arguments = ["call", "echo", "--document", document.path, "--url", address.url]
    let run = await ToolRun(arguments + ["--file", "@" + file.path, "--note", "@n"])
    let name = file.path.split(separator: "/").last ?? ""
    #expect(run.output.contains("filename=\"\(name)\"\r\n") && run.output.contains("\r\n\r\ncontent\r\n"), "\(run)")
    #expect(run.output.contains("name=\"note\"\r\n\r\n@n\r\n"), "\(run)")
    let text = await ToolRun(arguments + ["--file", "words"])
    #expect(text.output.contains("filename=\"file\"\r\n") && text.output.contains("words"), "\(text)")
    let absent = await ToolRun(arguments + ["--file", "@/nothing.png"])
    #expect(absent.status == .unusable && absent.errors.contains("/nothing.png: there is no such file"), "\(absent)")
    await server.stop(drain: .zero)
  }

  @Test("A body whose declared media type is a range needs an explicit media type")
  func rangeOfBody() async throws {
    let value: JSONValue = [
      "openapi": "3.1.1", "info": ["title": "T", "version": "1"],
      "paths": [
        "/a": ["put": ["operationId": "load", "requestBody": ["content": ["image/*": [:]]], "responses": [:]]]
      ],
    ]
    let document = try DocumentFixture(value.description)
    let run = await ToolRun("call", "load", "--document", document.path, "--url", "http://127.0.0.1:9", "--body", "x")
    #expect(run.status == .unusable, "\(run)")
    #expect(run.errors.contains("The media type of the body is the range image/*: give a type"), "\(run)")
  }
}
