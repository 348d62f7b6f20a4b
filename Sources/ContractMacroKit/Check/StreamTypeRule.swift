import SwiftSyntax

/// A rule: a stream is a whole result or a whole body, of a type that both ends can stream.
enum StreamTypeRule {
  /// The stream types that a contract cannot contain, because they have no wire format.
  private static let foreign: Set<String> = ["AsyncStream", "AsyncThrowingStream", "AsyncSequence", "HTTPBody"]
  /// The stream types that a contract may contain.
  private static let declared: Set<String> = ["ByteStream", "ServerEvents", "JSONLines"]

  /// Returns the error of a stream as a result.
  ///
  /// - Parameter isCase: true for a case of a result with several statuses.
  static func resultFinding(_ type: TypeSyntax, isCase: Bool = false) -> Finding? {
    guard let (stream, isOptional) = stream(in: type), let name = stream.baseName else { return nil }
    let text = type.trimmedDescription
    if foreign.contains(name) {
      let element = element(of: stream)
      let remedy =
        element.map { "return 'ServerEvents<\($0)>', 'JSONLines<\($0)>', or 'ByteStream' for bytes" }
        ?? "return 'ByteStream'"
      return Finding("stream-result", at: type, "'\(text)' cannot be sent; \(remedy).")
    }
    if isCase {
      return Finding(
        "stream-result", at: type,
        "A case is decoded as a whole, so it cannot have '\(text)'; let the function return only the stream.")
    }
    guard isOptional else { return nil }
    return Finding(
      "stream-result", at: type,
      "A stream may be empty, but never nil; return '\(stream.trimmedDescription)', and declare a failure for its "
        + "absence.")
  }

  /// Returns the error of a stream as an input.
  ///
  /// - Parameter isAttributed: true where the attribute `@Body` marks a body, false where the type `Body` does.
  static func inputFinding(
    _ type: TypeModel, of name: String, in kind: InputKind, isAttributed: Bool = false
  ) -> Finding? {
    guard let (stream, isOptional) = stream(in: type.syntax), let base = stream.baseName else { return nil }
    let sendable = element(of: stream).map { "JSONLines<\($0)>" } ?? "ByteStream"
    let remedy = isAttributed ? "'@Body' and the type '\(sendable)'" : "'Body<\(sendable)>'"
    if foreign.contains(base) || base == "ServerEvents" {
      return Finding(
        "stream-parameter", at: type.original,
        "'\(type.text)' cannot be part of a request, so '\(name)' cannot be sent; write \(remedy).")
    }
    if isOptional {
      return Finding(
        "stream-parameter", at: type.original,
        "A stream may be empty, but never nil; make '\(name)' a '\(stream.trimmedDescription)'.")
    }
    guard kind != .body, kind != .custom else { return nil }
    return Finding(
      "stream-parameter", at: type.original,
      "A stream is the whole body of a request, so '\(name)' cannot be one value of several; "
        + (isAttributed ? "make it the only '@Body'." : "write 'Body<\(stream.trimmedDescription)>'."))
  }

  /// Returns the type of the elements; nil for bytes, and for a stream without a written type.
  private static func element(of stream: TypeSyntax) -> String? {
    guard stream.baseName != "HTTPBody", stream.baseName != "ByteStream",
      let first = stream.genericArguments?.first?.argument.trimmedDescription
    else { return nil }
    return first == "UInt8" || first == "[UInt8]" || first == "Data" ? nil : first
  }

  /// Returns the stream type inside `?`, `some`, `any` and parentheses; nil for any other type.
  private static func stream(in type: TypeSyntax) -> (type: TypeSyntax, isOptional: Bool)? {
    if let optional = type.as(OptionalTypeSyntax.self) {
      return stream(in: optional.wrappedType).map { ($0.type, true) }
    }
    if let opaque = type.as(SomeOrAnyTypeSyntax.self) { return stream(in: opaque.constraint) }
    if let tuple = type.as(TupleTypeSyntax.self), tuple.elements.count == 1, let only = tuple.elements.first {
      return stream(in: only.type)
    }
    guard let name = type.baseName, foreign.contains(name) || declared.contains(name) else { return nil }
    return (type, false)
  }
}
