import Contract
import ContractCoding
import ContractHTTP
import ContractOpenAPI
import Testing

@testable import ContractServer

@Suite("Docs")
struct DocsTests {
  static let document: JSONValue = [
    "openapi": "3.1.1", "info": ["title": "Things", "version": "1"], "paths": [:],
    "servers": [["url": "/"], ["url": "https://api.example.com:8443/v1"], ["url": "https://{region}.example.com"]],
  ]

  static func pipeline(at path: PathTemplate = "/docs", document: JSONValue = document) throws -> RequestPipeline {
    var router = Router()
    router.add(Docs(at: path, document: document))
    return try RequestPipeline(router: router, middleware: [], maxBodyBytes: 100) { _, _ in }
  }

  static func get(_ path: String, _ fields: HTTPFields = [:]) async throws -> HTTPResponse {
    try await pipeline().respond(to: HTTPRequest(.get, path, fields: fields))
  }

  static func bytes(_ response: HTTPResponse) async throws -> [UInt8] {
    try await response.body.collect(upTo: 1 << 20)
  }

  @Test(
    "The page and documents have their media types and are revalidated by caches",
    arguments: [
      ("/docs", "text/html; charset=utf-8"), ("/openapi.json", "application/json"),
      ("/openapi.yaml", "application/yaml"),
    ])
  func mediaTypes(path: String, type: String) async throws {
    let response = try await Self.get(path)
    #expect(response.status == .ok)
    let expected = [
      "Content-Type": type, "Cache-Control": "no-cache", "X-Content-Type-Options": "nosniff",
      "Referrer-Policy": "no-referrer",
    ]
    for (name, value) in expected {
      #expect(response.fields[HTTPFieldName(name)!]?.rawValue == value, "\(path): \(name)")
    }
  }

  @Test(
    "A client whose copy is current gets 304 without a body", arguments: ["/docs", "/openapi.json", "/openapi.yaml"])
  func notModified(path: String) async throws {
    let first = try await Self.get(path)
    let tag = try #require(first.fields["ETag"])
    #expect(EntityTag(parsing: tag.rawValue)?.isWeak == false)
    for known in [tag.rawValue, "W/\(tag.rawValue)", "\"other\", \(tag.rawValue)", "*"] {
      let second = try await Self.get(path, ["If-None-Match": HTTPFieldValue(known)!])
      #expect(second.status == .notModified, "\(path) with \(known)")
      #expect(second.fields["ETag"] == tag)
      #expect(second.fields[.contentType] == nil)
      #expect(try await Self.bytes(second).isEmpty)
    }
    let other = try await Self.get(path, ["If-None-Match": "\"other\""])
    #expect(other.status == .ok, "\(path) with another tag")
  }

