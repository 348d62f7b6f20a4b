extension Duration {
  /// Whole milliseconds for libcurl; at least 1, because 0 means no limit.
  var curlMilliseconds: Int {
    let (seconds, attoseconds) = components
    guard seconds >= 0 else { return 1 }
    guard seconds < 1_000_000_000 else { return 1_000_000_000_000 }
    return max(1, Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000))
  }

  /// Whole seconds for libcurl, rounded up; at least 1.
  var curlSeconds: Int {
    max(1, (curlMilliseconds + 999) / 1000)
  }

  /// The duration for error messages and logs: `300 ms`, `1.5 s`.
  package var text: String {
    let (seconds, attoseconds) = components
    let microseconds = attoseconds / 1_000_000_000_000
    if seconds == 0, microseconds < 1000 { return "\(microseconds) µs" }
    if seconds == 0 { return "\((microseconds + 500) / 1000) ms" }
    let tenths = (microseconds + 50_000) / 100_000
    if tenths == 10 { return "\(seconds + 1) s" }
    return tenths == 0 ? "\(seconds) s" : "\(seconds).\(tenths) s"
  }
}
