internal import ContractClient
internal import FoundationEssentials

// {"version":1,"masking"?,"request":{"method","url","fields":{"Name":"value"|["a","b"]},"json"|"text"|"base64"},"response":{"status",…}}

extension Fixture {
  /// The contents of the fixture's file.
  var fileContent: [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("version")
    writer.write(1)
    writeMasking(to: &writer)
    writer.key("request")
    writer.beginObject()
    writer.member("method", request.method.rawValue)
    writer.member("url", request.url)
    Self.write(request.fields, request.body, to: &writer)
    writer.endObject()
    writer.key("response")
    writer.beginObject()
    writer.key("status")
    writer.write(response.status.code)
    Self.write(response.fields, response.body, to: &writer)
    writer.endObject()
    writer.endObject()
    return JSONLayout.indented(writer.bytes) + [0x0A]
  }

  /// The headers that depend on each byte of the body.
  private static let exactFields = HTTPFields.digestNames + ["Content-Range"]

  private static func write(_ fields: HTTPFields, _ body: HTTPBody, to writer: inout JSONWriter) {
    writer.key("fields")
    writer.beginObject()
    var written: Set<HTTPFieldName> = []
    for line in fields where written.insert(line.name).inserted {
      let values = fields.values(line.name).map(\.rawValue)
      writer.key(line.name.rawName)
      if values.count == 1 { writer.write(values[0]) } else { writer.write(values) }
    }
    writer.endObject()
    let bytes = body.heldBytes
    guard !bytes.isEmpty else { return }
    // The body is written as `json` only if it can be read back without losing anything but white space, and no header
    // depends on its bytes.
    let media = (fields[.contentType]?.rawValue).flatMap { MediaType($0) }
    let isExact = exactFields.contains { fields.contains($0) }
    if !isExact, media?.isJSON == true, let document = try? JSONDocument(bytes),
      CanonicalJSON.text(document.root, sortsMembers: false) == JSONLayout.compacted(bytes)
    {
      writer.key("json")
      writer.write(json: bytes)
    } else if let text = String(validating: bytes, as: UTF8.self) {
      writer.member("text", text)
    } else {
      writer.member("base64", Data(bytes).base64EncodedString())
    }
  }

  /// Parses the contents of a fixture file.
  init(fileContent bytes: [UInt8], path: String) throws(FixtureError) {
    let document: JSONDocument
    do throws(JSONSyntaxError) {
      // A message of the maximum depth is nested two levels deeper in a fixture.
      document = try JSONDocument(bytes, limits: JSONLimits(maxDepth: JSONLimits.hardMaxDepth))
    } catch {
      throw FixtureError(path, "is not valid JSON: \(error)")
    }
    let root = document.root
    guard root.member("version")?.integer(as: Int.self) == 1 else {
      throw FixtureError(
        path, "is not a fixture of version 1; record the fixture again, or move a file that is not a fixture")
    }
    try root.checkMembers(of: "fixture", among: ["version", "masking", "request", "response"], path)
    guard let request = root.member("request"), let method = request.member("method")?.string.flatMap(HTTPMethod.init),
      let url = request.member("url")?.string
    else { throw FixtureError(path, "has no request with a method and a URL") }
    guard let response = root.member("response"),
      let status = response.member("status")?.integer(as: Int.self).flatMap({ HTTPStatus($0) })
    else { throw FixtureError(path, "has no response with a status") }
    try request.checkMembers(of: "request", among: ["method", "url", "fields"] + Self.bodies, path)
    try response.checkMembers(of: "response", among: ["status", "fields"] + Self.bodies, path)
    let (scheme, authority, target) = Self.parts(of: url)
    self.init(
      request: HTTPRequest(
        method, target, scheme: scheme, authority: authority, fields: try Self.fields(request, "request", path),
        body: try Self.body(request, "request", path)),
      response: HTTPResponse(
        status, fields: try Self.fields(response, "response", path), body: try Self.body(response, "response", path)),
      masking: try Self.masking(root, path))
  }

  private static func parts(of url: String) -> (scheme: String?, authority: String?, target: String) {
    let https = url.rest(afterBytes: "https://")
    guard let rest = https ?? url.rest(afterBytes: "http://") else { return (nil, nil, url) }
    let scheme = https == nil ? "http" : "https"
    let end = rest.utf8.firstIndex { "/?*".utf8.contains($0) } ?? rest.endIndex
    return (scheme, String(rest[..<end]), end == rest.endIndex ? "/" : String(rest[end...]))
  }

  /// The members that hold a body.
  private static let bodies = ["json", "text", "base64"]

  private static func fields(
    _ message: JSONDocument.Node, _ parent: String, _ path: String
  ) throws(FixtureError) -> HTTPFields {
    var fields = HTTPFields()
    guard let node = message.member("fields") else { return fields }
    guard node.kind == .object else {
      throw FixtureError(path, "has `fields` in `\(parent)` that are not an object of names and values")
    }
    for (name, value) in node.members {
      let texts = value.kind == .array ? value.elements.map(\.string) : [value.string]
      for text in texts {
        guard let name = HTTPFieldName(name), let value = text.flatMap(HTTPFieldValue.init) else {
          throw FixtureError(path, "has an invalid header `\(name)` in `\(parent)`")
        }
        fields.append(name, value)
      }
    }
    return fields
  }

  private static func body(
    _ message: JSONDocument.Node, _ parent: String, _ path: String
  ) throws(FixtureError) -> HTTPBody {
    let names = bodies.filter { message.member($0) != nil }
    guard let name = names.first, let node = message.member(name) else { return .empty }
    guard names.count == 1 else {
      let list = names.map { "`\($0)`" }.joined(separator: " and ")
      throw FixtureError(path, "has several bodies in `\(parent)`: \(list); keep one")
    }
    if name == "json" { return .bytes(CanonicalJSON.text(node, sortsMembers: false)) }
    guard let text = node.string else {
      throw FixtureError(path, "has a `\(name)` in `\(parent)` that is not a string; write a JSON body as `json`")
    }
    let bytes = name == "text" ? Array(text.utf8) : Data(base64Encoded: text).map(Array.init)
    guard let bytes else { throw FixtureError(path, "has an invalid `base64` body in `\(parent)`") }
    return bytes.isEmpty ? .empty : .bytes(bytes)
  }
}