  @Test("The page is smaller than 100 kB, contains its style and script, and loads nothing from other hosts")
  func page() async throws {
    let html = try await Self.bytes(Self.get("/docs"))
    #expect(html.count < 100_000, "the page has \(html.count) bytes")
    let text = String(decoding: html, as: UTF8.self)
    for mark in ["<!--style-->", "/*script*/"] { #expect(!text.contains(mark), "\(mark) is not replaced") }
    for forbidden in [
      "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "<iframe", " src=", "@import",
    ] {
      #expect(!text.contains(forbidden), "the page contains \(forbidden)")
    }
    #expect(text.components("<script").count == 2 && text.components("</script").count == 2)
    #expect(text.components("<style").count == 2 && text.components("</style").count == 2)
  }

  @Test("The content security policy allows only the page's script and style and the document's servers")
  func policy() async throws {
    let response = try await Self.get("/docs")
    let text = String(decoding: try await Self.bytes(response), as: UTF8.self)
    let policy = try #require(response.fields["Content-Security-Policy"]?.rawValue)
    let directives = policy.components("; ")
    for (directive, element) in [("script-src", "script type=\"module\""), ("style-src", "style")] {
      let name = element.components(" ")[0]
      let content = text.components("<\(element)>")[1].components("</\(name)>")[0]
      let expected = "\(directive) 'sha256-\(Base64.text(SHA256.digest(of: content.utf8)))'"
      #expect(directives.contains(expected), "expected \(expected) in \(policy)")
    }
    for expected in [
      "default-src 'none'", "connect-src 'self' https://api.example.com:8443 wss://api.example.com:8443",
      "base-uri 'none'", "form-action 'none'",
      "frame-ancestors 'none'", "require-trusted-types-for 'script'", "trusted-types 'none'",
    ] {
      #expect(directives.contains(expected), "expected \(expected) in \(policy)")
    }
    #expect(!policy.contains("unsafe"))
  }

  @Test(
    "A server URL that could alter the content security policy is omitted from it",
    arguments: [
      "https://a.example; script-src *", "https://a.example 'unsafe-inline'", "https://", "javascript:x", "//a",
      "https://a,b",
    ])
  func hostileServer(url: String) async throws {
    let document: JSONValue = ["openapi": "3.1.1", "paths": [:], "servers": [["url": .string(url)]]]
    let response = try await Self.pipeline(document: document).respond(to: HTTPRequest(.get, "/docs"))
    let policy = try #require(response.fields["Content-Security-Policy"]?.rawValue)
    #expect(policy.contains("; connect-src 'self'; "), "\(url) is in \(policy)")
  }

  @Test("The document describes all endpoints of the server, including mounted ones, and no raw routes")
  func describesServer() async throws {
    var router = Router()
    router.add(Docs(at: "/docs", title: "Things", version: "7"))
    router.on(Endpoint<Empty, String>(.get, "/version")) { request in "1" }
    router.add(Route(Endpoint<Empty, String>(.get, "/name")) { _ in "x" }.mounted(at: "/below"))
    router.on(.get, "/raw", id: "raw") { _ in .text("raw") }
    let pipeline = try RequestPipeline(router: router, middleware: [], maxBodyBytes: 100) { _, _ in }
    let bytes = try await Self.bytes(try await pipeline.respond(to: HTTPRequest(.get, "/openapi.json")))
    let document = try JSONValue(parsing: bytes)
    #expect(document[pointer: "/info/title"] == "Things")
    #expect(document[pointer: "/info/version"] == "7")
    #expect(document["paths"]?.object?.map(\.name) == ["/version", "/below/name"])
    let yaml = try await Self.bytes(try await pipeline.respond(to: HTTPRequest(.get, "/openapi.yaml")))
    #expect(String(decoding: yaml, as: UTF8.self).components("\n  /version:").count == 2)
  }

  @Test(
    "The document is served at openapi.json next to the page",
    arguments: [
      ("/docs", "/openapi.json"), ("/internal/docs", "/internal/openapi.json"), ("/docs/", "/docs/openapi.json"),
      ("/", "/openapi.json"),
    ])
  func sibling(page: String, document: String) async throws {
    let pipeline = try Self.pipeline(at: try PathTemplate(page))
    for path in [page, document] {
      let response = try await pipeline.respond(to: HTTPRequest(.get, path))
      #expect(response.status == .ok, "\(path) for a page at \(page)")
    }
  }
}

extension String {
  /// Splits at a separator, by bytes.
  fileprivate func components(_ separator: String) -> [String] {
    var parts: [String] = []
    var rest = Array(utf8)[...]
    let mark = Array(separator.utf8)
    while let start = rest.indices.first(where: { rest[$0...].starts(with: mark) }) {
      parts.append(String(decoding: rest[..<start], as: UTF8.self))
      rest = rest[(start + mark.count)...]
    }
    return parts + [String(decoding: rest, as: UTF8.self)]
  }
}

private enum Base64 {
  /// Encodes bytes (RFC 4648 §4).
  static func text(_ bytes: [UInt8]) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << (8 * UInt32(3 - group.count))
      let digits = [18, 12, 6, 0].map { alphabet[Int(bits >> $0 & 63)] }
      text += digits.prefix(group.count + 1) + Array(repeating: UInt8(ascii: "="), count: 3 - group.count)
    }
    return String(decoding: text, as: UTF8.self)
  }
}
