internal import ContractClient

/// The secrets of one exchange, as texts, so that they are found where a server repeats them.
struct FixtureSecrets {
  private var texts: [String] = []
  private let replacement: String

  /// Shorter texts would be found in anything.
  private static let minLength = 6

  /// - Parameter response: nil for the secrets that the request knows by itself.
  init(_ request: HTTPRequest, _ response: HTTPResponse?, _ masking: Masking) {
    replacement = masking.replacement
    for line in request.fields.lines + (response?.fields.lines ?? []) where masking.masks(line.name) {
      add(line.value.rawValue)
      // What follows a cookie is where and how long it counts.
      let value = line.name == .setCookie ? line.value.rawValue.prefix { $0 != ";" } : line.value.rawValue[...]
      // The scheme is no secret; `a=b` of a cookie and of a scheme's parameters has one at its right.
      for part in value.split(whereSeparator: { " ,;".contains($0) }) {
        let pieces = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: true)
        if pieces.count == 2, !part.hasSuffix("=") { add(String(pieces[1])) } else { add(String(part)) }
      }
    }
    let query = request.target.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
    for member in query.split(separator: "&") {
      let parts = member.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, masking.masksQuery(parts[0]) else { continue }
      add(String(parts[1]))
      if let decoded = PercentEncoding.decode(ArraySlice(parts[1].utf8), plusIsSpace: true) { add(decoded) }
    }
    // A longer secret may have a shorter one in it.
    texts.sort { $0.utf8.count > $1.utf8.count }
  }

  private mutating func add(_ text: String) {
    let known = ["bearer", "digest"]
    guard text.utf8.count >= Self.minLength, !known.contains(text.lowercased()), !texts.contains(text) else { return }
    texts.append(text)
  }

  func removed(from text: String) -> String {
    String(decoding: removed(from: Array(text.utf8)), as: UTF8.self)
  }

  func removed(from bytes: [UInt8]) -> [UInt8] {
    texts.reduce(bytes) { bytes, secret in Self.replacing(Array(secret.utf8), in: bytes, with: replacement) }
  }

  private static func replacing(_ secret: [UInt8], in bytes: [UInt8], with replacement: String) -> [UInt8] {
    guard bytes.count >= secret.count else { return bytes }
    var output: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == secret[0], bytes.count - index >= secret.count,
        bytes[index..<(index + secret.count)].elementsEqual(secret)
      {
        output += replacement.utf8
        index += secret.count
      } else {
        output.append(bytes[index])
        index += 1
      }
    }
    return output
  }
}
