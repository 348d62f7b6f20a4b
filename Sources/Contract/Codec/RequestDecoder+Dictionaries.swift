internal import ContractHTTP

extension RequestDecoder {
  /// Returns true if the query has this name without a value, such as `?draft`. A value is parsed as a `Bool`.
  public mutating func flag(_ name: String) -> Bool? {
    guard let found = firstText(.query, name) else {
      recorder?.flag(name)
      return false
    }
    if !found.isRepeated, found.text.string?.isEmpty == true { return true }
    return one(.query, name, Bool.parameterTypeName, default: nil) { Bool(parameterText: $0) }
  }

  /// Reads all query values or headers that no other input claims.
  ///
  /// Headers of framing and negotiation are excluded; those that a proxy has added are included. Several lines with one
  /// name are joined by `, ` (RFC 9110 §5.3).
  ///
  /// - Parameters:
  ///   - location: query or header; elsewhere the result is empty.
  ///   - claimed: the names of the request's other inputs at this location.
  public mutating func dictionary(
    _ location: ParameterLocation, _ name: String, as type: [String: String].Type, except claimed: [String] = []
  ) -> [String: String]? {
    recorder?.dictionary(location, name)
    let claims = DictionaryClaims(location, claimed, request.operation)
    switch location {
    case .path, .cookie, .body: return [:]
    case .query: return queryEntries(claims)
    case .header: return fieldEntries(claims)
    }
  }

  /// Reads all query values or headers that no other input claims; nil if there are none.
  public mutating func dictionary(
    _ location: ParameterLocation, _ name: String, as type: [String: String]?.Type, except claimed: [String] = []
  ) -> [String: String]?? {
    guard let entries = dictionary(location, name, as: [String: String].self, except: claimed) else { return nil }
    return .some(entries.isEmpty ? nil : entries)
  }

  private mutating func queryEntries(_ claims: DictionaryClaims) -> [String: String]? {
    var entries: [String: String] = [:]
    let known = failures.count
    for (name, text) in queryIndex().all {
      guard let key = name.string else {
        fail(.undecodable(name: name.excerpt))
        continue
      }
      guard let value = text.string else {
        fail(.type(.query, key, expected: "percent-encoded UTF-8", found: text.excerpt))
        continue
      }
      if claims.isClaimed(key) { continue }
      if entries.updateValue(value, forKey: key) != nil {
        fail(.repeated(.query, key, expected: String.parameterTypeName))
      }
    }
    return failures.count == known ? entries : nil
  }

  private func fieldEntries(_ claims: DictionaryClaims) -> [String: String] {
    var names: [String: String] = [:]
    var entries: [String: String] = [:]
    for field in request.head.fields where !claims.isClaimed(field.name.canonicalName) {
      let bytes = Array(field.value.rawValue.utf8)
      let text = request.operation.wire.headerText(of: field.name).decoded(bytes[...]) ?? field.value.rawValue
      let name = names[field.name.canonicalName] ?? field.name.rawName
      names[field.name.canonicalName] = name
      entries[name] = entries[name].map { $0 + ", " + text } ?? text
    }
    return entries
  }
}

extension QueryIndex {
  /// The names and texts of all members in order.
  var all: [(name: ParameterText, text: ParameterText)] {
    members.map { (ParameterText(bytes[$0.name], .query), ParameterText(bytes[$0.value], .query)) }
  }
}

extension InputFailure {
  /// Returns the failure for a query name, as it was sent, that is not percent-encoded UTF-8.
  fileprivate static func undecodable(name: String) -> InputFailure {
    InputFailure(
      .query, name, .syntax, expected: "percent-encoded UTF-8",
      message: "query name `\(name)` is not percent-encoded UTF-8")
  }
}
