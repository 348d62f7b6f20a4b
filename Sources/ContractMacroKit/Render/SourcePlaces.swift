import SwiftSyntax
import SwiftSyntaxMacros

/// Where the declarations that a macro reads stand in the user's file.
///
/// Whether a type can travel is for the compiler to find out, in generated code, where nobody could do anything about it.
/// Such code says that it stands at the user's word (`#sourceLocation`), so the error is told there.
struct SourcePlaces {
  /// A place in a file.
  struct Place {
    /// The path as a string literal.
    let file: String
    /// From 1.
    let line: Int
    /// In UTF-8 bytes, from 1.
    let column: Int
  }

  private let find: (Syntax) -> Place?

  /// Nothing is known: generated code stands where it is generated.
  static var none: SourcePlaces { SourcePlaces { _ in nil } }

  /// The places that a macro's context knows.
  init(in context: some MacroExpansionContext) {
    self.init { node in
      guard let location = context.location(of: node, at: .afterLeadingTrivia, filePathMode: .filePath),
        let line = Int(location.line.trimmedDescription), let column = Int(location.column.trimmedDescription)
      else { return nil }
      return Place(file: location.file.trimmedDescription, line: line, column: column)
    }
  }

  private init(_ find: @escaping (Syntax) -> Place?) {
    self.find = find
  }

  /// The place of a type that may turn out not to fit; nil for types that are known to.
  func place(of type: TypeSyntax) -> Place? { type.isKnown ? nil : find(Syntax(type)) }

  /// The place of any node.
  func place(of node: some SyntaxProtocol) -> Place? { find(Syntax(node)) }
}

extension SourceWriter {
  /// Adds `head` and `tail` on one line, where `tail` begins with a dot; with the name behind the dot at `place`, if there
  /// is one.
  mutating func line(_ head: String, _ tail: String, at place: SourcePlaces.Place?) {
    guard let place else { return line(head + tail) }
    lines(head, [tail], at: place)
  }

  /// Adds a call whose arguments are listed, as ``list(_:_:_:)`` does, with the word `init` for the type before it at
  /// `place`, if there is one.
  mutating func call(_ open: String, _ arguments: [String], at place: SourcePlaces.Place?) {
    guard let place else { return list(open + "(", arguments, ")") }
    var lines = SourceWriter.lines { $0.list(open + "(", arguments, ")") }
    lines[0] = ".init" + lines[0].dropFirst(open.count)
    self.lines(open, lines, at: place)
  }

  /// Adds `head`, and below it `lines`, of which the first begins with a dot that stands before `place`.
  private mutating func lines(_ head: String, _ lines: [String], at place: SourcePlaces.Place) {
    line("#sourceLocation(file: \(place.file), line: \(max(place.line - 1, 1)))")
    line(head)
    // Spaces to the column, whatever the indentation.
    raw(String(repeating: " ", count: max(place.column - 2, 0)) + (lines.first ?? ""))
    for other in lines.dropFirst() { line(other) }
    line("#sourceLocation()")
  }

  /// The lines that `write` adds.
  private static func lines(_ write: (inout SourceWriter) -> Void) -> [String] {
    var writer = SourceWriter()
    write(&writer)
    return writer.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }
}

extension TypeSyntax {
  private static let known: Set<String> = [
    "Bool", "Character", "Data", "Date", "Decimal", "Double", "Duration", "Empty", "Float", "HTTPResponse", "Int",
    "Int8",
    "Int16", "Int32", "Int64", "Part", "String", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "URL", "UUID", "Void",
  ]

  /// True for types of the standard library, of Foundation and of this package that travel, and what is made of them.
  var isKnown: Bool {
    tokens(viewMode: .sourceAccurate).allSatisfy { token in
      guard case .identifier(let name) = token.tokenKind else { return true }
      return Self.known.contains(name) || Place(rawValue: name) != nil
    }
  }
}

extension ResultModel {
  /// Where the type of the content stands; nil when it surely travels.
  func place(in places: SourcePlaces) -> SourcePlaces.Place? {
    guard case .value(let type) = self else { return nil }
    // Beside a response the value is the first type of a tuple.
    return places.place(of: type.as(TupleTypeSyntax.self)?.elements.first?.type ?? type)
  }
}
