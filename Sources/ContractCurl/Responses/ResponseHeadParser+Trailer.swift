internal import ContractHTTP

extension ResponseHeadParser {
  // SAFETY: as for `parse`.
  /// Parses a trailer field, and keeps its value if it is `Content-Digest`.
  mutating func parseTrailer(_ line: UnsafeRawBufferPointer) throws(TransferFailure) {
    try count(line)
    var fields = HTTPFields()
    do throws(TransferFailure) {
      try Self.parseField(line, into: &fields)
    } catch {
      // Other fields do not matter, even if they are malformed.
      return
    }
    guard let value = fields["Content-Digest"]?.rawValue else { return }
    trailingDigest = trailingDigest.map { "\($0), \(value)" } ?? value
  }
}
