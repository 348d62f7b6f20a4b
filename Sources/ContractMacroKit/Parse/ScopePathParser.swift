import SwiftSyntax

/// A parser of the paths of scopes and of verbs in them, whose placeholders may have types.
enum ScopePathParser {
  /// Returns the path in the arguments of an attribute, or the segment `name` without arguments.
  static func parse(_ expressions: [ExprSyntax], otherwise name: Identifier) -> ScopePath {
    var path = ScopePath()
    if expressions.isEmpty {
      let expression = ExprSyntax(DeclReferenceExprSyntax(baseName: .identifier(name.source)))
      let literal = PathLiteral(value: name.name, expression: expression, textOffset: nil)
      path.segments = [PathSegment(kind: .constant(name.name), literal: literal, offset: 0)]
    }
    for expression in expressions {
      if let literal = PathParser.literal(expression) {
        parse(literal, into: &path)
      } else {
        path.otherExpressions.append(expression)
      }
    }
    return path
  }

  private static func parse(_ literal: PathLiteral, into path: inout ScopePath) {
    let (text, query) = PathParser.split(literal.value)
    path.literals.append(literal)
    if let query {
      path.query = String(query)
      path.queryNames += PathParser.template(prefix: nil, path: literal).queryNames
    }
    var offset = text.hasPrefix("/") ? 1 : 0
    let rest = text.dropFirst(offset)
    guard !rest.isEmpty else { return }
    for part in rest.split(separator: "/", omittingEmptySubsequences: false) {
      append(part, of: literal, at: offset, to: &path)
      offset += part.utf8.count + 1
    }
  }

  private static func append(_ part: Substring, of literal: PathLiteral, at offset: Int, to path: inout ScopePath) {
    guard let (name, type) = placeholder(part) else {
      path.segments.append(PathSegment(kind: .constant(String(part)), literal: literal, offset: offset))
      return
    }
    let isRest = part.hasPrefix("{") && name.hasSuffix("...")
    let argument = isRest ? String(name.dropLast(3)) : name
    path.segments.append(
      PathSegment(kind: isRest ? .rest(argument) : .placeholder(name), literal: literal, offset: offset))
    // An argument without a name is omitted, because it would cause an error in generated code.
    guard !argument.isEmpty else { return }
    path.arguments.append(
      ScopeArgument(
        name: Identifier(argument), type: type ?? "String", location: literal.location(at: offset), isRest: isRest))
  }

  /// Returns the name and type in `{id: UUID}`, or the name in `:id`.
  private static func placeholder(_ part: Substring) -> (name: String, type: String?)? {
    if part.hasPrefix(":") { return (String(part.dropFirst()), nil) }
    guard part.hasPrefix("{"), part.hasSuffix("}"), part.count > 1 else { return nil }
    let inner = part.dropFirst().dropLast()
    guard let colon = inner.firstIndex(of: ":") else { return (String(inner), nil) }
    return (String(inner[..<colon]).trimmingSpaces(), String(inner[inner.index(after: colon)...]).trimmingSpaces())
  }
}
