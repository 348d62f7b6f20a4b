/// A failure that ends a stream after its response has begun.
///
/// The last event of a stream has the type `problem`, and the last line is `{"problem":{…}}`, with the body that the
/// failure has as a response.
enum StreamFailure {
  /// The type of the last event, and the member of the last line.
  static let name = "problem"
  /// The beginning of a line with a failure.
  private static let linePrefix = Array(#"{"problem":"#.utf8)

  /// Returns the problem document of an error; nil unless the operation declares it.
  static func document(_ error: any Error, of operation: APIOperation) throws -> [UInt8]? {
    let error = (error as? any ErrorWrapper)?.wrapped ?? error
    guard let failure = error as? any APIFailure, operation.declares(type(of: failure)) else { return nil }
    return try Problem(failure, options: operation.wire.json).response().heldBytes
  }

  /// Returns the last line of a stream that ends with a failure.
  static func line(_ document: [UInt8]) -> [UInt8] { linePrefix + document + Array("}\n".utf8) }

  /// Returns the problem document of a line that ends a stream; nil for any other line.
  static func document(inLine line: [UInt8]) -> [UInt8]? {
    guard line.starts(with: linePrefix), line.last == UInt8(ascii: "}") else { return nil }
    let text = Array(line[linePrefix.count..<(line.count - 1)])
    // With a further member in the object, `text` is not a single JSON value, and the line is not a failure.
    return isDocument(text) ? text : nil
  }

  /// Returns true for a problem document with a status, which each failure has. Other values may have the same name.
  static func isDocument(_ text: [UInt8]) -> Bool {
    guard let root = (try? JSONDocument(text))?.root, root.kind == .object else { return false }
    return root.member("status")?.integer() != nil
  }

  /// Returns the error of a problem document: the declared failure, or that of an undeclared status.
  static func error(_ document: [UInt8], of operation: APIOperation) -> any Error {
    let root = (try? JSONDocument(document))?.root
    let status = root?.member("status")?.integer().flatMap { HTTPStatus($0) } ?? .internalServerError
    let response = HTTPResponse(status, fields: [.contentType: "application/problem+json"], body: .bytes(document))
    return operation.declaredFailure(in: response) ?? ClientError(unexpected: response, for: operation)
  }
}
