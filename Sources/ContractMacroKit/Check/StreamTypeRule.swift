import SwiftSyntax

/// A rule: a contract has no stream values. A response may have a stream as its body; request bodies are in memory.
enum StreamTypeRule {
  private static let names: Set<String> = [
    "AsyncStream", "AsyncThrowingStream", "AsyncSequence", "HTTPBody", "ByteStream",
  ]

  /// Returns the error of a stream as a result.
  static func resultFinding(_ type: TypeSyntax) -> Finding? {
    guard isStream(type) else { return nil }
    return Finding(
      "stream-result", at: type,
      "'\(type.trimmedDescription)' is not decoded as a whole; return 'HTTPResponse' with the body '.stream(…)', and read "
        + "it with '.stream' on the client.")
  }

  /// Returns the error of a stream as an input.
  static func inputFinding(_ type: TypeModel, of name: String) -> Finding? {
    guard isStream(type.syntax) else { return nil }
    return Finding(
      "stream-parameter", at: type.original,
      "A handler has its request's body in memory, so '\(name)' cannot be '\(type.text)'; write 'Body<[UInt8]>', or send "
        + "a stream with '.body(stream:)' on the client.")
  }

  private static func isStream(_ type: TypeSyntax) -> Bool {
    if let optional = type.as(OptionalTypeSyntax.self) { return isStream(optional.wrappedType) }
    if let opaque = type.as(SomeOrAnyTypeSyntax.self) { return isStream(opaque.constraint) }
    if let tuple = type.as(TupleTypeSyntax.self), tuple.elements.count == 1, let only = tuple.elements.first {
      return isStream(only.type)
    }
    return type.baseName.map(names.contains) ?? false
  }
}
