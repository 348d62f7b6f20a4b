import SwiftSyntax

/// A rule: a path is a template of whole segments.
struct PathRule: EndpointRule {
  func findings(in endpoint: EndpointModel, of contract: ContractModel) -> [Finding] {
    guard let path = endpoint.verbs.first?.path, let template = endpoint.template else { return [] }
    let findings = Self.findings(in: path, template, below: contract.prefix, of: .contract)
    return findings.malformed ? findings.all : findings.all + queryFindings(endpoint, template)
  }

  /// Returns the errors of a path, and whether it is malformed as a whole.
  ///
  /// - Parameters:
  ///   - prefix: the path before this one. The prefix may be the whole path.
  ///   - form: the form of the declaration.
  static func findings(
    in path: PathLiteral, _ template: PathTemplate, below prefix: PathLiteral? = nil, of form: ContractForm
  ) -> (all: [Finding], malformed: Bool) {
    if let finding = baseFinding(path) { return ([finding], true) }
    let isPrefix = (prefix.map { !$0.value.isEmpty } ?? false) && (path.value.isEmpty || path.value.hasPrefix("?"))
    guard isPrefix || path.value.hasPrefix("/") else {
      let finding = Finding(
        "path-slash", at: path.location(at: 0), "A path must start with '/': write \(("/" + path.value).literal).",
        fixIts: [.literal("path-slash", path, "/" + path.value)])
      return ([finding], true)
    }
    if let finding = typedPlaceholderFinding(path) ?? characterFinding(path) ?? queryFinding(path, in: form) {
      return ([finding], true)
    }
    var findings: [Finding] = []
    var names: Set<String> = []
    for (index, segment) in template.segments.enumerated() {
      let isLast = index == template.segments.count - 1
      if let finding = segmentFinding(segment, isLast: isLast) { findings.append(finding) }
      if let name = segment.placeholder, !name.isEmpty, !names.insert(name).inserted {
        findings.append(
          Finding(
            "duplicate-placeholder", at: segment.location,
            "The path has two placeholders called '\(name)'; rename one of them and add a parameter for it."))
      }
    }
    return (findings + restFindings(template.segments), false)
  }

  /// Returns the errors of all placeholders for several segments except the first. A second one would be ambiguous.
  static func restFindings(_ segments: [PathSegment]) -> [Finding] {
    let rests = segments.filter { if case .rest = $0.kind { true } else { false } }
    guard let first = rests.first?.placeholder else { return [] }
    return rests.dropFirst().map { other in
      Finding(
        "two-rests", at: other.location,
        "A path can have only one placeholder for several segments, and '{\(first)...}' is one already; write "
          + "'{\(other.placeholder ?? "")}' for one segment.")
    }
  }

  /// Returns the error of a complete URL, whose base belongs to the client.
  static func baseFinding(_ path: PathLiteral) -> Finding? {
    guard let scheme = path.value.firstRange(of: "://"), path.value[..<scheme.lowerBound].allSatisfy(\.isLetter) else {
      return nil
    }
    let rest = String(path.value[scheme.upperBound...].drop { $0 != "/" })
    let text = rest.isEmpty ? "/" : rest
    return Finding(
      "path-url", at: path.location(at: 0), "The client sets the base URL; write \(text.literal).",
      fixIts: [.literal("path-url", path, text)])
  }

  /// Returns the error of a query with a placeholder, or of a trailing `?` that marks a placeholder as optional.
  static func queryFinding(_ path: PathLiteral, in form: ContractForm) -> Finding? {
    let (text, query) = PathParser.split(path.value)
    guard let query else { return nil }
    if query.isEmpty {
      return Finding(
        "optional-placeholder", at: path.location(at: text.utf8.count),
        "A segment cannot be optional, and '?' begins a query; remove it, and write a second function for the path "
          + "without the last segment.",
        fixIts: [.literal("optional-placeholder", path, String(text))])
    }
    var offset = text.utf8.count + 1
    for part in query.split(separator: "&", omittingEmptySubsequences: false) {
      let value = part.drop { $0 != "=" }.dropFirst()
      if value.hasPrefix(":") || value.hasPrefix("{") {
        let input = form.queryInput(value.filter { !":{}".contains($0) }, key: String(part.prefix { $0 != "=" }))
        return Finding(
          "query-placeholder", at: path.location(at: offset + part.utf8.count - value.utf8.count),
          "A placeholder is a segment of the path; remove '\(part)', because \(input) is sent in the query "
            + "automatically.")
      }
      offset += part.utf8.count + 1
    }
    return nil
  }

  static func characterFinding(_ path: PathLiteral) -> Finding? {
    var offset = 0
    for scalar in path.value.unicodeScalars {
      if scalar == "#" {
        return Finding(
          "path-fragment", at: path.location(at: offset), "A fragment is never sent; remove '#' and the text after it.")
      }
      if scalar.properties.isWhitespace || scalar.value < 0x20 || scalar.value == 0x7F {
        return Finding(
          "path-whitespace", at: path.location(at: offset),
          "A path cannot contain whitespace or control characters; remove them or write them percent-encoded.")
      }
      if scalar == "%", !isEscape(path.value.utf8.dropFirst(offset)) {
        return Finding(
          "path-percent", at: path.location(at: offset),
          "'%' must be followed by two hexadecimal digits; write '%25' for the sign itself.")
      }
      offset += UTF8.width(scalar)
    }
    return nil
  }

