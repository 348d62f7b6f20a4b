import SwiftParser
import SwiftSyntax
import Synchronization

/// A detector of expansions that are certainly empty, used before the declarations are parsed.
///
/// The compiler requests an expansion for each attribute of each function of a contract, and another for each function as
/// a member of the contract. The latter request includes the text of the whole contract. `@API` reports the errors of all
/// these attributes.
package enum EmptyExpansion {
  /// The attributes of a contract's functions whose errors `@API` reports, if they have arguments.
  private static let attributes: Set<String> = [
    "GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "CONNECT", "HTTP", "Status", "Default", "Name",
    "Throws",
  ]

  /// Returns true if the expansion of an attribute is empty and has no diagnostics.
  ///
  /// - Parameters:
  ///   - macro: the type that implements the macro.
  ///   - role: the role of the macro, such as `peer`.
  ///   - attribute: the text of the attribute.
  ///   - parent: the text of the enclosing declaration, without members.
  package static func isEmpty(macro: String, role: String, attribute: String, parent: String) -> Bool {
    switch (macro, role) {
    case ("APIMacro", "memberAttribute"):
      return Parent.of(parent) != .other
    case ("EndpointAttributeMacro", "peer"):
      guard let name = name(of: attribute) else { return false }
      return attributes.contains(name) && Parent.of(parent) == .contract
    default: return false
    }
  }

  /// Returns the name of an attribute with arguments; nil for a qualified name. Comments may precede the attribute.
  private static func name(of attribute: String) -> String? {
    var rest = attribute.utf8[...]
    while let first = rest.first, first != UInt8(ascii: "@") {
      switch first {
      case _ where isSpace(first): rest = rest.dropFirst()
      case UInt8(ascii: "/") where rest.dropFirst().first == first: rest = rest.drop { $0 != UInt8(ascii: "\n") }
      default: return nil
      }
    }
    let name = rest.dropFirst().prefix { byte in (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte & 0xDF) }
    rest = rest[name.endIndex...]
    guard rest.first == UInt8(ascii: "("), let argument = rest.dropFirst().first(where: { !isSpace($0) }),
      argument != UInt8(ascii: ")")
    else { return nil }
    return String(Substring(name))
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
  }
}

/// The kind of the declaration that encloses a declaration with an attribute.
private enum Parent {
  /// A protocol with `@API`.
  case contract
  /// A protocol without `@API`.
  case plainProtocol
  case other

  /// The last source text and its kind, cached because the functions of a contract are expanded in sequence.
  private static let last = Mutex(("", Parent.other))

  /// Returns the kind of the declaration with this text.
  static func of(_ text: String) -> Parent {
    last.withLock { last in
      if last.0 == text { return last.1 }
      let declaration = Parser.parse(source: text).statements.first?.item.as(ProtocolDeclSyntax.self)
      let kind = declaration.map { $0.attributes.named("API").isEmpty ? Parent.plainProtocol : .contract } ?? .other
      last = (text, kind)
      return kind
    }
  }
}
