internal import Contract
internal import ContractHTTP

/// The directives of a `Cache-Control` header (RFC 9111 §5.2).
struct CacheDirectives {
  /// Values by lowercase name; empty for directives without a value.
  private var values: [String: String] = [:]

  init(_ fields: HTTPFields) {
    let members = fields.values("Cache-Control").flatMap { Self.members(of: $0.rawValue) }
    for member in members {
      let name = member.prefix(toByte: "=").withoutOuterSpace.lowercasedASCII
      // The first of several values wins (RFC 9111 §4.2.1).
      if values[name] == nil { values[name] = member.cut(atByte: "=").map { Self.unquoted($0.back) } ?? "" }
    }
    // `Pragma` applies only without `Cache-Control` (RFC 9111 §5.4).
    if members.isEmpty, let pragma = fields["Pragma"]?.rawValue.lowercasedASCII.utf8,
      pragma.firstRange(of: "no-cache".utf8) != nil
    {
      values["no-cache"] = ""
    }
  }

  func contains(_ name: String) -> Bool { values[name] != nil }

  /// Returns the seconds of a directive; nil if it is absent, 0 if its value is invalid.
  func seconds(_ name: String) -> Double? { values[name].map { Self.seconds($0) ?? 0 } }

  /// The accepted staleness in seconds; infinite for `max-stale` without a value, nil if it is absent.
  var maxStale: Double? { values["max-stale"] == "" ? .infinity : seconds("max-stale") }

  /// Parses a number of seconds (RFC 9111 §1.2.2); nil if it is invalid.
  static func seconds(_ text: String) -> Double? {
    guard !text.isEmpty, text.hasOnlyDigits else { return nil }
    return min(Double(text) ?? maxSeconds, maxSeconds)
  }

  private static let maxSeconds = 2_147_483_648.0

  /// Returns the nonempty members of a comma-separated list, ignoring commas in quotes.
  static func members(of text: String) -> [String] {
    var members: [String] = []
    var (start, isQuoted, isEscaped) = (text.startIndex, false, false)
    for index in text.utf8.indices {
      let byte = text.utf8[index]
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\"), isQuoted {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isQuoted.toggle()
      } else if byte == UInt8(ascii: ","), !isQuoted {
        members.append(String(text[start..<index].withoutOuterSpace))
        start = text.utf8.index(after: index)
      }
    }
    members.append(String(text[start...].withoutOuterSpace))
    return members.filter { !$0.isEmpty }
  }

  private static func unquoted(_ text: Substring) -> String {
    let text = text.withoutOuterSpace
    return String(text.text(between: "\"", and: "\"") ?? text)
  }
}
