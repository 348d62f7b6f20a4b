internal import ContractClient

/// A comparison of strings in fixtures, where the replacement for a secret matches any value.
struct SecretPattern {
  private let replacement: [UInt8]

  init(_ replacement: String) { self.replacement = Array(replacement.utf8) }

  /// Returns true when the string consists only of the replacement.
  func isWhole(_ text: String) -> Bool { !replacement.isEmpty && text.utf8.elementsEqual(replacement) }

  func matches(_ pattern: String, _ text: String) -> Bool { matches(Array(pattern.utf8), Array(text.utf8)) }

  func matches(_ pattern: [UInt8], _ text: [UInt8]) -> Bool {
    if pattern == text { return true }
    guard !replacement.isEmpty else { return false }
    let parts = pattern.split(separator: replacement, omittingEmptySubsequences: false)
    guard parts.count > 1, let first = parts.first, let last = parts.last, text.starts(with: first) else {
      return false
    }
    var rest = text.dropFirst(first.count)
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let found = rest.firstRange(of: part) else { return false }
      rest = rest[found.upperBound...]
    }
    return rest.count >= last.count && rest.suffix(last.count).elementsEqual(last)
  }
}
