import SwiftSyntax
import SwiftSyntaxMacros

/// The lines and columns of a macro's syntax in the user's file.
///
/// Only the compiler knows whether a type exists and is Codable. It reports its errors in generated code, where users
/// cannot fix them. `#sourceLocation` moves an error to the user's word.
struct SourceLocations {
  /// A line and column of a file.
  struct Location {
    /// The path as a string literal.
    let file: String
    /// The line number, from 1.
    let line: Int
    /// The column in UTF-8 bytes, from 1.
    let column: Int
  }

  private let find: (Syntax) -> Location?

  /// No locations; errors stay in generated code.
  static var none: SourceLocations { SourceLocations { _ in nil } }

  /// Creates the locations of a macro's context.
  init(in context: some MacroExpansionContext) {
    let trees = LocatedTrees()
    self.init { node in
      let root = node.root
      return trees.tree(of: root) { Self.location(of: root, in: context) }?.location(of: node)
    }
  }

  private static func location(of root: Syntax, in context: some MacroExpansionContext) -> Location? {
    guard let location = context.location(of: root, at: .afterLeadingTrivia, filePathMode: .filePath),
      let line = Int(location.line.trimmedDescription), let column = Int(location.column.trimmedDescription)
    else { return nil }
    let file = location.file.trimmedDescription
    // A path with quotation marks or backslashes is a raw literal, which a directive does not accept.
    guard !file.hasPrefix("#") else { return nil }
    return Location(file: file, line: line, column: column)
  }

  private init(_ find: @escaping (Syntax) -> Location?) {
    self.find = find
  }

  /// Returns the location of the first token of `node`.
  func location(of node: Syntax) -> Location? { find(node) }
}

/// The trees of a macro's syntax, with the location of each in the user's file.
///
/// The context is asked only once for each tree, because it creates syntax nodes for each location.
private final class LocatedTrees {
  private var trees: [SyntaxIdentifier: LocatedTree?] = [:]

  /// Returns the tree of `root`, with the location that `find` returns; nil for syntax that is not the user's.
  func tree(of root: Syntax, at find: () -> SourceLocations.Location?) -> LocatedTree? {
    if let known = trees[root.id] { return known }
    let tree = find().map { LocatedTree(root, at: $0) }
    trees.updateValue(tree, forKey: root.id)
    return tree
  }
}

/// A tree of syntax whose first token has a known location.
private struct LocatedTree {
  private let start: SourceLocations.Location
  private let converter: SourceLocationConverter
  /// The location of the first token within the tree.
  private let first: SourceLocation

  init(_ root: Syntax, at start: SourceLocations.Location) {
    self.start = start
    converter = SourceLocationConverter(fileName: "", tree: root)
    first = converter.location(for: root.positionAfterSkippingLeadingTrivia)
  }

  /// Returns the location of the first token of a node of the tree.
  func location(of node: Syntax) -> SourceLocations.Location {
    let found = converter.location(for: node.positionAfterSkippingLeadingTrivia)
    let isFirstLine = found.line == first.line
    return SourceLocations.Location(
      file: start.file, line: start.line + found.line - first.line,
      column: isFirstLine ? start.column + found.column - first.column : found.column)
  }
}

extension TypeSyntax {
  /// The names of known types.
  static let known: Set<String> = [
    "Bool", "Double", "Empty", "Float", "Int", "Int8", "Int16", "Int32", "Int64", "String", "UInt", "UInt8", "UInt16",
    "UInt32", "UInt64",
  ]

  /// True for types of the standard library and of this package that can be sent, and combinations of them.
  ///
  /// Types of Foundation are not known, because the file may not import it. Types that stand for a whole result or a header
  /// are known only in that use.
  var isKnown: Bool {
    let required = self.as(OptionalTypeSyntax.self)?.wrappedType ?? self
    if isResponse || required.baseName.flatMap(ConditionModel.init) != nil { return true }
    if let value = versioned?.value ?? valueBesideResponse { return value.isKnown }
    if let (_, inner) = TypeModel.unwrapped(required) { return inner.isKnown }
    return tokens(viewMode: .sourceAccurate).allSatisfy { token in
      // `[3 of Int]` is not Codable.
      guard case .identifier(let name) = token.tokenKind else { return token.tokenKind != .keyword(.of) }
      return Self.known.contains(name)
    }
  }

  /// The node for errors about the type; nil for a known type, which causes no errors.
  var anchor: Syntax? { isKnown ? nil : Syntax(self) }
}

extension ExprSyntax {
  /// The node for errors about the value; nil for a plain literal.
  var anchor: Syntax? {
    switch kind {
    case .integerLiteralExpr, .floatLiteralExpr, .booleanLiteralExpr, .nilLiteralExpr: nil
    case .stringLiteralExpr: stringValue == nil ? Syntax(self) : nil
    default: integerValue == nil ? Syntax(self) : nil
    }
  }
}

extension ResultModel {
  /// The node of the body's type; nil for a known type.
  var anchor: Syntax? {
    guard case .value(let type) = self else { return nil }
    return (type.valueBesideResponse ?? type).anchor
  }
}
