public import ContractHTTP

/// A method on a path of a document.
public struct OpenAPIOperation: Sendable {
  /// The `operationId`; nil if absent.
  public let id: String?
  /// The method.
  public let method: HTTPMethod
  /// The path with placeholders, such as `/todos/{id}`.
  public let path: String
  /// The tags, in order.
  public let tags: [String]
  /// The `summary`; nil if absent.
  public let summary: String?
  /// The `description`; nil if absent.
  public let description: String?
  /// Whether the operation is `deprecated`.
  public let isDeprecated: Bool
  /// The parameters: those of the operation, and those of its path that the operation does not override. The headers
  /// `Accept`, `Content-Type` and `Authorization` are left out, because OpenAPI ignores their declarations.
  public let parameters: [OpenAPIParameter]
  /// The request body; nil if none is declared.
  public let requestBody: OpenAPIRequestBody?
  /// The responses, in order.
  public let responses: [OpenAPIResponse]
  /// The messages of the WebSocket that the operation opens; nil for other operations, and for undescribed messages.
  public let channel: OpenAPIChannel?
  /// The alternative security requirements of the operation, or else of the document. A request must satisfy one of them.
  /// Empty if no credentials are required.
  public let security: [OpenAPISecurityRequirement]
  /// The operation in the document.
  public let node: OpenAPINode

  /// The JSON pointer of the operation.
  public var pointer: String { node.pointer }

  /// Method and path, such as `GET /todos/{id}`.
  public var title: String { "\(method.rawValue) \(path)" }

  /// Whether a success opens a WebSocket: messages are described, or 101 is the only declared success.
  public var opensWebSocket: Bool {
    let successes = responses.filter(\.isSuccess).map(\.status)
    return channel != nil || (method == .get && successes == ["101"])
  }

  /// Returns the parameter with a name in a location; nil if there is none.
  public func parameter(_ location: OpenAPIParameter.Location, _ name: String) -> OpenAPIParameter? {
    parameters.first { $0.location == location && $0.isNamed(name) }
  }

  /// Returns the response declared for a status, or else for its range (`4XX`), or else the default response.
  public func response(for status: Int) -> OpenAPIResponse? {
    let range = "\(status / 100)XX"
    return responses.first { $0.status == "\(status)" } ?? responses.first { $0.status == range }
      ?? responses.first { $0.status == "default" }
  }
}

/// The request body of an operation.
public struct OpenAPIRequestBody: Sendable {
  /// Whether a request must have a body.
  public let isRequired: Bool
  /// The `description`; nil if absent.
  public let description: String?
  /// The body by media type, in order.
  public let content: [OpenAPIMediaType]
  /// The body in the document, with references resolved.
  public let node: OpenAPINode
}

/// A declared response of an operation.
public struct OpenAPIResponse: Sendable {
  /// The status as written: `200`, `4XX` or `default`.
  public let status: String
  /// The `description`; empty if absent.
  public let description: String
  /// The headers, in order.
  public let headers: [OpenAPIParameter]
  /// The body by media type, in order; empty for a response without one.
  public let content: [OpenAPIMediaType]
  /// The response in the document, with references resolved.
  public let node: OpenAPINode
}

/// A body in one format.
public struct OpenAPIMediaType: Sendable {
  /// The media type or range as written, such as `application/json` or `image/*`.
  public let name: String
  /// The schema of the body; nil if none is declared.
  public let schema: OpenAPINode?
  /// The schema of each element of a stream (OpenAPI 3.2); nil if none is declared.
  public let itemSchema: OpenAPINode?
  /// The media type in the document.
  public let node: OpenAPINode

  /// The parsed media type; nil for a range and for an invalid one.
  public var mediaType: MediaType? { MediaType(name).flatMap { $0.type == "*" || $0.subtype == "*" ? nil : $0 } }

  /// The media type or range without parameters, in lowercase. Unlike ``mediaType``, it exists for an invalid name too.
  var essence: String { Self.withoutParameters(name[...]) }

  /// Returns a media type or range without its parameters, in lowercase.
  static func withoutParameters(_ name: Substring) -> String {
    String(name.prefix(toByte: ";").withoutOuterSpace).lowercased()
  }

  /// The media types of JSON values, one per line or record.
  static let lines: Set<String> = [
    "application/jsonl", "application/x-ndjson", "application/ndjson", "application/json-seq",
  ]

  /// Whether the body is a sequence of events or lines, which may have no end.
  var isStream: Bool {
    guard let essence = mediaType?.essence else { return itemSchema != nil }
    return itemSchema != nil || essence == "text/event-stream" || Self.lines.contains(essence)
  }
}

/// The security schemes that a request must satisfy together.
public struct OpenAPISecurityRequirement: Sendable, Hashable {
  /// A scheme with the scopes that it must grant.
  public struct Scheme: Sendable, Hashable {
    /// The name in `components/securitySchemes`.
    public let name: String
    /// The scopes, in order.
    public let scopes: [String]
  }

  /// The schemes; empty if the request needs no credentials.
  public let schemes: [Scheme]
}
