/// A reader of `tracestate`: a list of `key=value` members (W3C Trace Context §3.3).
enum TraceState {
  private static let maxMembers = 32
  /// The length that every implementation must propagate.
  private static let maxBytes = 512

  /// Returns the list as one header value; nil if it is empty or malformed and therefore dropped (§3.3.1.5).
  static func checked(_ lines: [String]) -> String? {
    var members: [Substring] = []
    var keys: Set<Substring> = []
    for line in lines {
      for part in line.split(atByte: ",") {
        let member = part.withoutOuterSpace
        if member.isEmpty { continue }
        guard let (key, value) = member.cut(atByte: "="), isKey(key), isValue(value), keys.insert(key).inserted else {
          return nil
        }
        members.append(member)
      }
    }
    guard !members.isEmpty, members.count <= maxMembers else { return nil }
    let text = members.joined(separator: ",")
    return text.utf8.count <= maxBytes ? text : nil
  }

  /// Returns true for `simple-key` or `tenant@system`.
  private static func isKey(_ key: Substring) -> Bool {
    let parts = key.split(atByte: "@", keepsEmpty: true)
    switch parts.count {
    case 1: return isPart(parts[0], startsWithDigit: false, max: 256)
    case 2:
      return isPart(parts[0], startsWithDigit: true, max: 241) && isPart(parts[1], startsWithDigit: false, max: 14)
    default: return false
    }
  }

  private static func isPart(_ text: Substring, startsWithDigit: Bool, max: Int) -> Bool {
    guard let first = text.utf8.first, text.utf8.count <= max else { return false }
    let isLetter = (0x61...0x7A).contains(first)
    guard isLetter || (startsWithDigit && (0x30...0x39).contains(first)) else { return false }
    return text.utf8.allSatisfy { byte in
      (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || "_-*/".utf8.contains(byte)
    }
  }

  private static func isValue(_ text: Substring) -> Bool {
    guard (1...256).contains(text.utf8.count), text.utf8.last != 0x20 else { return false }
    return text.utf8.allSatisfy { (0x20...0x7E).contains($0) && $0 != 0x2C && $0 != 0x3D }
  }
}