  /// Returns true for text that starts with a percent-encoded byte (RFC 3986 §2.1).
  private static func isEscape(_ text: Substring.UTF8View) -> Bool {
    let digits = text.dropFirst().prefix(2)
    return digits.count == 2 && digits.allSatisfy { Character(UnicodeScalar($0)).isHexDigit }
  }

  static func segmentFinding(_ segment: PathSegment, isLast: Bool) -> Finding? {
    switch segment.kind {
    case .placeholder(let name): placeholderFinding(segment, name, example: ":id")
    case .rest(let name): placeholderFinding(segment, name, example: "{path...}")
    case .constant(let text): constantFinding(segment, text, isLast: isLast)
    }
  }

  private static func placeholderFinding(_ segment: PathSegment, _ name: String, example: String) -> Finding? {
    if name.isEmpty {
      return Finding("placeholder-name", at: segment.location, "A placeholder needs a name, such as '\(example)'.")
    }
    if case .placeholder = segment.kind, name.hasSuffix("...") {
      return Finding(
        "rest-placeholder", at: segment.location,
        "A placeholder of several segments is written in braces; write '{\(name)}'.")
    }
    return PathParser.isName(name) ? nil : nameFinding(segment, name)
  }

  private static func constantFinding(_ segment: PathSegment, _ text: String, isLast: Bool) -> Finding? {
    if text.isEmpty {
      if isLast { return nil }
      return Finding("empty-segment", at: segment.location, "The path has an empty segment; remove one of the two '/'.")
    }
    if text == "." || text == ".." {
      return Finding(
        "dot-segment", at: segment.location,
        "A path cannot contain the segment '\(text)'; write the path without it.")
    }
    if let name = angleName(text) {
      return Finding(
        "angle-placeholder", at: segment.location, "A placeholder is written with a colon; write ':\(name)'.",
        fixIts: [
          .literal("angle-placeholder", segment.literal, segment.literal.value.replacing(text, with: ":" + name))
        ])
    }
    if text.contains("*") {
      return Finding(
        "wildcard-segment", at: segment.location,
        "A contract has no wildcards; replace '\(text)' by a placeholder such as ':id'.")
    }
    let hasPlaceholderSyntax = text.contains { "{}:".contains($0) } && !text.isPlainColon
    return hasPlaceholderSyntax ? partialFinding(segment, text) : nil
  }

  /// Returns the name in `<id>`, or nil.
  private static func angleName(_ text: String) -> String? {
    guard text.hasPrefix("<"), text.hasSuffix(">"), PathParser.isName(String(text.dropFirst().dropLast())) else {
      return nil
    }
    return String(text.dropFirst().dropLast())
  }

  /// Returns the error of `{id: Int}`. The type belongs to the parameter.
  private static func typedPlaceholderFinding(_ path: PathLiteral) -> Finding? {
    var offset = 0
    for part in path.value.split(separator: "/", omittingEmptySubsequences: false) {
      defer { offset += part.utf8.count + 1 }
      let name = part.dropFirst().prefix { $0 != ":" }
      guard part.hasPrefix("{"), part.hasSuffix("}"), part.contains(":"), PathParser.isName(String(name)) else {
        continue
      }
      return Finding(
        "typed-placeholder", at: path.location(at: offset),
        "A placeholder has the type of its parameter; write '{\(name)}'.",
        fixIts: [.literal("typed-placeholder", path, path.value.replacing(part, with: "{\(name)}"))])
    }
    return nil
  }

  /// Returns the error of a placeholder whose name has invalid characters, such as those of a second placeholder.
  private static func nameFinding(_ segment: PathSegment, _ name: String) -> Finding {
    if name.contains(where: { "{}:".contains($0) }) { return partialFinding(segment, name) }
    return Finding(
      "placeholder-characters", at: segment.location,
      "The name of a placeholder consists of letters, digits, '_' and '-'; rename '\(name)'.")
  }

  private static func partialFinding(_ segment: PathSegment, _ text: String) -> Finding {
    Finding(
      "partial-placeholder", at: segment.location,
      "A placeholder is a whole segment between two '/'; split '\(text)' or make all of it one placeholder.")
  }

  private func queryFindings(_ endpoint: EndpointModel, _ template: PathTemplate) -> [Finding] {
    endpoint.parameters.compactMap { parameter in
      guard parameter.kind == .query, template.queryNames.contains(where: { $0.name == parameter.key }) else {
        return nil
      }
      return Finding(
        "static-query", at: parameter.keySource,
        "The path already has the query value '\(parameter.key)'; rename the parameter, or remove the value from the "
          + "path.")
    }
  }
}

extension String {
  /// True for a constant segment that contains a colon, such as `v1:batch`.
  fileprivate var isPlainColon: Bool { !contains("{") && !contains("}") && !hasPrefix(":") }
}

/// The form of a declaration with endpoints.
enum ContractForm {
  case contract, group, request, scope

  /// Returns the declaration of a query input, in words: `a parameter 'page: Query<String>'`.
  fileprivate func queryInput(_ name: String, key: String) -> String {
    let written = Identifier(name).source
    let query = name == key ? "@Query" : "@Query(\(key.literal))"
    switch self {
    case .contract:
      let rename = name == key ? "" : " with '@Name(\(name.literal), \(key.literal))'"
      return "a parameter '\(written): Query<String>'\(rename)"
    case .group: return "a member '\(query) var \(written): String' of its '@Request' struct"
    case .request: return "a member '\(query) var \(written): String'"
    case .scope: return "a parameter '\(query) \(written): String'"
    }
  }
}
