import SwiftSyntax

/// A path is a template of whole segments.
struct PathRule: EndpointRule {
  func findings(in endpoint: EndpointModel, of contract: ContractModel) -> [Finding] {
    guard let path = endpoint.verbs.first?.path, let template = endpoint.template else { return [] }
    let findings = Self.findings(in: path, template)
    return findings.malformed ? findings.all : findings.all + queryFindings(endpoint, template)
  }

  /// What is wrong with a path itself, and whether it is no path at all.
  static func findings(in path: PathLiteral, _ template: PathTemplate) -> (all: [Finding], malformed: Bool) {
    guard path.value.hasPrefix("/") else {
      let finding = Finding(
        "path-slash", at: path.place(at: 0), "A path must start with '/': write \(("/" + path.value).literal).",
        fixIts: [.literal("path-slash", path, "/" + path.value)])
      return ([finding], true)
    }
    if let finding = characterFinding(path) { return ([finding], true) }
    var findings: [Finding] = []
    var names: Set<String> = []
    for (index, segment) in template.segments.enumerated() {
      let isLast = index == template.segments.count - 1
      findings += segmentFindings(segment, isLast: isLast, isOnly: template.segments.count == 1)
      if let name = segment.placeholder, !name.isEmpty, !names.insert(name).inserted {
        findings.append(
          Finding(
            "duplicate-placeholder", at: segment.place,
            "The path has two placeholders called '\(name)'; rename one of them and add a parameter for it."))
      }
    }
    return (findings, false)
  }

  static func characterFinding(_ path: PathLiteral) -> Finding? {
    var offset = 0
    for scalar in path.value.unicodeScalars {
      if scalar == "#" {
        return Finding(
          "path-fragment", at: path.place(at: offset), "A fragment is never sent; remove '#' and what follows it.")
      }
      if scalar.properties.isWhitespace || scalar.value < 0x20 || scalar.value == 0x7F {
        return Finding(
          "path-whitespace", at: path.place(at: offset),
          "A path cannot contain whitespace or control characters; remove them or write them percent-encoded.")
      }
      if scalar == "%", !isEscape(path.value.utf8.dropFirst(offset)) {
        return Finding(
          "path-percent", at: path.place(at: offset),
          "'%' must be followed by two hexadecimal digits; write '%25' for the sign itself.")
      }
      offset += UTF8.width(scalar)
    }
    return nil
  }

  /// True for text that starts with a percent-encoded byte (RFC 3986 §2.1).
  private static func isEscape(_ text: Substring.UTF8View) -> Bool {
    let digits = text.dropFirst().prefix(2)
    return digits.count == 2 && digits.allSatisfy { Character(UnicodeScalar($0)).isHexDigit }
  }

  static func segmentFindings(_ segment: PathSegment, isLast: Bool, isOnly: Bool) -> [Finding] {
    switch segment.kind {
    case .placeholder(let name):
      if name.isEmpty {
        return [Finding("placeholder-name", at: segment.place, "A placeholder needs a name, such as ':id'.")]
      }
      if name.hasSuffix("...") {
        return [
          Finding(
            "rest-placeholder", at: segment.place,
            "A placeholder is one segment, so '\(name)' cannot take the rest of the path; name each segment.")
        ]
      }
      return PathParser.isName(name) ? [] : [partialFinding(segment, name)]
    case .constant(let text):
      if text.isEmpty, !(isLast && isOnly) {
        guard !isLast else { return [] }
        return [
          Finding(
            "empty-segment", at: segment.place, "The path has an empty segment; remove one of the two '/'.")
        ]
      }
      if text == "." || text == ".." {
        return [
          Finding(
            "dot-segment", at: segment.place, "A path cannot contain the segment '\(text)'; write the path it means.")
        ]
      }
      if text.contains("*") {
        return [
          Finding(
            "wildcard-segment", at: segment.place,
            "A contract has no wildcards; replace '\(text)' by a placeholder such as ':id'.")
        ]
      }
      return text.contains(where: { "{}:".contains($0) }) && !text.isPlainColon ? [partialFinding(segment, text)] : []
    }
  }

  private static func partialFinding(_ segment: PathSegment, _ text: String) -> Finding {
    Finding(
      "partial-placeholder", at: segment.place,
      "A placeholder is a whole segment between two '/'; split '\(text)' or make all of it one placeholder.")
  }

  private func queryFindings(_ endpoint: EndpointModel, _ template: PathTemplate) -> [Finding] {
    endpoint.parameters.compactMap { parameter in
      guard parameter.place == .query, template.queryNames.contains(where: { $0.name == parameter.key }) else {
        return nil
      }
      return Finding(
        "static-query", at: parameter.nameToken,
        "The path already has the query value '\(parameter.key)'; rename the parameter or remove it from the path.")
    }
  }
}

extension String {
  /// True for a constant segment whose colon stands inside, such as `v1:batch`.
  fileprivate var isPlainColon: Bool { !contains("{") && !contains("}") && !hasPrefix(":") }
}
