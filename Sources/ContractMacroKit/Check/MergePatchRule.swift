import SwiftSyntax

/// A rule: `@MergePatch` belongs on endpoints with an object in their body, which a server merges (RFC 7396).
struct MergePatchRule: EndpointRule, ContractRule {
  /// The inputs of an endpoint that may be in its body.
  struct Content {
    let method: String?
    /// The inputs; nil if they are in a type that the macro does not see.
    let inputs: [(name: String, kind: InputKind, type: TypeModel)]?
    /// The remedy that names a method for changes.
    var patch = "use '@PATCH'"

    private var reads: Bool { method == "GET" || method == "HEAD" }

    /// True if the body may be an object.
    fileprivate var mayHaveObject: Bool {
      guard !reads else { return false }
      return inputs?.contains { input in
        switch input.kind {
        case .field: !input.type.isPart
        case .body: MergePatchRule.form(of: input.type) == nil
        case .custom: true
        default: false
        }
      } ?? true
    }

    /// Returns the reason why the body is not an object, and the remedy.
    fileprivate func reason(of name: String) -> String {
      if reads {
        return
          "A \(method ?? "") request has no body, so there is nothing to merge in '\(name)'; remove '@MergePatch', or "
          + "\(patch)."
      }
      let contents = (inputs ?? []).filter { [.field, .body, .part].contains($0.kind) }
      if let part = contents.first(where: { $0.type.isPart }) {
        return "'\(part.name)' is a part of a multipart body, which cannot be merged; remove '@MergePatch'."
      }
      if let body = contents.first(where: { $0.kind == .body }), let form = MergePatchRule.form(of: body.type) {
        return
          "'\(body.name)' is \(form), and only an object can be merged; remove '@MergePatch', or send a type that is "
          + "Codable."
      }
      return "'\(name)' has no object in its body that could be merged; remove '@MergePatch', or add a member."
    }
  }

  /// Returns the form of a body that is not JSON, in words; nil for other bodies.
  private static func form(of type: TypeModel) -> String? {
    switch TypeModel(type.unwrappedSyntax).text {
    case "String", "Swift.String", "Swift::String": "text"
    case "[UInt8]", "Array<UInt8>", "Data", "Foundation.Data": "bytes"
    default: ["ByteStream", "JSONLines"].contains(type.unwrappedSyntax.baseName) ? "a stream" : nil
    }
  }

  func findings(in endpoint: EndpointModel, of contract: ContractModel) -> [Finding] {
    // `PartRule` reports a part without `@Multipart`.
    let attributes = endpoint.function.attributes
    if endpoint.parameters.contains(where: \.type.isPart), attributes.named("Multipart").isEmpty { return [] }
    return Self.findings(in: attributes, of: endpoint.fullName, endpoint.content)
  }

  func check(_ contract: ContractModel, into report: inout Report) {
    let contents = contract.endpoints.map(\.content)
    for finding in Self.findings(in: contract.declaration.attributes, around: contents, in: contract.name.name) {
      report.add(finding, damage: .none)
    }
  }

  /// Returns the error of the attribute on an endpoint.
  static func findings(in attributes: AttributeListSyntax, of name: String, _ content: Content) -> [Finding] {
    guard !content.mayHaveObject else { return [] }
    return attributes.named("MergePatch").prefix(1).map { Finding("merge-patch", at: $0, content.reason(of: name)) }
  }

  /// Returns the error of the attribute on a declaration around endpoints.
  static func findings(
    in attributes: AttributeListSyntax, around contents: [Content], in name: String
  ) -> [Finding] {
    guard !contents.isEmpty, !contents.contains(where: \.mayHaveObject) else { return [] }
    return attributes.named("MergePatch").prefix(1).map { attribute in
      Finding(
        "merge-patch", at: attribute,
        "No endpoint of '\(name)' has an object in its body, so '@MergePatch' has no effect; remove it.")
    }
  }
}

extension EndpointModel {
  fileprivate var content: MergePatchRule.Content {
    MergePatchRule.Content(method: method, inputs: parameters.map { ($0.name.name, $0.kind, $0.type) })
  }
}

extension ScopeFunctionModel {
  /// The inputs that may be in the body.
  var content: MergePatchRule.Content {
    MergePatchRule.Content(method: method, inputs: inputs.map { ($0.name.name, $0.kind, $0.type) })
  }
}

extension GroupEndpointModel {
  /// The inputs that may be in the body. They are members of the request; an action has none.
  var content: MergePatchRule.Content {
    let hasRequest = request.map { $0.baseName != "Empty" } ?? false
    return MergePatchRule.Content(method: method, inputs: hasRequest ? nil : [])
  }
}

extension RequestModel {
  /// The inputs that may be in the body.
  var mergedContent: MergePatchRule.Content {
    let inputs = members.compactMap { member in
      member.location.flatMap { location in member.type.map { (member.name.name, location.kind, $0) } }
    }
    return MergePatchRule.Content(
      method: endpoint?.methodName, inputs: nestedNames.contains("content") ? nil : inputs,
      patch: "write '.patch'")
  }
}
