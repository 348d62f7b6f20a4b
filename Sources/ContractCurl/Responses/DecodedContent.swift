internal import ContractCoding
package import ContractHTTP

/// A decoder of response bodies in memory, with the rules for bodies from the network.
package enum DecodedContent {
  /// Returns a body without its content coding; nil if it has none. An empty body has no coding, whatever its headers.
  ///
  /// - Throws: A failure if the coding is not gzip or deflate, there are several codings, the bytes are corrupt, or the
  ///   decoded body exceeds a limit.
  package static func of(
    _ bytes: [UInt8], _ fields: HTTPFields, _ limits: TransferRequest.Limits
  ) throws(TransferFailure) -> [UInt8]? {
    guard !bytes.isEmpty, let format = try ResponseContent.format(fields.contentCodings) else { return nil }
    var inflation = ContentInflation(format, limits)
    inflation.append(bytes)
    var output: [UInt8] = []
    while try inflation.decode(into: &output, upTo: output.count + ResponseContent.stepBytes) {}
    try inflation.finish()
    return output
  }
}
