import SwiftSyntax
import SwiftSyntaxMacros

/// The lines and columns of a macro's syntax in the user's file.
///
/// Only the compiler knows whether a type exists and is Codable, and its errors are in generated code, where users
/// cannot fix them. `#sourceLocation` moves an error to the user's word.
struct SourceLocations {
  /// A line and column of a file.
  struct Location {
    /// The path as a string literal.
    let file: String
    /// From 1.
    let line: Int
    /// In UTF-8 bytes, from 1.
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
    return Location(file: location.file.trimmedDescription, line: line, column: column)
  }

  private init(_ find: @escaping (Syntax) -> Location?) {
    self.find = find
  }

  /// Returns the location of the first token of `node`.
  func location(of node: Syntax) -> Location? { find(node) }
}

/// The trees of a macro's syntax, with the location of each in the user's file.
///
/// The context is asked once for each tree: it makes syntax of a location, which took an eighth of the time of an expansion.
private final class LocatedTrees {
  private var trees: [SyntaxIdentifier: LocatedTree?] = [:]

  /// Returns the tree of `root`, whose location is `find`'s; nil for syntax that is not the user's.
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
  /// The offset of the first token.
  private let offset: Int
  /// The offsets of the first bytes of the lines after the first token's.
  private let lines: [Int]

  init(_ root: Syntax, at start: SourceLocations.Location) {
    self.start = start
    let offset = root.positionAfterSkippingLeadingTrivia.utf8Offset
    self.offset = offset
    let bytes = root.syntaxTextBytes
    lines = bytes.indices.filter { index in
      guard index > offset else { return false }
      let last = bytes[index - 1]
      // A carriage return ends a line unless a line feed follows.
      return last == UInt8(ascii: "\n") || last == UInt8(ascii: "\r") && bytes[index] != UInt8(ascii: "\n")
    }
  }

  /// Returns the location of the first token of a node of the tree.
  func location(of node: Syntax) -> SourceLocations.Location {
    let position = node.positionAfterSkippingLeadingTrivia.utf8Offset
    let passed = lines.partitioningIndex { $0 > position }
    let isFirstLine = passed == 0
    return SourceLocations.Location(
      file: start.file, line: start.line + passed,
      column: isFirstLine ? start.column + position - offset : position - lines[passed - 1] + 1)
  }
}

extension [Int] {
  /// Returns the index of the first element of a sorted array for which `isAfter` is true, or the count.
  fileprivate func partitioningIndex(_ isAfter: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isAfter(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension TypeSyntax {
  private static let known: Set<String> = [
    "Bool", "Character", "Double", "Duration", "Empty", "Float", "Int", "Int8", "Int16", "Int32", "Int64", "String",
    "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Void",
  ]

  /// True for types of the standard library and of this package that can be sent, and combinations of them.
  ///
  /// Types of Foundation are unknown in a file without its import. Types for a whole result or a header are known only as
  /// such.
  var isKnown: Bool {
    let required = self.as(OptionalTypeSyntax.self)?.wrappedType ?? self
    if isResponse || required.baseName.flatMap(ConditionModel.init) != nil { return true }
    if let value = versioned?.value ?? valueBesideResponse { return value.isKnown }
    return tokens(viewMode: .sourceAccurate).allSatisfy { token in
      guard case .identifier(let name) = token.tokenKind else { return true }
      return Self.known.contains(name) || InputKind(wrapper: name) != nil
    }
  }

  /// The node for errors about the type; nil for a known type, which causes none.
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
