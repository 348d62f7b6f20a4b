internal import ContractHTTP

/// A parameter of an operation, or a header of a response.
public struct OpenAPIParameter: Sendable {
  /// The part of a message that carries a parameter.
  public enum Location: String, Sendable, CaseIterable {
    /// A placeholder of the path.
    case path
    /// A value of the query.
    case query
    /// The whole query (OpenAPI 3.2).
    case querystring
    /// A header field.
    case header
    /// A cookie.
    case cookie
  }

  /// The lowercase names of headers that OpenAPI describes elsewhere. Parameters with these names are ignored.
  static let ignoredHeaders: Set<String> = ["accept", "content-type", "authorization"]

  /// The name.
  public let name: String
  /// The location; ``Location/header`` for a header of a response.
  public let location: Location
  /// Whether the parameter must be present.
  public let isRequired: Bool
  /// Whether the parameter is `deprecated`.
  public let isDeprecated: Bool
  /// Whether an empty value of a query parameter represents an absent value (`allowEmptyValue`).
  public let allowsEmptyValue: Bool
  /// The `description`; nil if absent.
  public let description: String?
  /// The serialization of arrays and objects, such as `form`; the default of the location if absent, or if there is a
  /// ``contentType``.
  public let style: String
  /// Whether arrays and objects repeat the name for each value; by default only for the styles `form` and `cookie`.
  public let explode: Bool
  /// The schema of the value, in ``contentType`` if there is one; nil if none is declared.
  public let schema: OpenAPINode?
  /// The media type in which the value is written, such as `application/json`; nil for a value in ``style``.
  public let contentType: String?
  /// The parameter in the document, with references resolved.
  public let node: OpenAPINode

  /// Returns true if `other` is the name of the parameter. Names of headers are case-insensitive (RFC 9110 §5.1).
  public func isNamed(_ other: String) -> Bool {
    location == .header ? name.lowercased() == other.lowercased() : name == other
  }
}

extension OpenAPIDocumentReader {
  /// Reads a parameter.
  func parameter(_ node: OpenAPINode) throws(OpenAPIDocumentError) -> OpenAPIParameter {
    let node = try references.resolve(node)
    guard let name = try node.text("name") else {
      throw OpenAPIDocumentError("The parameter has no `name`; add it", at: node.pointer)
    }
    let text = try node.text("in") ?? ""
    guard let location = OpenAPIParameter.Location(rawValue: text) else {
      throw OpenAPIDocumentError(
        "The parameter `\(name)` has the location `\(text)`; set `in` to path, query, header or cookie",
        at: node.pointer)
    }
    return try parameter(node, name, location)
  }

  /// Reads a header of a response.
  func header(_ name: String, _ node: OpenAPINode) throws(OpenAPIDocumentError) -> OpenAPIParameter {
    try parameter(try references.resolve(node), name, .header)
  }

  private func parameter(
    _ node: OpenAPINode, _ name: String, _ location: OpenAPIParameter.Location
  ) throws(OpenAPIDocumentError) -> OpenAPIParameter {
    let usesForm = location == .query || location == .cookie || location == .querystring
    let content = try node.members(of: "content").first
    // These members belong to `schema`. With `content`, only the media type determines the form (OpenAPI 3.1.1 §4.8.12).
    let declared = (style: try node.text("style"), explode: try node.flag("explode"))
    let style = (content == nil ? declared.style : nil) ?? (usesForm ? "form" : "simple")
    return OpenAPIParameter(
      name: name, location: location, isRequired: try node.flag("required") ?? false || location == .path,
      isDeprecated: try node.flag("deprecated") ?? false,
      allowsEmptyValue: location == .query ? try node.flag("allowEmptyValue") ?? false : false,
      description: try node.text("description"), style: style,
      explode: (content == nil ? declared.explode : nil) ?? (style == "form" || style == "cookie"),
      schema: content?.node["schema"] ?? node["schema"], contentType: content?.name, node: node)
  }
}
