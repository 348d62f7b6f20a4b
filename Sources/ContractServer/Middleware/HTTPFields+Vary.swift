internal import Contract
internal import ContractHTTP

extension HTTPFields {
  /// Adds a header name to `Vary` (RFC 9110 §12.5.5) unless it is listed already.
  mutating func addVary(_ name: String) {
    let listed = values("Vary").flatMap { MediaType.split($0.rawValue, at: ",") }.filter { !$0.isEmpty }
    if listed.contains(where: { $0 == "*" || $0.lowercasedASCII == name.lowercasedASCII }) { return }
    self["Vary"] = HTTPFieldValue(unchecked: (listed + [name]).joined(separator: ", "))
  }
}
