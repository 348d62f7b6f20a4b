internal import ContractCoding

// Schemas of bytes. OpenAPI 3.0 writes `format: binary`, later versions write `contentMediaType`, or no schema for a
// whole body.
extension SchemaView {
  /// Whether the values are any bytes, without an encoding as text.
  var isBinary: Bool { rules.isBinary(as: "application/octet-stream") }
}

extension SchemaRules {
  /// Returns true for strings of bytes that are not encoded as text.
  ///
  /// - Parameter mediaType: the media type that the bytes have anyway, in lowercase. Repeating it adds no rule.
  fileprivate func isBinary(as mediaType: String) -> Bool {
    guard types.map({ $0.subtracting([.null]) == [.string] }) ?? true, choices == nil, groups.isEmpty,
      strings.encoding == nil
    else { return false }
    guard let declared = strings.mediaType?.lowercased() else { return format == "binary" }
    return (format == nil || format == "binary") && (declared == mediaType || declared == "application/octet-stream")
  }

  /// Whether no rule restricts the number or the order of bytes.
  fileprivate var isUnrestricted: Bool {
    strings.length == SizeRules() && strings.patterns.isEmpty && negations.isEmpty && problems.isEmpty && !isNever
  }
}

extension OpenAPIMediaType {
  /// Whether the body is any bytes: the media type is neither text nor JSON nor a form, and the schema adds no rule.
  func isBytes(in document: OpenAPIDocument) -> Bool {
    guard OperationBody.Format(name) == .binary, itemSchema == nil else { return false }
    guard let schema, schema.value != true, schema.value != [:] else { return true }
    let rules = SchemaRules([schema], OpenAPIReferences(document.root), document.version)
    return rules.isBinary(as: essence) && rules.isUnrestricted
  }
}
