/// A JSON text (RFC 8259) that has been parsed and checked as a whole.
///
/// Parsing makes one flat array of small entries that point into the bytes; strings and numbers are read when they are
/// asked for. A document and its nodes are values that share that array.
///
/// Strict: valid UTF-8 only, paired surrogates, no control characters in strings, no leading zeros, nothing after the
/// value. A byte order mark in front is skipped, as Foundation does. Of members with the same name the first counts, as
/// in Foundation; names are compared byte for byte, so a composed `é` differs from a decomposed one.
public struct JSONDocument: Sendable {
  let tape: JSONTape

  /// Parses a text.
  ///
  /// - Throws: ``JSONSyntaxError`` with the place of the first fault, or when a limit is passed.
  public init(_ bytes: [UInt8], limits: JSONLimits = JSONLimits()) throws(JSONSyntaxError) {
    tape = JSONTape(bytes: bytes, entries: try JSONParser.parse(bytes, limits: limits))
  }

  /// The value of the whole text.
  public var root: Node {
    Node(tape: tape, index: 0)
  }

  /// The values in the document, those inside others and the names of members included.
  var valueCount: Int { root.tape.entries.count }
}
