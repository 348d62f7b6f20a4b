internal import ContractCoding
internal import ContractHTTP

/// A comparison of two versions of an operation.
struct OperationComparison {
  let old: OpenAPIOperation
  let new: OpenAPIOperation
  /// Whether the API sends the requests, as in webhooks and callbacks.
  let isCallback: Bool
  private(set) var changes: [OpenAPIChange] = []

  init(_ old: OpenAPIOperation, _ new: OpenAPIOperation, isCallback: Bool = false) {
    self.old = old
    self.new = new
    self.isCallback = isCallback
  }

  /// Compares all parts of the operation.
  mutating func run(_ schemas: inout SchemaComparison) {
    compareNotes()
    compareParameters(&schemas)
    compareBodies(&schemas)
    compareResponses(&schemas)
    compareChannels(&schemas)
    compareSecurity()
  }

  /// Adds a change.
  ///
  /// - Parameters:
  ///   - consequence: the end of the sentence about the consequence for clients of an operation.
  ///   - effect: the severity and consequence in a webhook or callback; by default that of the opposite direction.
  mutating func report(
    _ rule: DiffRule, _ direction: OpenAPIChange.Direction = .request, at pointer: String, isInNew: Bool,
    _ difference: String, _ consequence: String = "", callback effect: OpenAPIChange.Effect? = nil
  ) {
    if !isCallback {
      changes.append(OpenAPIChange(rule, direction, at: pointer, isInNew: isInNew, difference + consequence))
    } else if let effect {
      changes.append(OpenAPIChange(callback: rule, direction, at: pointer, isInNew: isInNew, difference, effect))
    } else {
      changes.append(OpenAPIChange(rule, direction.opposite, at: pointer, isInNew: isInNew, difference).ofCallback)
    }
  }

  /// Adds the changes of the schemas and of the encoding of a media type.
  mutating func compare(
    _ old: OpenAPIMediaType, _ new: OpenAPIMediaType, _ direction: OpenAPIChange.Direction,
    _ schemas: inout SchemaComparison
  ) {
    compareEncodings(old, new, direction, schemas)
    if old.isBytes(in: schemas.old), new.isBytes(in: schemas.new) { return }
    let (before, now) = (old.itemSchema, new.itemSchema)
    // Documents before 3.2 describe a stream of elements as a string as well. If only one of the documents has this string, it
    // is ignored, because it adds nothing to the schema of the elements.
    let isStream = before != nil && now != nil
    if !isStream || (old.schema == nil) == (new.schema == nil) {
      compare(old.schema, in: old.node, new.schema, in: new.node, direction, &schemas)
    }
    compare(before, in: old.node, now, in: new.node, direction, &schemas)
  }

  /// Adds the changes of a schema of a parameter, header or media type.
  mutating func compare(
    _ old: OpenAPINode?, in oldOwner: OpenAPINode, _ new: OpenAPINode?, in newOwner: OpenAPINode,
    _ direction: OpenAPIChange.Direction, _ schemas: inout SchemaComparison
  ) {
    guard old != nil || new != nil else { return }
    // An absent schema allows every value.
    let found = schemas.changes(
      from: old ?? OpenAPINode(true, at: oldOwner.pointer), to: new ?? OpenAPINode(true, at: newOwner.pointer),
      isCallback ? direction.opposite : direction)
    changes += isCallback ? found.map(\.ofCallback) : found
  }

  private mutating func compareNotes() {
    if old.id != new.id {
      report(
        .operationIDChanged, at: "\(new.pointer)/operationId", isInNew: new.id != nil,
        "`operationId` is \(new.id.map { "`\($0)`" } ?? "absent") instead of \(old.id.map { "`\($0)`" } ?? "absent"), "
          + "which changes names in generated code")
    }
    if old.isDeprecated != new.isDeprecated {
      report(
        new.isDeprecated ? .operationDeprecated : .operationRestored, at: new.pointer, isInNew: true,
        "The operation is \(new.isDeprecated ? "deprecated" : "no longer deprecated")")
    }
    if old.summary != new.summary || old.description != new.description || old.tags != new.tags {
      report(.descriptionChanged, at: new.pointer, isInNew: true, "The summary, description or tags changed")
    }
    if old.placeholders != new.placeholders {
      report(
        .pathParameterRenamed, at: new.pointer, isInNew: true,
        "The placeholders of the path are named \(new.placeholders.joined(separator: ", ")) instead of "
          + old.placeholders.joined(separator: ", "))
    }
  }

  // MARK: - Security

  private mutating func compareSecurity() {
    let none = [OpenAPISecurityRequirement(schemes: [])]
    let (before, now) = (old.security.isEmpty ? none : old.security, new.security.isEmpty ? none : new.security)
    let pointer = new.node["security"]?.pointer ?? new.pointer
    for requirement in before where !now.contains(where: { $0.isSatisfied(by: requirement) }) {
      report(
        .securityTightened, at: pointer, isInNew: true,
        "Credentials for \(requirement.phrase) are no longer sufficient", ", so clients receive 401 or 403",
        callback: .safe("the API sends more credentials"))
    }
    for requirement in now where !before.contains(where: { $0.isSatisfied(by: requirement) }) {
      report(
        .securityLoosened, at: pointer, isInNew: true, "Credentials for \(requirement.phrase) are sufficient now",
        callback: .breaking("receivers may require others"))
    }
  }
}

extension OpenAPISecurityRequirement {
  /// Returns true if credentials for another requirement satisfy this requirement.
  func isSatisfied(by other: OpenAPISecurityRequirement) -> Bool {
    schemes.allSatisfy { scheme in
      other.schemes.contains { $0.name == scheme.name && Set(scheme.scopes).isSubset(of: $0.scopes) }
    }
  }

  /// The schemes and scopes as a phrase.
  var phrase: String {
    if schemes.isEmpty { return "no scheme" }
    return schemes.map { scheme in
      scheme.scopes.isEmpty ? "`\(scheme.name)`" : "`\(scheme.name)` (\(scheme.scopes.joined(separator: ", ")))"
    }.joined(separator: " and ")
  }
}
