internal import ContractHTTP

/// The maximum numbers of stored cookies (RFC 6265 §6.1). libcurl has none, and the time for each cookie that it stores is
/// proportional to the number of stored cookies, so a server could occupy the thread of all transfers.
enum CookieLimits {
  /// The maximum number of cookies of a domain, which is also the number that libcurl sends with a request.
  static let perDomain = 150
  /// The maximum number of all cookies.
  static let total = 3000
  /// The number of received cookies after which the limits are checked.
  static let checkInterval = 100

  /// Returns the lines that remove the cookies above the limits.
  ///
  /// - Parameter lines: The stored cookies in lines of a cookie file, those of each domain in the order of their storage.
  static func removals(from lines: [String]) -> [String] {
    var surplus: [String] = []
    var domains = Dictionary(grouping: lines, by: domain).values.map { cookies in
      let count = max(0, cookies.count - perDomain)
      surplus += cookies.prefix(count)
      return cookies.dropFirst(count)
    }
    var excess = lines.count - surplus.count - total
    var largest = excess > 0 ? domains.map(\.count).max() ?? 0 : 0
    // A server with many cookies loses its own first. One pass takes a cookie from each of the largest domains, because a search
    // for each cookie would take long if many domains have few cookies.
    while excess > 0, largest > 0 {
      for index in domains.indices where excess > 0 && domains[index].count == largest {
        surplus += domains[index].prefix(1)
        domains[index] = domains[index].dropFirst()
        excess -= 1
      }
      largest -= 1
    }
    return surplus.compactMap(removal)
  }

  private static func domain(of line: String) -> String {
    let host = line.rest(afterBytes: "#HttpOnly_") ?? line[...]
    let name = host.prefix(toByte: "\t")
    return (name.rest(afterBytes: ".") ?? name).lowercasedASCII
  }

  /// Returns the line with an expiration in 1970, for which libcurl removes the cookie.
  private static func removal(of line: String) -> String? {
    var parts = line.split(atByte: "\t", keepsEmpty: true)
    guard parts.count > 5 else { return nil }
    parts[4] = "1"
    return parts.joined(separator: "\t")
  }
}
