internal import ContractClient

/// Comparison with fixtures in which a replacement for a secret matches any value.
extension RequestMatch {
  /// Returns true if a request matches this fixture's request.
  ///
  /// - Parameter replacement: The replacement for secrets. If it is empty, only equal values match.
  func covers(_ request: RequestMatch, _ replacement: String) -> Bool {
    let text = SecretPattern(replacement)
    return method == request.method && coversPath(request.path, text) && coversQuery(request.query, text)
      && coversContent(request.content, text)
  }

  /// Returns the names of the parts that differ between a request and this fixture's request, for messages; nil if none
  /// differ.
  func difference(from request: RequestMatch, _ replacement: String) -> String? {
    let differing = differences(from: request, replacement)
    return differing.isEmpty ? nil : differing.joined(separator: " and ")
  }

  /// Returns a measure of similarity to this fixture's request: 8 for a match, less for each difference.
  func closeness(to request: RequestMatch, _ replacement: String) -> Int {
    let weights = ["path": 4, "method": 2, "query": 1, "body": 1]
    return 8 - differences(from: request, replacement).reduce(0) { $0 + (weights[$1] ?? 0) }
  }

  private func differences(from request: RequestMatch, _ replacement: String) -> [String] {
    let text = SecretPattern(replacement)
    return [
      method == request.method ? nil : "method",
      coversPath(request.path, text) ? nil : "path", coversQuery(request.query, text) ? nil : "query",
      coversContent(request.content, text) ? nil : "body",
    ].compactMap { $0 }
  }

  private func coversPath(_ other: [String], _ text: SecretPattern) -> Bool {
    path.count == other.count && zip(path, other).allSatisfy(text.matches)
  }

  private func coversQuery(_ other: [Member], _ text: SecretPattern) -> Bool {
    // A request without the masked credentials, or with other credentials, still matches.
    let hidden = Set(query.filter { text.isWhole($0.value ?? "") }.map(\.name))
    return Self.covers(
      query.filter { !hidden.contains($0.name) }, other.filter { !hidden.contains($0.name) }, text)
  }

  private static func covers(_ members: [Member], _ other: [Member], _ text: SecretPattern) -> Bool {
    members.count == other.count
      && zip(members, other).allSatisfy { own, other in
        guard own.name == other.name else { return false }
        guard let value = own.value, let otherValue = other.value else { return own.value == other.value }
        return text.matches(value, otherValue)
      }
  }

  private func coversContent(_ other: Content, _ text: SecretPattern) -> Bool {
    if content == other { return true }
    switch (content, other) {
    case (.json(let own), .json(let other)):
      guard let own = try? JSONDocument(own), let other = try? JSONDocument(other) else { return false }
      return Self.covers(own.root, other.root, text)
    case (.form(let own), .form(let other)): return Self.covers(own, other, text)
    case (.bytes(let own), .bytes(let other)): return text.matches(own, other)
    default: return false
    }
  }

  /// Returns true if the JSON of a request matches the JSON of a fixture.
  ///
  /// - Parameter own: JSON with sorted members, as in `other`.
  private static func covers(_ own: JSONDocument.Node, _ other: JSONDocument.Node, _ text: SecretPattern) -> Bool {
    if let string = own.string {
      return text.isWhole(string) || other.string.map { text.matches(string, $0) } == true
    }
    guard own.kind == other.kind else { return false }
    switch own.kind {
    case .object:
      let (members, others) = (Array(own.members), Array(other.members))
      return members.count == others.count
        && zip(members, others).allSatisfy { $0.name == $1.name && covers($0.value, $1.value, text) }
    case .array:
      let (elements, others) = (Array(own.elements), Array(other.elements))
      return elements.count == others.count && zip(elements, others).allSatisfy { covers($0, $1, text) }
    case .number: return own.numberText == other.numberText
    default: return own.bool == other.bool
    }
  }
}
