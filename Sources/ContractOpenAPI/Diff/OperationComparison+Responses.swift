internal import ContractCoding

// Statuses, headers and bodies of responses.
extension OperationComparison {
  mutating func compareResponses(_ schemas: inout SchemaComparison) {
    for response in new.responses {
      let known = old.responses.first { $0.status == response.status } ?? covering(response.status, in: old)
      if let known { compare(known, response, &schemas) }
      if response.coversSuccesses(of: new), response.status == "default", !(known?.coversSuccesses(of: old) ?? false) {
        report(
          .successStatusAdded, .response, at: response.node.pointer, isInNew: true,
          "Responses can have any status below 400, because no success is declared", ", which clients do not expect",
          callback: .safe("the API accepts it"))
      } else if known == nil, response.isSuccess {
        report(
          .successStatusAdded, .response, at: response.node.pointer, isInNew: true,
          "Responses can have the status \(response.status)", ", which clients do not expect",
          callback: .safe("the API accepts it"))
      } else if known == nil {
        report(
          .errorStatusAdded, .response, at: response.node.pointer, isInNew: true,
          "The error status \(response.status) is declared", "; clients treat it as any undeclared error",
          callback: .safe("the API accepts it"))
      }
    }
    for response in old.responses { compareRemoved(response, &schemas) }
  }

  /// Reports a status that is no longer declared, and a default that no longer covers successes.
  private mutating func compareRemoved(_ response: OpenAPIResponse, _ schemas: inout SchemaComparison) {
    let coversSuccesses = response.coversSuccesses(of: old)
    if let same = new.responses.first(where: { $0.status == response.status }) {
      guard coversSuccesses, !same.coversSuccesses(of: new) else { return }
      return report(
        .successStatusRemoved, .response, at: response.node.pointer, isInNew: false,
        "The default no longer covers statuses below 400, because a success is declared",
        callback: .breaking("receivers may respond with another status"))
    }
    let covering = covering(response.status, in: new)
    if let covering { compare(response, covering, &schemas) }
    report(
      coversSuccesses ? .successStatusRemoved : .errorStatusRemoved, .response, at: response.node.pointer,
      isInNew: false, "The status \(response.status) is no longer declared",
      callback: covering != nil || !coversSuccesses
        ? .safe("the API handles it like other statuses") : .breaking("receivers may respond with it"))
  }

  /// Returns the declaration that covers a status: its range, or else the default. If a success is declared, the
  /// default covers only errors.
  private func covering(_ status: String, in operation: OpenAPIOperation) -> OpenAPIResponse? {
    guard status != "default" else { return nil }
    let usual = operation.responses.first { $0.status == "default" }
    let found = Int(status).map { operation.response(for: $0) } ?? usual
    let isForErrors = found?.status == "default" && operation.responses.contains(where: \.isSuccess)
    return isForErrors && OpenAPIResponse.isSuccess(status) ? nil : found
  }

  private mutating func compare(
    _ old: OpenAPIResponse, _ new: OpenAPIResponse, _ schemas: inout SchemaComparison
  ) {
    if old.description != new.description, old.status == new.status {
      report(
        .descriptionChanged, .response, at: new.node.pointer, isInNew: true, "The description of \(new.status) changed")
    }
    for format in old.content {
      if let newer = new.content.named(format.name) {
        compare(format, newer, .response, &schemas)
      } else {
        report(
          .responseMediaTypeRemoved, .response, at: format.node.pointer, isInNew: false,
          "Responses \(new.status) can no longer be `\(format.name)`", ", which clients request",
          callback: .breaking("receivers may send it"))
      }
    }
    for format in new.content where old.content.named(format.name) == nil {
      // The most specific media type applies, so the new one replaces a range for its values. A reader of any bytes reads
      // it too.
      if let known = old.content.covering(format.name), known.mediaType == nil,
        isCallback || !known.isBytes(in: schemas.old)
      {
        compare(known, format, .response, &schemas)
      }
      report(
        .responseMediaTypeAdded, .response, at: format.node.pointer, isInNew: true,
        "Responses \(new.status) can be `\(format.name)`", ", which only clients that request it receive",
        callback: .safe("the API accepts it"))
    }
    compareHeaders(old, new, &schemas)
  }

