public import Contract
internal import ContractCoding
internal import ContractHTTP

/// The OpenAPI document of a contract.
///
/// ```swift
/// let api = OpenAPI(title: "Todos", version: "1.2.0", TodosEndpoints.all)
/// print(try api.json())                // OpenAPI 3.1
/// print(try api.yaml(.v30))            // OpenAPI 3.0 for older readers
/// ```
///
/// Paths, inputs, results, declared errors, rules, examples, deprecations, security and documentation comments come from
/// the endpoints. Equal contracts result in equal bytes.
public struct OpenAPI: Sendable {
  /// The title of the API.
  public var title: String
  /// The version of the API, such as `1.2.0`.
  public var version: String
  /// A description of the API in Markdown; nil for none.
  public var description: String?
  /// The base URLs of the API, such as `https://api.example.com/v1`; empty if the API has the base URL of the document.
  public var servers: [String]
  /// The operations in the order of the document.
  public var operations: [APIOperation]
  /// The statuses with which middleware responds, by the ids of operations.
  var refusals: [String: [HTTPStatus]] = [:]

  /// Creates the document of the given operations.
  public init(
    title: String, version: String, description: String? = nil, servers: [String] = [], _ operations: [APIOperation]...
  ) {
    self.title = title
    self.version = version
    self.description = description
    self.servers = servers
    self.operations = operations.flatMap { $0 }
  }

  /// Creates the document of routes, such as those of a server. Operations with a rate limit have the response 429.
  public init(
    title: String, version: String, description: String? = nil, servers: [String] = [],
    routes: [any RouteCollection]
  ) {
    let served = routes.flatMap(\.routes).map { ServedOperation($0) }
    self.init(title: title, version: version, description: description, servers: servers, served: served)
  }

  init(title: String, version: String, description: String?, servers: [String], served: [ServedOperation]) {
    self.init(title: title, version: version, description: description, servers: servers, served.map(\.operation))
    for element in served { refusals[element.operation.id, default: []] += element.refusals }
  }

  /// Returns the document as indented JSON.
  ///
  /// - Throws: ``OpenAPIError`` with everything that cannot be described.
  public func json(_ version: OpenAPIVersion = .v31) throws(OpenAPIError) -> String {
    IndentedJSON.text(of: try export(version).document)
  }

  /// Returns the document as YAML 1.2.
  ///
  /// - Throws: ``OpenAPIError`` with everything that cannot be described.
  public func yaml(_ version: OpenAPIVersion = .v31) throws(OpenAPIError) -> String {
    YAMLText.text(of: try export(version).document)
  }

  /// Returns the document, and the facts that this version of OpenAPI cannot express.
  ///
  /// - Throws: ``OpenAPIError`` with everything that cannot be described.
  public func export(_ version: OpenAPIVersion = .v31) throws(OpenAPIError) -> OpenAPIExport {
    try DocumentWriter(api: self, version: version).export()
  }
}

/// A document with the facts that it omits.
public struct OpenAPIExport: Sendable {
  /// The document.
  public let document: JSONValue
  /// The facts of the contract that the document omits, one sentence each. An example is the fact that a placeholder matches
  /// several segments.
  public let omissions: [String]
}

/// An error that lists the parts of a contract that a document cannot describe, with the remedies.
public struct OpenAPIError: Error, Sendable, Hashable, CustomStringConvertible {
  /// One sentence for each problem.
  public let problems: [String]

  /// All problems, one on each line.
  public var description: String {
    (["the OpenAPI document is incomplete:"] + problems.map { "- " + $0 }).joined(separator: "\n")
  }
}
