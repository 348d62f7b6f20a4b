internal import ContractCoding
internal import ContractHTTP

/// A reader of the operations of a document.
struct OpenAPIDocumentReader {
  private let root: OpenAPINode
  let references: OpenAPIReferences

  init(_ root: OpenAPINode) {
    self.root = root
    references = OpenAPIReferences(root)
  }

  private static let methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"]

  /// Reads all operations.
  ///
  /// - Parameter security: the requirements of operations that declare none.
  func operations(security: [OpenAPISecurityRequirement]) throws(OpenAPIDocumentError) -> [OpenAPIOperation] {
    var operations: [OpenAPIOperation] = []
    for (path, node) in try root.members(of: "paths") where path.starts(withByte: "/") {
      operations += try self.operations(of: node, path, security)
    }
    return operations
  }

  /// Reads the operations of a path item.
  func operations(
    of node: OpenAPINode, _ path: String, _ security: [OpenAPISecurityRequirement]
  ) throws(OpenAPIDocumentError) -> [OpenAPIOperation] {
    let item = try object(references.resolve(node), "The path item")
    let shared = try parameters(of: item)
    var operations: [OpenAPIOperation] = []
    for (name, node) in item.members where Self.methods.contains(name) {
      operations.append(try operation(node, name.uppercased(), path, shared, security))
    }
    for (name, node) in try item.members(of: "additionalOperations") {
      operations.append(try operation(node, name, path, shared, security))
    }
    return operations
  }

  private func operation(
    _ node: OpenAPINode, _ method: String, _ path: String, _ shared: [OpenAPIParameter],
    _ security: [OpenAPISecurityRequirement]
  ) throws(OpenAPIDocumentError) -> OpenAPIOperation {
    _ = try object(node, "The operation")
    guard let method = HTTPMethod(method) else {
      throw OpenAPIDocumentError("`\(method)` is not a method; use letters", at: node.pointer)
    }
    let own = try parameters(of: node)
    let inherited = shared.filter { parameter in
      !own.contains { $0.location == parameter.location && $0.isNamed(parameter.name) }
    }
    var tags: [String] = []
    for tag in try node.elements(of: "tags") { if let tag = tag.value.string { tags.append(tag) } }
    var responses: [OpenAPIResponse] = []
    for (status, node) in try node.members(of: "responses") where !status.utf8.starts(with: "x-".utf8) {
      responses.append(try response(status, node))
    }
    return OpenAPIOperation(
      id: try node.text("operationId"), method: method, path: path, tags: tags, summary: try node.text("summary"),
      description: try node.text("description"), isDeprecated: try node.flag("deprecated") ?? false,
      parameters: inherited + own, requestBody: try node["requestBody"].map(requestBody), responses: responses,
      channel: try node["x-websocket"].map(channel), security: try self.security(of: node) ?? security, node: node)
  }

  private func parameters(of node: OpenAPINode) throws(OpenAPIDocumentError) -> [OpenAPIParameter] {
    var parameters: [OpenAPIParameter] = []
    for element in try node.elements(of: "parameters") { parameters.append(try parameter(element)) }
    // OpenAPI ignores a declaration of these headers.
    return parameters.filter { parameter in
      parameter.location != .header || !OpenAPIParameter.ignoredHeaders.contains(parameter.name.lowercased())
    }
  }

  private func requestBody(_ node: OpenAPINode) throws(OpenAPIDocumentError) -> OpenAPIRequestBody {
    let node = try object(references.resolve(node), "The request body")
    return OpenAPIRequestBody(
      isRequired: try node.flag("required") ?? false, description: try node.text("description"),
      content: try content(of: node), node: node)
  }

  private func response(_ status: String, _ node: OpenAPINode) throws(OpenAPIDocumentError) -> OpenAPIResponse {
    let bytes = Array(status.utf8)
    let isCode = bytes.count == 3 && (0x31...0x35).contains(bytes[0])
    let isRange = isCode && bytes[1...] == [0x58, 0x58]
    guard status == "default" || isRange || (isCode && bytes.allSatisfy { (0x30...0x39).contains($0) }) else {
      throw OpenAPIDocumentError(
        "The response has the status `\(status)`; use one such as 200, 4XX or default", at: node.pointer)
    }
    let node = try object(references.resolve(node), "The response")
    var headers: [OpenAPIParameter] = []
    for (name, node) in try node.members(of: "headers") { headers.append(try header(name, node)) }
    return OpenAPIResponse(
      status: status, description: try node.text("description") ?? "", headers: headers,
      content: try content(of: node), node: node)
  }

  private func channel(_ node: OpenAPINode) throws(OpenAPIDocumentError) -> OpenAPIChannel {
    let node = try object(node, "The extension `x-websocket`")
    let names = try node.elements(of: "subprotocols").compactMap(\.value.string)
    return OpenAPIChannel(
      sent: try content(of: node, "sent"), received: try content(of: node, "received"), subprotocols: names, node: node)
  }

  private func content(
    of node: OpenAPINode, _ member: String = "content"
  ) throws(OpenAPIDocumentError) -> [OpenAPIMediaType] {
    var content: [OpenAPIMediaType] = []
    for (name, node) in try node.members(of: member) {
      let node = try object(references.resolve(node), "The media type")
      content.append(
        OpenAPIMediaType(
          name: name, schema: node["schema"], itemSchema: node["itemSchema"] ?? node["x-itemSchema"],
          node: node))
    }
    return content
  }

  // MARK: - Security

  /// Reads the requirements of an operation or document; nil if it declares none.
  func security(of node: OpenAPINode) throws(OpenAPIDocumentError) -> [OpenAPISecurityRequirement]? {
    guard node["security"] != nil else { return nil }
    var requirements: [OpenAPISecurityRequirement] = []
    for element in try node.elements(of: "security") {
      var schemes: [OpenAPISecurityRequirement.Scheme] = []
      for (name, scopes) in try object(element, "The security requirement").members {
        schemes.append(.init(name: name, scopes: scopes.elements.compactMap(\.value.string)))
      }
      requirements.append(OpenAPISecurityRequirement(schemes: schemes))
    }
    return requirements
  }

  /// Reads the security schemes.
  func securitySchemes() throws(OpenAPIDocumentError) -> [(name: String, node: OpenAPINode)] {
    var schemes: [(name: String, node: OpenAPINode)] = []
    for (name, node) in try root["components"]?.members(of: "securitySchemes") ?? [] {
      schemes.append((name, try object(references.resolve(node), "The security scheme")))
    }
    return schemes
  }

  private func object(_ node: OpenAPINode, _ what: String) throws(OpenAPIDocumentError) -> OpenAPINode {
    guard node.value.object != nil else {
      throw OpenAPIDocumentError("\(what) is not an object; write it in braces", at: node.pointer)
    }
    return node
  }
}
