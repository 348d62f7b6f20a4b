internal import ContractHTTP

// Parameters and request bodies.
extension OperationComparison {
  mutating func compareParameters(_ schemas: inout SchemaComparison) {
    // Values of the path are matched by their order, because their names are not sent.
    let names = Dictionary(zip(old.placeholders, new.placeholders)) { first, _ in first }
    for parameter in old.parameters {
      let name = parameter.location == .path ? names[parameter.name] ?? parameter.name : parameter.name
      guard let newer = new.parameter(parameter.location, name) else {
        if parameter.location != .path {
          report(
            .parameterRemoved, at: parameter.node.pointer, isInNew: false,
            "\(parameter.phrase) is removed", "; the server ignores the value that clients send",
            callback: parameter.isRequired
              ? .breaking("receivers require it") : .safe("receivers accept its absence"))
        }
        continue
      }
      compare(parameter, newer, &schemas)
    }
    let back = Dictionary(zip(new.placeholders, old.placeholders)) { first, _ in first }
    for parameter in new.parameters {
      let name = parameter.location == .path ? back[parameter.name] ?? parameter.name : parameter.name
      guard old.parameter(parameter.location, name) == nil, parameter.location != .path else { continue }
      report(
        parameter.isRequired ? .requiredParameterAdded : .parameterAdded, at: parameter.node.pointer, isInNew: true,
        "\(parameter.phrase) is new and \(parameter.isRequired ? "required" : "optional")",
        parameter.isRequired ? "; clients do not send it" : "", callback: .safe("receivers ignore it"))
    }
  }

  private mutating func compare(
    _ old: OpenAPIParameter, _ new: OpenAPIParameter, _ schemas: inout SchemaComparison
  ) {
    if old.isRequired != new.isRequired {
      report(
        new.isRequired ? .parameterRequired : .parameterOptional, at: new.node.pointer, isInNew: true,
        "\(new.phrase) is \(new.isRequired ? "required now" : "optional now")",
        new.isRequired ? "; clients may omit it" : "", callback: .presence(new.isRequired))
    }
    if !Self.areWrittenAlike(old, new, schemas) {
      report(
        .parameterStyleChanged, at: new.node.pointer, isInNew: true,
        "\(new.phrase) is written in another style or format", ", which clients do not use",
        callback: .breaking("receivers do not read it"))
    }
    if old.allowsEmptyValue != new.allowsEmptyValue {
      report(
        new.allowsEmptyValue ? .emptyValueAllowed : .emptyValueForbidden, at: new.node.pointer, isInNew: true,
        "\(new.phrase) may \(new.allowsEmptyValue ? "be empty now" : "no longer be empty, as in a form left blank")")
    }
    if old.isDeprecated != new.isDeprecated {
      report(
        .deprecationChanged, at: new.node.pointer, isInNew: true,
        "\(new.phrase) is \(new.isDeprecated ? "deprecated" : "no longer deprecated")")
    }
    if old.description != new.description {
      report(.descriptionChanged, at: new.node.pointer, isInNew: true, "The description of \(new.phrase) changed")
    }
    compare(old.schema, in: old.node, new.schema, in: new.node, .request, &schemas)
  }

  mutating func compareBodies(_ schemas: inout SchemaComparison) {
    switch (old.requestBody, new.requestBody) {
    case (nil, nil): return
    case (nil, let body?):
      report(
        body.isRequired ? .requiredBodyAdded : .bodyAdded, at: body.node.pointer, isInNew: true,
        "A request body is \(body.isRequired ? "required now" : "possible now")",
        body.isRequired ? "; clients do not send one" : "", callback: .safe("receivers ignore it"))
    case (let body?, nil):
      report(
        .bodyRemoved, at: body.node.pointer, isInNew: false,
        "The request body is removed", "; the server ignores what clients send",
        callback: body.isRequired ? .breaking("receivers require it") : .safe("receivers accept its absence"))
    case (let before?, let now?):
      if before.isRequired != now.isRequired {
        report(
          now.isRequired ? .bodyRequired : .bodyOptional, at: now.node.pointer, isInNew: true,
          "The request body is \(now.isRequired ? "required now" : "optional now")",
          now.isRequired ? "; clients may omit it" : "", callback: .presence(now.isRequired))
      }
      compareFormats(before.content, now.content, &schemas)
    }
  }

  private mutating func compareFormats(
    _ old: [OpenAPIMediaType], _ new: [OpenAPIMediaType], _ schemas: inout SchemaComparison
  ) {
    for format in old {
      guard let newer = new.named(format.name) ?? new.covering(format.name) else {
        report(
          .requestMediaTypeRemoved, at: format.node.pointer, isInNew: false,
          "Request bodies can no longer be `\(format.name)`", "; clients that send it receive 415",
          callback: .safe("receivers accept its absence"))
        continue
      }
      compare(format, newer, .request, &schemas)
    }
    for format in new where old.named(format.name) == nil {
      let known = old.covering(format.name)
      // The most specific media type applies, so the new one replaces a range for its values. A receiver of any bytes also
      // accepts it.
      if let known,
        isCallback ? !known.isBytes(in: schemas.old) || format.isBytes(in: schemas.new) : known.mediaType == nil
      {
        compare(known, format, .request, &schemas)
      }
      report(
        .requestMediaTypeAdded, at: format.node.pointer, isInNew: true, "Request bodies can be `\(format.name)` now",
        callback: known == nil ? .breaking("receivers do not expect it") : .safe("receivers expect it"))
    }
  }
}

extension OpenAPIChange.Effect {
  /// Returns the effect of a part that is present in the request of a webhook or callback.
  fileprivate static func presence(_ isRequired: Bool) -> Self {
    isRequired ? .safe("receivers accept its presence") : .breaking("receivers may require it")
  }
}

extension OpenAPIParameter {
  /// The location and name as the subject of a sentence.
  var phrase: String { "The \(location.rawValue) parameter `\(name)`" }
}

extension [OpenAPIMediaType] {
  /// Returns the element for a media type; nil if there is none.
  func named(_ name: String) -> OpenAPIMediaType? {
    let key = Self.key(name)
    return first { Self.key($0.name) == key }
  }

  /// Returns the name by which media types are compared. JSON has no `charset` (RFC 8259 §11).
  private static func key(_ name: String) -> String {
    let name = name.lowercased()
    guard name.contains(byte: ";"), MediaType(name)?.isJSON == true else { return name }
    let parts = name.split(atByte: ";").map(\.withoutOuterSpace)
    return parts.filter { !$0.utf8.starts(with: "charset=".utf8) }.joined(separator: ";")
  }
}