  private mutating func compareHeaders(
    _ old: OpenAPIResponse, _ new: OpenAPIResponse, _ schemas: inout SchemaComparison
  ) {
    for header in old.headers {
      guard let newer = new.headers.first(where: { $0.isNamed(header.name) }) else {
        report(
          header.isRequired ? .requiredHeaderRemoved : .headerRemoved, .response, at: header.node.pointer,
          isInNew: false,
          isCallback || !header.isRequired
            ? "The header `\(header.name)` is removed"
            : "The header `\(header.name)`, which clients require, is removed",
          header.isRequired ? "" : "; clients accept its absence",
          callback: .breaking("the API ignores the value that receivers send"))
        continue
      }
      if header.isRequired != newer.isRequired {
        report(
          newer.isRequired ? .headerRequired : .headerOptional, .response, at: newer.node.pointer, isInNew: true,
          newer.isRequired
            ? "The header `\(header.name)` is always present now"
            : "The header `\(header.name)`\(isCallback ? "" : ", which clients require,") may now be absent",
          callback: newer.isRequired ? .breaking("receivers may omit it") : .safe("the API accepts its absence"))
      }
      if !Self.areWrittenAlike(header, newer, schemas) {
        report(
          .headerStyleChanged, .response, at: newer.node.pointer, isInNew: true,
          "The header `\(header.name)` is written in another style or format", ", which clients do not read",
          callback: .breaking("the API does not read it"))
      }
      compare(header.schema, in: header.node, newer.schema, in: newer.node, .response, &schemas)
    }
    for header in new.headers where !old.headers.contains(where: { $0.isNamed(header.name) }) {
      report(
        .headerAdded, .response, at: header.node.pointer, isInNew: true,
        "The header `\(header.name)` is new", "; clients ignore it",
        callback: header.isRequired ? .breaking("receivers do not send it") : .safe("receivers may omit it"))
    }
  }
}

extension OperationComparison {
  /// Returns true if equal values are written equally. Single values are written equally in every style, except in paths, and
  /// except for strings in cookies: the style `cookie` does not percent-encode (OpenAPI 3.2).
  static func areWrittenAlike(_ old: OpenAPIParameter, _ new: OpenAPIParameter, _ schemas: SchemaComparison) -> Bool {
    guard old.contentType == new.contentType else { return false }
    // The types are read only if they matter, because most parameters do not change.
    if old.style == new.style, old.explode == new.explode { return true }
    func share(_ type: JSONSchema.ValueType) -> Bool {
      mayBe(type, old, in: schemas.old) && mayBe(type, new, in: schemas.new)
    }
    let (isList, isObject) = (share(.array), share(.object))
    let dependsOnStyle = old.location == .path || (old.location == .cookie && share(.string))
    if !dependsOnStyle, !isList, !isObject { return true }
    guard old.style == new.style else { return false }
    if old.explode == new.explode || old.style == "deepObject" { return true }
    // In the style `simple`, only objects depend on `explode`.
    return !isObject && (!isList || old.style == "simple")
  }

  private static func mayBe(
    _ type: JSONSchema.ValueType, _ parameter: OpenAPIParameter, in document: OpenAPIDocument
  ) -> Bool {
    guard let schema = parameter.schema else { return true }
    return SchemaRules([schema], OpenAPIReferences(document.root), document.version).allows(type)
  }
}

extension OpenAPIResponse {
  /// Whether the status is not an error: 1XX to 3XX.
  var isSuccess: Bool { Self.isSuccess(status) }

  /// Returns true for a success, and for a default of an operation that declares no success.
  fileprivate func coversSuccesses(of operation: OpenAPIOperation) -> Bool {
    isSuccess || (status == "default" && !operation.responses.contains(where: \.isSuccess))
  }

  fileprivate static func isSuccess(_ status: String) -> Bool {
    status.utf8.first.map { (0x31...0x33).contains($0) } ?? false
  }
}
