internal import ContractCoding

/// The JSON coding of the elements of a stream, chosen once for all elements.
struct ElementCoding<Element: Codable & SendableMetatype>: Sendable {
  /// Replaces the contents of the array with the package's JSON of an element, which has no line breaks.
  private let writeJSON: @Sendable (Element, APIOperation, inout [UInt8]) throws -> Void
  /// Decodes the element in a JSON text with the package's reader.
  private let readJSON: @Sendable ([UInt8], APIOperation, Bool) throws(JSONContent.Unreadable) -> Element

  init() {
    if let type = Element.self as? any Schema.Type, let coding = compiledCoding(type) as? ElementCoding {
      self = coding
      return
    }
    writeJSON = { element, operation, bytes in
      bytes = try JSONWriter.bytes(of: element, options: operation.wire.json)
    }
    readJSON = { bytes, operation, checksRules throws(JSONContent.Unreadable) in
      try JSONContent.value(Element.self, in: bytes, operation.wire.json, checksRules: checksRules)
    }
  }

  fileprivate init(
    write: @escaping @Sendable (Element, APIOperation, inout [UInt8]) throws -> Void,
    read: @escaping @Sendable ([UInt8], APIOperation, Bool) throws(JSONContent.Unreadable) -> Element
  ) {
    writeJSON = write
    readJSON = read
  }

  /// Replaces the contents of the array with the JSON of an element, which has no line breaks.
  func write(_ element: Element, _ operation: APIOperation, _ bytes: inout [UInt8]) throws {
    guard let coder = operation.jsonCoder else { return try writeJSON(element, operation, &bytes) }
    bytes = try coder.encoder.encode(content: element)
    // JSON has line breaks only between tokens.
    bytes.removeAll { $0 == 0x0A || $0 == 0x0D }
  }

  /// Decodes the element in a JSON text.
  ///
  /// - Parameter checksRules: true to check the rules of members, as a server does.
  func read(
    _ bytes: [UInt8], _ operation: APIOperation, checksRules: Bool
  ) throws(JSONContent.Unreadable) -> Element {
    guard let decoder = operation.jsonCoder?.decoder else { return try readJSON(bytes, operation, checksRules) }
    var failures: [CodingFailure] = []
    var cause: (any Error)?
    func read(_ failures: inout [CodingFailure]) -> Element? {
      do {
        return try decoder.decode(Element.self, content: bytes)
      } catch {
        cause = error
        failures.append(CodingFailure(error))
        return nil
      }
    }
    let value = checksRules ? RuleSink.read(.useDefaultKeys, failures: &failures, read) : read(&failures)
    guard let value else { throw JSONContent.Unreadable(failures: failures, cause: cause) }
    return value
  }
}

/// Returns the coding with the type's compiled writer and reader.
private func compiledCoding<T: Schema>(_ type: T.Type) -> Any {
  ElementCoding<T> { element, operation, bytes in
    try JSONWriter.write(element, with: operation.jsonReading, into: &bytes)
  } read: { bytes, operation, checksRules throws(JSONContent.Unreadable) in
    try JSONContent.compiled(T.self, in: bytes, operation.wire.json, checksRules: checksRules)
  }
}

extension APIOperation {
  /// The custom coder of elements of streams, which are JSON in any case; nil if the package's JSON is used.
  var jsonCoder: ContentCoder? {
    guard hasCoder, let coder, coder.encoder.mediaType.isJSON, coder.decoder.mediaType.isJSON else { return nil }
    return coder
  }

  /// True if a custom coder determines the JSON of values, so that their schemas may not describe it.
  package var hasJSONCoder: Bool { jsonCoder != nil }
}
