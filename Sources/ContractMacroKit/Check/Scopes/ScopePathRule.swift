import SwiftSyntax

/// Checks of the path of a scope or of a verb in it: literals of whole segments with unique placeholders.
enum ScopePathRule {
  /// Returns the errors of `path`.
  ///
  /// - Parameters:
  ///   - outer: the placeholders of the enclosing scopes.
  ///   - takesQuery: true for a verb, which may have a static query.
  static func findings(in path: ScopePath, after outer: [ScopeArgument], takesQuery: Bool) -> [Finding] {
    var findings = path.otherExpressions.map { expression in
      Finding(
        "path-not-literal", at: expression,
        "The path must be a string literal without interpolation, such as \"{id}\".")
    }
    for literal in path.literals {
      if let finding = optionalTypeFinding(literal) {
        findings.append(finding)
        continue
      }
      let finding = PathRule.baseFinding(literal) ?? PathRule.characterFinding(literal.withoutTypes)
      if let finding = finding ?? (takesQuery ? PathRule.queryFinding(literal, in: .scope) : nil) {
        findings.append(finding)
      }
      if !takesQuery, let mark = literal.value.firstIndex(of: "?") {
        let offset = literal.value.utf8.distance(from: literal.value.startIndex, to: mark)
        findings.append(
          Finding(
            "prefix-query", at: literal.location(at: offset),
            "The path of a scope cannot contain '?'; write a static query in the path of each function."))
      }
    }
    guard findings.isEmpty else { return findings }
    // The path of a verb may end with a slash.
    let segments = takesQuery && path.segments.count > 1 ? path.segments.dropLast() : path.segments[...]
    for segment in segments where segment.kind == .constant("") {
      findings.append(
        Finding("empty-segment", at: segment.location, "The path has an empty segment; remove one of the two '/'."))
    }
    for segment in path.segments where segment.kind != .constant("") {
      if let finding = PathRule.segmentFinding(segment, isLast: false) { findings.append(finding) }
    }
    return findings + argumentFindings(path.arguments, after: outer)
  }

  private static func argumentFindings(_ arguments: [ScopeArgument], after outer: [ScopeArgument]) -> [Finding] {
    var names = Set(outer.map(\.name))
    var rest = outer.first(where: \.isRest)?.name.name
    return arguments.compactMap { argument in
      let name = argument.name.name
      defer { if argument.isRest, rest == nil { rest = name } }
      if !names.insert(argument.name).inserted {
        return Finding(
          "duplicate-placeholder", at: argument.location,
          "The path has two placeholders called '\(name)' (see also the enclosing scopes); rename one of them.")
      }
      if argument.isRest, let first = rest {
        return Finding(
          "two-rests", at: argument.location,
          "A path can have only one placeholder for several segments, and '{\(first)...}' is one already (see also the "
            + "enclosing scopes); write '{\(name)}' for one segment.")
      }
      if name.hasPrefix("__") {
        return Finding(
          "reserved-name", at: argument.location,
          "Names that start with '__' belong to generated code; rename '\(name)'.")
      }
      if argument.type.hasSuffix("...") {
        return Finding(
          "placeholder-type", at: argument.location,
          "A placeholder of several segments has the dots after its name; write '{\(name)...}'.")
      }
      if argument.isRelative {
        return Finding(
          "generic-parameter", at: argument.location,
          "'\(name)' needs a concrete type to be sent; replace 'Self' by the type itself.")
      }
      return argument.hasTypeName ? nil : typeFinding(argument.type, at: argument.location)
    }
  }

  private static func typeFinding(_ type: String, at location: Finding.Location) -> Finding {
    Finding(
      "placeholder-type", at: location,
      "'\(type)' cannot be the type of a placeholder, because a segment always has exactly one value; "
        + "write a name such as 'UUID'.")
  }

  /// Returns the error of `{id: Int?}`, whose question mark would begin the query.
  private static func optionalTypeFinding(_ path: PathLiteral) -> Finding? {
    var offset = 0
    for part in path.value.split(separator: "/", omittingEmptySubsequences: false) {
      if part.hasPrefix("{"), part.hasSuffix("?}"), let colon = part.firstIndex(of: ":") {
        let type = part[part.index(after: colon)...].dropLast().drop { $0 == " " }
        return typeFinding(String(type), at: path.location(at: offset))
      }
      offset += part.utf8.count + 1
    }
    return nil
  }
}

extension PathLiteral {
  /// The literal with the types of placeholders, and the spaces before them, replaced by letters.
  fileprivate var withoutTypes: PathLiteral {
    var isType = false
    var isPlaceholder = false
    let masked = value.map { character -> String in
      switch character {
      case "{": isPlaceholder = true
      case "}", "/": (isPlaceholder, isType) = (false, false)
      case ":" where isPlaceholder: isType = true
      default: if isType { return String(repeating: "x", count: character.utf8.count) }
      }
      return String(character)
    }
    return PathLiteral(value: masked.joined(), expression: expression, textOffset: textOffset)
  }
}
