public import Contract
public import ContractCoding
internal import ContractHTTP

/// Routes that serve an API's OpenAPI document, and a page that shows it and sends requests.
///
/// ```swift
/// let server = Server(port: 8080) {
///   TodosRoutes(TodoStore())
///   Docs(at: "/docs", title: "Todos")
/// }
/// ```
///
/// `/docs` is the page; `/openapi.json` and `/openapi.yaml` are the document of all endpoints of the server. The
/// document is next to the page: `Docs(at: "/internal/docs")` serves `/internal/openapi.json`.
///
/// The document is written for the first request and then kept. All three responses have an `ETag`; a request with the
/// current tag results in 304. Raw routes are not described, because their inputs are not declared.
///
/// The page needs nothing from other hosts, runs only its own script (`Content-Security-Policy` with hashes), and
/// inserts no HTML from the document. Every client of the server can read the page and the document; restrict the
/// routes with ``/Contract/RouteCollection/requiring(_:)`` to prevent this.
public struct Docs: RouteCollection {
  private let path: PathTemplate
  private let document: DocsDocument

  /// Creates routes that serve the document of all endpoints of the server.
  ///
  /// A request for the document results in 500 if an endpoint cannot be described. A test that calls `OpenAPI.json()`
  /// detects this earlier.
  ///
  /// - Parameters:
  ///   - path: the path of the page. Default: `/docs`.
  ///   - title: the title of the API.
  ///   - version: the version of the API, such as `1.2.0`.
  ///   - description: a description of the API in Markdown.
  ///   - servers: the base URLs of the API, which the page may call. Default: the server of the page.
  ///   - openAPI: the version of OpenAPI. Default: 3.1.
  public init(
    at path: PathTemplate = "/docs", title: String = "API", version: String = "1.0.0", description: String? = nil,
    servers: [String] = [], openAPI: OpenAPIVersion = .v31
  ) {
    self.path = path
    self.document = DocsDocument(servers: servers) { operations in
      let api = OpenAPI(
        title: title, version: version, description: description, servers: servers, served: operations)
      return DocsDocument.Texts(try api.export(openAPI).document)
    }
  }

  /// Creates routes that serve the given document.
  ///
  /// - Parameters:
  ///   - path: the path of the page. Default: `/docs`.
  ///   - document: the OpenAPI document, version 3.0 to 3.2.
  public init(at path: PathTemplate = "/docs", document: JSONValue) {
    let servers = document["servers"]?.array?.compactMap { $0["url"]?.string } ?? []
    self.path = path
    self.document = DocsDocument(servers: servers) { _ in DocsDocument.Texts(document) }
  }

  /// The routes of the page, of the document in JSON and of the document in YAML.
  public var routes: [Route] {
    let document = document
    let page = Self.route(path, "page") { request in
      let policy = DocsPage.shared.policy(callingOrigins: document.origins)
      return request.respond(
        DocsPage.shared.html, "text/html; charset=utf-8",
        ["Content-Security-Policy": HTTPFieldValue(unchecked: policy)])
    }
    // The document is written on a blocking thread, because writing a large one takes longer than a loop may be
    // blocked.
    let json = Self.route(Self.sibling("openapi.json", of: path), "json") { request in
      request.respond(try document.texts().json, "application/json", [:])
    }.on(.blocking)
    let yaml = Self.route(Self.sibling("openapi.yaml", of: path), "yaml") { request in
      request.respond(try document.texts().yaml, "application/yaml", [:])
    }.on(.blocking)
    return ([page] + json + yaml).map { route in
      var route = route
      route.onServing = { document.describe($0) }
      return route
    }
  }

  private static func route(
    _ path: PathTemplate, _ name: String, _ respond: @escaping @Sendable (ServerRequest) throws -> HTTPResponse
  ) -> Route {
    let operation = APIOperation(
      id: "GET \(path)", method: .get, path: path, summary: "The documentation (\(name))", traits: [.meta(RawRoute())])
    return Route(operation: operation) { try respond($0) }
  }

  /// Returns the path with another last segment.
  private static func sibling(_ name: String, of path: PathTemplate) -> PathTemplate {
    let bytes = Array(path.description.utf8)
    let parent = bytes[...(bytes.lastIndex(of: UInt8(ascii: "/")) ?? 0)]
    // The path is a valid template, because a template that is cut at a slash remains one.
    return PathTemplate(stringLiteral: String(decoding: parent, as: UTF8.self) + name)
  }
}

extension ServerRequest {
  /// Returns a response that clients may cache and must revalidate, or 304 for a client with this version.
  fileprivate func respond(_ body: [UInt8], _ type: HTTPFieldValue, _ others: HTTPFields) -> HTTPResponse {
    let tag = EntityTag(of: body)
    var fields: HTTPFields = [
      .contentType: type, "ETag": tag.fieldValue, "Cache-Control": "no-cache", "X-Content-Type-Options": "nosniff",
      "Referrer-Policy": "no-referrer",
    ]
    for line in others.lines { fields.append(line.name, line.value) }
    let response = HTTPResponse(.ok, fields: fields, body: .bytes(body))
    let lines = head.allBytes(of: "If-None-Match").map { String(decoding: $0, as: UTF8.self) }
    let isKnown = EntityTags.parsing(lines)?.tags.contains(where: tag.weaklyEquals) == true
    return isKnown ? response.notModified() : response
  }
}
