internal import Contract
internal import ContractHTTP

/// The preferences of an `Accept-Encoding` header (RFC 9110 §12.5.3).
struct AcceptEncoding: Hashable, Sendable {
  /// Weights in thousandths by lowercase coding; `*` matches every other coding.
  private var weights: [String: Int] = [:]

  /// Parses the combined header lines. Invalid members are ignored; of two members for one coding the first wins.
  init(_ text: String) {
    for member in text.split(atByte: ",") {
      let parts = MediaType.split(member, at: ";")
      guard let name = parts.first, !name.isEmpty, name.utf8.allSatisfy(HTTPToken.contains) else { continue }
      guard let weight = Self.weight(of: parts.dropFirst()) else { continue }
      let coding = name.lowercasedASCII == "x-gzip" ? "gzip" : name.lowercasedASCII
      if weights[coding] == nil { weights[coding] = weight }
    }
  }

  /// Returns the coding with the highest weight, or the first of equal ones; nil if the client accepts none of them or
  /// prefers uncompressed content.
  ///
  /// - Parameter codings: codings in the server's order of preference.
  func best(of codings: [String]) -> String? {
    let identity = weights["identity"] ?? 0
    var best: (coding: String, weight: Int)?
    for coding in codings {
      let weight = weights[coding] ?? weights["*"] ?? 0
      if weight > 0, weight >= identity, weight > best?.weight ?? 0 { best = (coding, weight) }
    }
    return best?.coding
  }

  /// Returns the weight in thousandths, 1000 without `q`, or nil for an invalid weight (RFC 9110 §12.4.2).
  private static func weight(of parameters: ArraySlice<String>) -> Int? {
    guard let parameter = parameters.first else { return 1000 }
    guard parameters.count == 1, let value = parameter.lowercasedASCII.rest(afterBytes: "q=") else { return nil }
    let text = String(value)
    return QualityValue.thousandths(text.utf8Span.span)
  }
}
