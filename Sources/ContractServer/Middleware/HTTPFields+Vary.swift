internal import Contract
internal import ContractHTTP

extension HTTPFields {
  /// Adds a header name to `Vary` (RFC 9110 §12.5.5) unless it is listed already.
  mutating func addVary(_ name: String) {
    let said = values("Vary").flatMap { MediaType.split($0.rawValue, at: ",") }.filter { !$0.isEmpty }
    if said.contains(where: { $0 == "*" || $0.lowercasedASCII == name.lowercasedASCII }) { return }
    self["Vary"] = HTTPFieldValue(unchecked: (said + [name]).joined(separator: ", "))
  }
}
