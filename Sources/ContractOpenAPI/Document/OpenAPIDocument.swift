public import ContractCoding
internal import ContractHTTP

/// A parsed OpenAPI document of version 3.0, 3.1 or 3.2.
///
/// ```swift
/// let document = try OpenAPIDocument(parsing: bytes)
/// for operation in document.operations { print(operation.method, operation.path, operation.id ?? "") }
/// ```
///
/// Everything except schemas is read and checked once, with references resolved. Schemas may be recursive, so they remain
/// JSON, as nodes with their locations; ``resolve(_:)`` follows their references.
public struct OpenAPIDocument: Sendable {
  /// The whole document.
  public let root: OpenAPINode
  /// The version of the specification.
  public let version: OpenAPIVersion
  /// The title of the API; empty if absent.
  public let title: String
  /// The version of the API itself, such as `1.4.0`; empty if absent.
  public let apiVersion: String
  /// The URLs of the servers, in order.
  public let servers: [String]
  /// The operations, in the document's order.
  public let operations: [OpenAPIOperation]
  /// The security schemes by name, with references resolved.
  public let securitySchemes: [(name: String, node: OpenAPINode)]
  /// The requirements of operations that declare none.
  public let security: [OpenAPISecurityRequirement]
  /// The pointers of members that have the name of an earlier member. Only one of the members with a name is read.
  private(set) var repeatedMembers: [String] = []

  /// Reads a document.
  ///
  /// - Throws: ``OpenAPIDocumentError`` for a value that is not an OpenAPI document, for an unsupported version, and for an
  ///   operation, parameter, body or response with a reference whose target is missing or in another document.
  public init(_ value: JSONValue) throws(OpenAPIDocumentError) {
    let root = OpenAPINode(value, at: "")
    self.root = root
    version = try Self.version(of: root)
    title = try root["info"]?.text("title") ?? ""
    apiVersion = try root["info"]?.text("version") ?? ""
    var servers: [String] = []
    for server in try root.elements(of: "servers") {
      if let url = try server.text("url") { servers.append(url) }
    }
    self.servers = servers
    let reader = OpenAPIDocumentReader(root)
    security = try reader.security(of: root) ?? []
    securitySchemes = try reader.securitySchemes()
    operations = try reader.operations(security: security)
  }

  /// Parses a document in JSON. YAML is not read; convert it to JSON first.
  ///
  /// - Throws: ``OpenAPIDocumentError``, with line and column for a syntax error.
  public init(parsing bytes: [UInt8]) throws(OpenAPIDocumentError) {
    let value: JSONValue
    do throws(JSONSyntaxError) {
      value = try JSONValue(parsing: bytes)
    } catch {
      throw OpenAPIDocumentError(
        Self.isYAML(bytes)
          ? "The document is YAML; convert it to JSON, or export it as JSON." : "The document is not JSON. \(error)",
        at: "")
    }
    try self.init(value)
    repeatedMembers = RepeatedMembers.pointers(in: bytes)
  }

  /// Returns true for text that begins as documents in YAML do, after comments.
  private static func isYAML(_ bytes: [UInt8]) -> Bool {
    let lines = bytes.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
    guard let first = lines.first(where: { $0.first != UInt8(ascii: "#") }) else { return false }
    return ["openapi:", "swagger:", "info:", "---", "%YAML"].contains { first.starts(with: $0.utf8) }
  }

  /// Parses a document in JSON.
  ///
  /// - Throws: ``OpenAPIDocumentError``, with line and column for a syntax error.
  public init(parsing text: String) throws(OpenAPIDocumentError) {
    try self.init(parsing: Array(text.utf8))
  }

  /// Returns the operation with an `operationId`, or with a method and path such as `GET /todos/{id}`.
  public func operation(_ name: String) -> OpenAPIOperation? {
    operations.first { $0.id == name || $0.title == name }
  }

  /// The URL of the first server with the default values of its variables; nil if there is no server.
  package var firstServerURL: String? {
    guard let server = root["servers"]?[0], var url = server["url"]?.value.string else { return nil }
    for (name, variable) in server["variables"]?.members ?? [] {
      url = url.replacingBytes("{\(name)}", with: variable["default"]?.value.string ?? "")
    }
    return url
  }

  /// Returns the schema with a name in `components/schemas`; nil if there is none.
  public func schema(named name: String) -> OpenAPINode? { root["components"]?["schemas"]?[name] }

  /// The security schemes whose credentials are part of requests. Client certificates are excluded, because they belong to
  /// connections.
  var sentSchemes: [(name: String, node: OpenAPINode)] {
    securitySchemes.filter { $0.node["type"]?.value.string != "mutualTLS" }
  }

  /// Returns the names of the schemes of a requirement without client certificates; empty if a request needs no credentials.
  package func sentSchemes(of requirement: OpenAPISecurityRequirement) -> [String] {
    let certificates = Set(securitySchemes.map(\.name)).subtracting(sentSchemes.map(\.name))
    return requirement.schemes.map(\.name).filter { !certificates.contains($0) }
  }

  private static func version(of root: OpenAPINode) throws(OpenAPIDocumentError) -> OpenAPIVersion {
    guard root.value.object != nil else {
      throw OpenAPIDocumentError("The document is not a JSON object; pass an OpenAPI document.", at: "")
    }
    guard let text = try root.text("openapi") else {
      let isOld = root["swagger"] != nil
      throw OpenAPIDocumentError(
        isOld
          ? "The document is Swagger 2.0; convert it to OpenAPI 3.0 or later."
          : "The document has no member `openapi`; add its version, such as \"3.1.1\".", at: "")
    }
    for version in OpenAPIVersion.allCases {
      // The patch level is ignored, because it does not change the meaning of a document.
      guard let rest = text.rest(afterBytes: String(version.rawValue.prefix(3))) else { continue }
      if rest.isEmpty || rest.starts(withByte: ".") { return version }
    }
    throw OpenAPIDocumentError("OpenAPI \(text) is not supported; use 3.0, 3.1 or 3.2", at: "/openapi")
  }
}
