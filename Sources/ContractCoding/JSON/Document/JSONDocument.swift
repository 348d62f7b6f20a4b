/// A parsed and fully checked JSON text (RFC 8259).
///
/// Parsing creates one flat array of small entries that refer to the bytes; strings and numbers are decoded on demand.
/// A document and its nodes are values that share this array.
///
/// Parsing is strict: only valid UTF-8, paired surrogates, no control characters in strings, no leading zeros, nothing
/// after the value. As in Foundation, a byte order mark at the start is skipped, and the first of several members with
/// the same name is used. Names are compared byte for byte, so a composed `é` differs from a decomposed one.
public struct JSONDocument: Sendable {
  let tape: JSONTape

  /// Parses a JSON text.
  ///
  /// - Throws: ``JSONSyntaxError`` with the location of the first error, or when a limit is exceeded.
  public init(_ bytes: [UInt8], limits: JSONLimits = JSONLimits()) throws(JSONSyntaxError) {
    tape = JSONTape(bytes: bytes, entries: try JSONParser.parse(bytes, limits: limits))
  }

  /// The value of the whole text.
  public var root: Node {
    Node(tape: tape, index: 0)
  }

  /// The number of values in the document, including nested values and member names.
  var valueCount: Int { root.tape.entries.count }
}
