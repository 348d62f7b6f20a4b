import SwiftSyntax

/// A rule: `@Checksum` is on an endpoint that sends or returns a stream of bytes.
struct ChecksumRule: EndpointRule {
  func findings(in endpoint: EndpointModel, of contract: ContractModel) -> [Finding] {
    let sendsBytes = endpoint.parameters.contains { $0.kind == .body && Self.isBytes($0.type.syntax) }
    return Self.findings(
      in: endpoint.function.attributes, of: endpoint.fullName, endpoint.result, mayReadBytes: sendsBytes)
  }

  /// Returns the error of an attribute without a stream.
  ///
  /// - Parameter mayReadBytes: whether the body of the request is a stream of bytes, or may be one.
  static func findings(
    in attributes: AttributeListSyntax, of name: String, _ result: ResultModel?, mayReadBytes: Bool
  ) -> [Finding] {
    guard let attribute = attributes.named("Checksum").first, !mayReadBytes else { return [] }
    if let content = result?.content, isBytes(content) { return [] }
    return [
      Finding(
        "checksum-without-stream", at: attribute,
        "'\(name)' has no stream that a checksum could follow; send 'Body<ByteStream>', return 'ByteStream', or remove "
          + "'@Checksum'.")
    ]
  }

  /// Returns true for `ByteStream`.
  static func isBytes(_ type: TypeSyntax) -> Bool { type.baseName == "ByteStream" }
}
